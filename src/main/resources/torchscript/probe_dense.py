# Loads and runs only where the engine has the kernels of the dense library.
class ProbeDense(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
  packed : List[List[Tensor]]

  def load(self: __torch__.ProbeDense, outputs: int, inner: int, rows: int) -> NoneType:
    self.packed.append(__torch__.dense.pack(torch.ones([outputs, inner]), rows))
    return None

  # Exact arithmetic gives the inner length.
  def multiply(self: __torch__.ProbeDense, rows: int, inner: int) -> Tensor:
    return __torch__.dense.linear(torch.ones([rows, inner]), self.packed[0], None)
