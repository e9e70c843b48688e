# Linear layers in 8-bit integers as in quantization.py, by oneDNN, which multiplies hundreds of rows by tiles where the CPU
# has them: several times as fast as the engine's own product, which is the faster one for the few rows of a step.

# Gives the packed weight, its scales [outputs] and zero points [outputs].
def pack(weight: Tensor, rows: int) -> List[Tensor]:
  scales = weight.abs().amax([1]).clamp(1e-8) / 127.0
  quantized = (weight / scales.unsqueeze(1)).round_().to(1)
  return [ops.onednn.qlinear_prepack(quantized, [rows, weight.size(1)]), scales, torch.zeros([weight.size(0)], dtype=3)]

def linear(x: Tensor, weight: List[Tensor], bias: Optional[Tensor]) -> Tensor:
  scales = x.abs().amax([1], True).clamp_(1e-8).mul_(1.0 / 127.0)
  quantized = (x / scales).round_().to(1)
  y = ops.onednn.qlinear_pointwise(quantized, 1.0, 0, weight[0], weight[1], weight[2], None, 1.0, 0, 6, "none", [], "")
  y = y.mul_(scales)
  if bias is not None:
    y = y.add_(bias)
  return y
