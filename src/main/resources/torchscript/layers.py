# Layers that every family uses. Shapes: T tokens of all rows one after another, R rows, N heads, D head size, L positions,
# P positions that a bias was worked out for.

# x [T, width] over the root of its mean square; epsilon [1]. The engine's own is made of more kernels and takes twice as long.
def rms_norm(x: Tensor, weight: Tensor, epsilon: Tensor) -> Tensor:
  norm = torch.linalg_vector_norm(x, 2, [1], True)
  mean_square = torch.addcmul(epsilon, norm, norm, value=1. / x.size(1))
  return (x * mean_square.rsqrt_()).mul_(weight)

# Queries [R, tokens, N, D] against keys and values [R, N, L, D]; gives [R * tokens, N * D].
# There is no padding in keys and values: the caller's views end where the row ends, so no mask is needed for it.
# bias [1, N or 1, tokens, L] is added to the products.
# A row's result does not depend on the rows beside it (docs/decisions/0004): the engine deals pairs of first and second
# dimension out to its threads in order, and a product can differ in its last bit from one thread's memory to another's.
# With the heads first, a thread gets the same heads of every row if they can be divided evenly.
def attention(query: Tensor, keys: Tensor, values: Tensor, bias: Optional[Tensor], scale: float, threads: int) -> Tensor:
  rows, tokens, heads, size = query.size(0), query.size(1), query.size(2), query.size(3)
  if rows == 1:
    return __torch__.layers.attention_of_row(query, keys, values, bias, scale)
  if heads % threads == 0:
    if bias is not None:
      bias = bias.transpose(0, 1)
    attended = torch.scaled_dot_product_attention(query.permute([2, 0, 1, 3]), keys.transpose(0, 1), values.transpose(0, 1), bias, 0., False, scale=scale)
    return attended.permute([1, 2, 0, 3]).reshape([rows * tokens, heads * size])
  parts = annotate(List[Tensor], [])
  for r in range(rows):
    parts.append(__torch__.layers.attention_of_row(query.narrow(0, r, 1), keys.narrow(0, r, 1), values.narrow(0, r, 1), bias, scale))
  return torch.cat(parts, 0)

def attention_of_row(query: Tensor, keys: Tensor, values: Tensor, bias: Optional[Tensor], scale: float) -> Tensor:
  attended = torch.scaled_dot_product_attention(query.transpose(1, 2), keys, values, bias, 0., False, scale=scale)
  return attended.transpose(1, 2).reshape([query.size(1), query.size(2) * query.size(3)])

# The last queries of L positions, with a bias that depends on the distance alone: [N or 1, 2P - 1], the entry for distance
# zero in the middle. It is constant along diagonals, and with the queries in reverse order both steps of the view
# [1, N or 1, queries, L] are one.
def distance_attention(query: Tensor, keys: Tensor, values: Tensor, biases: Optional[Tensor], scale: float, threads: int) -> Tensor:
  if biases is None:
    return __torch__.layers.attention(query, keys, values, None, scale, threads)
  rows, queries, length, width = query.size(0), query.size(1), keys.size(2), biases.size(1)
  bias = torch.as_strided(biases, [1, biases.size(0), queries, length], [0, width, 1, 1], (width + 1) // 2 - length)
  if queries == 1:
    return __torch__.layers.attention(query, keys, values, bias, scale, threads)
  attended = __torch__.layers.attention(query.flip([1]), keys, values, bias, scale, threads)
  return attended.view([rows, queries, attended.size(1)]).flip([1]).view([rows * queries, attended.size(1)])

# Queries, keys and values [T, 3 * N * D] of the next tokens: writes keys and values into one layer's cache [rows, N, L, D]
# behind what each row holds, and attends to all of it.
# own: (first row, rows, position, tokens) of neighbouring rows that stand at the same position.
def self_attention(qkv: Tensor, own: List[int], cache_keys: Tensor, cache_values: Tensor, biases: Optional[Tensor], scale: float, threads: int) -> Tensor:
  parts = annotate(List[Tensor], [])
  start = 0
  for g in range(len(own) // 4):
    rows, position, tokens = own[4 * g + 1], own[4 * g + 2], own[4 * g + 3]
    part = qkv.narrow(0, start, rows * tokens).view([rows, tokens, 3, cache_keys.size(1), cache_keys.size(3)])
    keys = cache_keys.narrow(0, own[4 * g], rows).narrow(2, 0, position + tokens)
    values = cache_values.narrow(0, own[4 * g], rows).narrow(2, 0, position + tokens)
    keys.narrow(2, position, tokens).copy_(part.select(2, 1).transpose(1, 2))
    values.narrow(2, position, tokens).copy_(part.select(2, 2).transpose(1, 2))
    parts.append(__torch__.layers.distance_attention(part.select(2, 0), keys, values, biases, scale, threads))
    start = start + rows * tokens
  return __torch__.layers.join(parts)

# Queries [T, N * D] against the encoder's keys and values in one layer's cache [rows, N, L, D].
# cross: (first cross row, cross rows, queries of each, encoder length) of neighbouring equally long inputs.
def cross_attention(query: Tensor, cross: List[int], cache_keys: Tensor, cache_values: Tensor, scale: float, threads: int) -> Tensor:
  parts = annotate(List[Tensor], [])
  start = 0
  for g in range(len(cross) // 4):
    rows, queries, length = cross[4 * g + 1], cross[4 * g + 2], cross[4 * g + 3]
    part = query.narrow(0, start, rows * queries).view([rows, queries, cache_keys.size(1), cache_keys.size(3)])
    keys = cache_keys.narrow(0, cross[4 * g], rows).narrow(2, 0, length)
    values = cache_values.narrow(0, cross[4 * g], rows).narrow(2, 0, length)
    parts.append(__torch__.layers.attention(part, keys, values, None, scale, threads))
    start = start + rows * queries
  return __torch__.layers.join(parts)

# Keys and values [T, 2 * N * D] of encoder outputs, written into their rows of one layer's cache [rows, N, L, D].
# groups: (inputs, length) of neighbours that are equally long; rows: the row of each input.
def write_cross(kv: Tensor, groups: List[int], rows: List[int], cache_keys: Tensor, cache_values: Tensor) -> NoneType:
  parts = kv.view([kv.size(0), 2, cache_keys.size(1), cache_keys.size(3)]).permute([1, 2, 0, 3])
  start = 0
  input = 0
  for g in range(len(groups) // 2):
    length = groups[2 * g + 1]
    for r in range(groups[2 * g]):
      cache_keys.select(0, rows[input]).narrow(1, 0, length).copy_(parts.select(0, 0).narrow(1, start, length))
      cache_values.select(0, rows[input]).narrow(1, 0, length).copy_(parts.select(0, 1).narrow(1, start, length))
      start = start + length
      input = input + 1
  return None

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
