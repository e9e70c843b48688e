# Tells whether this engine has the product of dense_int8.py.
class ProbeInt8(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool

  # Largest activations times largest weights: exact arithmetic gives the inner length.
  def multiply(self: __torch__.ProbeInt8, rows: int, inner: int) -> Tensor:
    packed = __torch__.dense_int8.pack(torch.ones([32, inner]), rows)
    return __torch__.dense_int8.linear(torch.ones([rows, inner]), packed, None)
