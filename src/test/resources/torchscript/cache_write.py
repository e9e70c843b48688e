# The writes that a decoder step makes to its self-attention cache, without the rest of the step.
# Caches [layers, rows, N, L, D]; keys and values [rows, 1, N, D].
class CacheWrite(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool

  def write(self: __torch__.CacheWrite, self_keys: Tensor, self_values: Tensor, keys: Tensor, values: Tensor, position: int) -> NoneType:
    for i in range(self_keys.size(0)):
      self_keys.select(0, i).narrow(0, 0, keys.size(0)).narrow(2, position, 1).copy_(keys.transpose(1, 2))
      self_values.select(0, i).narrow(0, 0, values.size(0)).narrow(2, position, 1).copy_(values.transpose(1, 2))
    return None
