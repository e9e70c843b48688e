# Loads and runs only where the engine has the kernels of the dense library.
class ProbeDense(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool

  def multiply(self: __torch__.ProbeDense, rows: int, inner: int) -> Tensor:
    packed = __torch__.dense.pack(torch.ones([32, inner]), rows)
    return __torch__.dense.linear(torch.ones([rows, inner]), packed, None)
