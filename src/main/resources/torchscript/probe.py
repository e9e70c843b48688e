# Tells whether this CPU multiplies unsigned by signed bytes without saturating: older ones add pairs in 16 bits.
class Probe(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool

  # Largest activations times largest weights, 8 bits each; exact arithmetic gives the inner length.
  def multiply(self: __torch__.Probe, rows: int, inner: int) -> Tensor:
    packed = __torch__.quantization.pack(torch.ones([32, inner]))
    return __torch__.quantization.linear(torch.ones([rows, inner]), packed, 127, None)
