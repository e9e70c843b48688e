# Layers that every family uses. Shapes: T tokens of all rows one after another, N heads, D head size, W model width.

def rms_norm(x: Tensor, weight: Tensor, epsilon: float) -> Tensor:
  return torch.rms_norm(x, [x.size(-1)], weight, epsilon)

# Queries of R rows, [R, tokens, N, D], against keys and values [R, N, L, D]; gives [R * tokens, N * D].
# There is no padding in keys and values: the caller's views end where the row ends, so no mask is needed for it.
def attention(query: Tensor, keys: Tensor, values: Tensor, bias: Optional[Tensor], scale: float) -> Tensor:
  rows, tokens, heads, size = query.size(0), query.size(1), query.size(2), query.size(3)
  attended = torch.scaled_dot_product_attention(query.transpose(1, 2), keys, values, bias, 0., False, scale=scale)
  return attended.transpose(1, 2).reshape([rows * tokens, heads * size])

# One row's part of a list of parts; a single part is not copied.
def join(parts: List[Tensor]) -> Tensor:
  if len(parts) == 1:
    return parts[0]
  return torch.cat(parts, 0)

# Gives rows of a cache [layers, rows, N, L, D] the first positions of other rows, in all layers at once.
def copy_rows(cache: Tensor, sources: List[int], targets: List[int], length: int) -> NoneType:
  for i in range(len(sources)):
    source = cache.select(1, sources[i]).narrow(2, 0, length)
    cache.select(1, targets[i]).narrow(2, 0, length).copy_(source)
  return None
