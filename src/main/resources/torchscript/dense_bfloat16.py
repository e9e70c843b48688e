# Linear layers in 16-bit brain floats, results included: fast where the CPU multiplies them in hardware.

def pack(weight: Tensor, rows: int) -> List[Tensor]:
  return [weight.to(15)]

def linear(x: Tensor, weight: List[Tensor], bias: Optional[Tensor]) -> Tensor:
  if bias is None:
    return torch.linear(x.to(15), weight[0], None)
  return torch.linear(x.to(15), weight[0], bias.to(15))
