# Linear layers in 8-bit integers: weights per output channel, activations per row.
# A row is divided by its own largest absolute value, so it is quantised as if it were alone, whatever its neighbours hold.

def pack(weight: Tensor) -> __torch__.torch.classes.quantized.LinearPackedParamsBase:
  scales = weight.abs().amax([1]).clamp(1e-8) / 127.0
  zeros = torch.zeros([weight.size(0)], dtype=4)
  quantized = torch.quantize_per_channel(weight, scales.to(7), zeros, 0, 12)
  return ops.quantized.linear_prepack(quantized, None)

# levels: quantisation steps on each side of zero: 127 where the CPU multiplies 8 bits exactly, else 63 (7 bits).
def linear(x: Tensor, packed: __torch__.torch.classes.quantized.LinearPackedParamsBase, levels: int, bias: Optional[Tensor]) -> Tensor:
  largest = x.abs().amax([1], True).clamp_(1e-8)
  y = ops.quantized.linear_with_input_q_dq_qweight_dq_output_fp32(x / largest, 1.0 / float(levels), levels + 1, packed)
  y = y.mul_(largest)
  if bias is not None:
    y = y.add_(bias)
  return y
