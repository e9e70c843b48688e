# Layers that every family uses. Shapes: T tokens of all rows one after another, R rows, N heads, D head size, L positions,
# P positions that a bias was worked out for.

# x [T, width] over the root of its mean square; epsilon [1]. The engine's own is made of more kernels and takes twice as long.
def rms_norm(x: Tensor, weight: Tensor, epsilon: Tensor) -> Tensor:
  norm = torch.linalg_vector_norm(x, 2, [1], True)
  mean_square = torch.addcmul(epsilon, norm, norm, value=1. / x.size(1))
  return (x * mean_square.rsqrt_()).mul_(weight)

# Queries [N, R, tokens, D] against keys and values [N, R, L, D]; gives [N, R, tokens, D].
# There is no padding in keys and values: the caller's views end where the row ends, so no mask is needed for it.
# bias [N or 1, 1, tokens, L] is added to the products.
# A row's result does not depend on the rows beside it (docs/decisions/0004): the engine deals pairs of first and second
# dimension out to its threads in order, and a product can differ in its last bit from one thread's memory to another's.
# With the heads first, a thread gets the same heads of every row if they can be divided evenly.
def attention(query: Tensor, keys: Tensor, values: Tensor, bias: Optional[Tensor], scale: float, threads: int) -> Tensor:
  rows = query.size(1)
  if rows == 1 or query.size(0) % threads == 0:
    return torch.scaled_dot_product_attention(query, keys, values, bias, 0., False, scale=scale)
  parts = annotate(List[Tensor], [])
  for r in range(rows):
    parts.append(torch.scaled_dot_product_attention(query.narrow(1, r, 1), keys.narrow(1, r, 1), values.narrow(1, r, 1), bias, 0., False, scale=scale))
  return torch.cat(parts, 1)

# The bias of the last queries of L positions where it depends on the distance alone: biases [N or 1, 2P - 1], the entry for
# distance zero in the middle. It is constant along diagonals, and with the queries in reverse order both steps of the view
# [N or 1, 1, queries, L] are one.
def distance_bias(biases: Tensor, queries: int, length: int) -> Tensor:
  width = biases.size(1)
  return torch.as_strided(biases, [biases.size(0), 1, queries, length], [width, 0, 1, 1], (width + 1) // 2 - length)

# Attention of several queries with a bias as distance_bias gives it.
def distance_attention(query: Tensor, keys: Tensor, values: Tensor, bias: Optional[Tensor], scale: float, threads: int) -> Tensor:
  return __torch__.layers.attention(query.flip([2]), keys, values, bias, scale, threads).flip([2])

# Where keys and values [N, T, D] of the next tokens belong in a cache [N, rows, L, D]: all heads, and the row and position
# of each token. own: groups of rows as self_attention reads them.
def places(own: List[int]) -> List[Optional[Tensor]]:
  rows = annotate(List[int], [])
  positions = annotate(List[int], [])
  for g in range(len(own) // 4):
    for r in range(own[4 * g + 1]):
      for t in range(own[4 * g + 3]):
        rows.append(own[4 * g] + r)
        positions.append(own[4 * g + 2] + t)
  return [None, torch.tensor(rows, dtype=4), torch.tensor(positions, dtype=4)]

# A cache [layers, rows, N, L, D] as [N, rows, L, D] of each layer.
def of_layers(cache: Tensor) -> List[Tensor]:
  return torch.unbind(cache.transpose(1, 2), 0)

# The bias of each group of rows, views as distance_bias makes them.
def own_biases(biases: Tensor, own: List[int]) -> List[Tensor]:
  views = annotate(List[Tensor], [])
  for g in range(len(own) // 4):
    tokens = own[4 * g + 3]
    views.append(__torch__.layers.distance_bias(biases, tokens, own[4 * g + 2] + tokens))
  return views

# Queries, keys and values [T, 3 * N * D] of the next tokens: writes keys and values into one layer's cache [N, rows, L, D]
# behind what each row holds, and attends to all of it.
# own: (first row, rows, position, tokens) of neighbouring rows that stand at the same position; places: of their tokens.
# biases: of each group, or nothing where there is none and every row has one token.
def self_attention(qkv: Tensor, own: List[int], places: List[Optional[Tensor]], cache_keys: Tensor, cache_values: Tensor, biases: List[Tensor], scale: float, threads: int) -> Tensor:
  heads, size = cache_keys.size(0), cache_keys.size(3)
  query, keys, values = torch.unbind(qkv.view([qkv.size(0), 3, heads, size]).permute([1, 2, 0, 3]), 0)
  torch.index_put_(cache_keys, places, keys)
  torch.index_put_(cache_values, places, values)
  bias = annotate(Optional[Tensor], None)
  parts = annotate(List[Tensor], [])
  start = 0
  for g in range(len(own) // 4):
    first, rows, position, tokens = own[4 * g], own[4 * g + 1], own[4 * g + 2], own[4 * g + 3]
    part = torch.slice(query, 1, start, start + rows * tokens).view([heads, rows, tokens, size])
    keys = torch.slice(torch.slice(cache_keys, 1, first, first + rows), 2, 0, position + tokens)
    values = torch.slice(torch.slice(cache_values, 1, first, first + rows), 2, 0, position + tokens)
    if len(biases) > 0:
      bias = biases[g]
    if tokens == 1:
      attended = __torch__.layers.attention(part, keys, values, bias, scale, threads)
    else:
      attended = __torch__.layers.distance_attention(part, keys, values, bias, scale, threads)
    parts.append(attended.reshape([heads, rows * tokens, size]))
    start = start + rows * tokens
  return __torch__.layers.join(parts)

# Queries [T, N * D] against the encoder's keys and values in one layer's cache [N, rows, L, D].
# cross: (first cross row, cross rows, queries of each, encoder length) of neighbouring equally long inputs.
def cross_attention(query: Tensor, cross: List[int], cache_keys: Tensor, cache_values: Tensor, scale: float, threads: int) -> Tensor:
  heads, size = cache_keys.size(0), cache_keys.size(3)
  query = query.view([query.size(0), heads, size]).transpose(0, 1)
  parts = annotate(List[Tensor], [])
  start = 0
  for g in range(len(cross) // 4):
    first, rows, queries, length = cross[4 * g], cross[4 * g + 1], cross[4 * g + 2], cross[4 * g + 3]
    part = torch.slice(query, 1, start, start + rows * queries).view([heads, rows, queries, size])
    keys = torch.slice(torch.slice(cache_keys, 1, first, first + rows), 2, 0, length)
    values = torch.slice(torch.slice(cache_values, 1, first, first + rows), 2, 0, length)
    attended = __torch__.layers.attention(part, keys, values, None, scale, threads)
    parts.append(attended.reshape([heads, rows * queries, size]))
    start = start + rows * queries
  return __torch__.layers.join(parts)

# Parts [N, T, D] of tokens one after another, as [T, N * D].
def join(parts: List[Tensor]) -> Tensor:
  joined = parts[0]
  if len(parts) > 1:
    joined = torch.cat(parts, 1)
  return joined.transpose(0, 1).reshape([joined.size(1), joined.size(0) * joined.size(2)])

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

# Gives rows of a cache [layers, rows, N, L, D] the first positions of other rows, in all layers at once.
def copy_rows(cache: Tensor, sources: List[int], targets: List[int], length: int) -> NoneType:
  for i in range(len(sources)):
    source = cache.select(1, sources[i]).narrow(2, 0, length)
    cache.select(1, targets[i]).narrow(2, 0, length).copy_(source)
  return None
