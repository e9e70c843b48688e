# A decoder step's write to its self-attention cache as layers.self_attention makes it. It attends too, but to one position.
# Caches [layers, rows, N, L, D]; qkv [rows, 3 * N * D].
class CacheWrite(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool

  def write(self: __torch__.CacheWrite, qkv: Tensor, self_keys: Tensor, self_values: Tensor) -> NoneType:
    own = [0, qkv.size(0), 0, 1]
    places = __torch__.layers.places(own)
    keys, values = __torch__.layers.of_layers(self_keys), __torch__.layers.of_layers(self_values)
    for i in range(len(keys)):
      attended = __torch__.layers.self_attention(qkv, own, places, keys[i], values[i], annotate(List[Tensor], []), 1., 1)
    return None
