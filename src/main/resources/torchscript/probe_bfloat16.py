# Multiplies as an audio encoder does, in 16-bit brain floats or in 32-bit floats, to find out which is faster.
class ProbeBfloat16(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool

  def multiply(self: __torch__.ProbeBfloat16, bfloat16: bool, times: int) -> NoneType:
    x = torch.ones([1500, 512])
    weight = torch.ones([512, 512])
    if bfloat16:
      packed = __torch__.dense_bfloat16.pack(weight, 1500)
    else:
      packed = __torch__.dense.pack(weight, 1500)
    for i in range(times):
      if bfloat16:
        y = __torch__.dense_bfloat16.linear(x, packed, None)
      else:
        y = __torch__.dense.linear(x, packed, None)
    return None
