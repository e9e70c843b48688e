# The T5 family: T5 v1.0 and v1.1, FLAN-T5, mT5, umT5, ByT5, told apart by the attributes that Java sets from config.json.
# Reference: transformers/models/t5/modeling_t5.py. Linear weights come in two lists, each in the order of use:
#   encoder, computed once for all tokens of an input: for each layer query+key+value, output, feed-forward in (gate
#     first), feed-forward out; then for each decoder layer the cross-attention key+value
#   decoder, computed at every step for a few rows: for each layer query+key+value, output, cross query, cross output,
#     feed-forward in, feed-forward out; then the head
# Shapes: T tokens of all inputs one after another, N heads, D head size, W model width, P reserved positions.
class T5(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
  heads : int
  encoder_layers : int
  decoder_layers : int
  activation : str
  gated : bool
  epsilon : float
  output_scale : float
  buckets : int
  max_distance : int
  int8 : bool
  levels : int
  embedding : List[Tensor]
  norms : List[Tensor]
  encoder_linears : List[List[Tensor]]
  decoder_linears : List[List[Tensor]]
  encoder_packed : List[__torch__.torch.classes.quantized.LinearPackedParamsBase]
  decoder_packed : List[__torch__.torch.classes.quantized.LinearPackedParamsBase]
  encoder_tables : List[Tensor]
  decoder_tables : List[Tensor]
  encoder_bias : List[Tensor]
  decoder_bias : List[Tensor]

  def add_embedding(self: __torch__.T5, weight: Tensor) -> NoneType:
    self.embedding.append(weight.clone())
    return None

  def add_norm(self: __torch__.T5, weight: Tensor) -> NoneType:
    self.norms.append(weight.clone())
    return None

  def add_encoder_linear(self: __torch__.T5, parts: List[Tensor]) -> NoneType:
    weight = torch.cat(parts, 0)
    if self.int8:
      self.encoder_packed.append(__torch__.quantization.pack(weight))
    else:
      self.encoder_linears.append(__torch__.dense.pack(weight, 512))
    return None

  def add_decoder_linear(self: __torch__.T5, parts: List[Tensor]) -> NoneType:
    weight = torch.cat(parts, 0)
    if self.int8:
      self.decoder_packed.append(__torch__.quantization.pack(weight))
    else:
      self.decoder_linears.append(__torch__.dense.pack(weight, 8))
    return None

  # The head of a tied checkpoint is its embedding.
  def tie_head(self: __torch__.T5) -> NoneType:
    self.add_decoder_linear([self.embedding[0]])
    return None

  # [buckets, N]
  def add_bias_table(self: __torch__.T5, table: Tensor, decoder: bool) -> NoneType:
    if decoder:
      self.decoder_tables.append(table.clone())
    else:
      self.encoder_tables.append(table.clone())
    return None

  # Works out the position bias of every distance up to P once: [N, 2P - 1], the entry for distance zero in the middle.
  def reserve(self: __torch__.T5, positions: int) -> NoneType:
    distances = torch.arange(1 - positions, positions, dtype=4)
    encoder = annotate(List[Tensor], [])
    decoder = annotate(List[Tensor], [])
    for table in self.encoder_tables:
      encoder.append(torch.embedding(table, self.bucket(distances, True)).t().contiguous())
    for table in self.decoder_tables:
      bias = torch.embedding(table, self.bucket(distances, False)).t().contiguous()
      decoder.append(bias.masked_fill(distances.gt(0), -inf))
    self.encoder_bias = encoder
    self.decoder_bias = decoder
    return None

  # modeling_t5.py, T5Attention._relative_position_bucket; a distance is key position minus query position.
  def bucket(self: __torch__.T5, distances: Tensor, bidirectional: bool) -> Tensor:
    count = self.buckets
    offset = torch.zeros_like(distances)
    if bidirectional:
      count = count // 2
      offset = distances.gt(0).to(4) * count
      distance = distances.abs()
    else:
      distance = distances.neg().clamp(0)
    exact = count // 2
    scaled = torch.log(distance.clamp(1).to(6) / exact) / torch.log(self.max_distance / exact) * (count - exact)
    large = (exact + scaled.to(4)).clamp(0, count - 1)
    return offset + torch.where(distance.lt(exact), distance, large)

  # The bias of the last `queries` of `length` positions as a view [1, N, queries, length]: a bias that depends on the
  # distance alone is constant along diagonals, and with the queries in reverse order both steps of the view are one.
  def bias(self: __torch__.T5, vectors: List[Tensor], layer: int, queries: int, length: int) -> Tensor:
    vector = vectors[min(layer, len(vectors) - 1)]
    width = vector.size(1)
    return torch.as_strided(vector, [1, vector.size(0), queries, length], [0, width, 1, 1], (width + 1) // 2 - length)

  def self_attention(self: __torch__.T5, query: Tensor, keys: Tensor, values: Tensor, vectors: List[Tensor], layer: int) -> Tensor:
    rows, queries = query.size(0), query.size(1)
    bias = self.bias(vectors, layer, queries, keys.size(2))
    if queries == 1:
      return __torch__.layers.attention(query, keys, values, bias, 1.)
    attended = __torch__.layers.attention(query.flip([1]), keys, values, bias, 1.)
    return attended.view([rows, queries, attended.size(1)]).flip([1]).view([rows * queries, attended.size(1)])

  def encoder_linear(self: __torch__.T5, x: Tensor, index: int) -> Tensor:
    if self.int8:
      return __torch__.quantization.linear(x, self.encoder_packed[index], self.levels)
    return __torch__.dense.linear(x, self.encoder_linears[index])

  def decoder_linear(self: __torch__.T5, x: Tensor, index: int) -> Tensor:
    if self.int8:
      return __torch__.quantization.linear(x, self.decoder_packed[index], self.levels)
    return __torch__.dense.linear(x, self.decoder_linears[index])

  def gate(self: __torch__.T5, h: Tensor) -> Tensor:
    if self.gated:
      width = h.size(1) // 2
      return self.activate(h.narrow(1, 0, width)) * h.narrow(1, width, width)
    return self.activate(h)

  def activate(self: __torch__.T5, x: Tensor) -> Tensor:
    if self.activation == "relu":
      return torch.relu(x)
    elif self.activation == "gelu_new":
      return torch.gelu(x, approximate="tanh")
    elif self.activation == "gelu":
      return torch.gelu(x)
    else:
      return torch.silu(x)

  # ids [T]: the inputs one after another; lengths: tokens of each input; rows: the cross-attention row of each.
  # groups: (inputs, length) of neighbours that are equally long, which attend in one call.
  # Writes keys and values into cross_keys and cross_values [layers, rows, N, L, D]; returns the encoder's output [T, W].
  def encode(self: __torch__.T5, ids: Tensor, groups: List[int], rows: List[int], cross_keys: Tensor, cross_values: Tensor) -> Tensor:
    x = torch.embedding(self.embedding[0], ids)
    for i in range(self.encoder_layers):
      h = __torch__.layers.rms_norm(x, self.norms[2 * i], self.epsilon)
      qkv = self.encoder_linear(h, 4 * i)
      parts = annotate(List[Tensor], [])
      start = 0
      for g in range(len(groups) // 2):
        inputs, length = groups[2 * g], groups[2 * g + 1]
        part = qkv.narrow(0, start, inputs * length).view([inputs, length, 3, self.heads, -1])
        keys = part.select(2, 1).transpose(1, 2)
        values = part.select(2, 2).transpose(1, 2)
        parts.append(self.self_attention(part.select(2, 0), keys, values, self.encoder_bias, i))
        start = start + inputs * length
      x = x + self.encoder_linear(__torch__.layers.join(parts), 4 * i + 1)
      h = __torch__.layers.rms_norm(x, self.norms[2 * i + 1], self.epsilon)
      h = self.gate(self.encoder_linear(h, 4 * i + 2))
      x = x + self.encoder_linear(h, 4 * i + 3)
    x = __torch__.layers.rms_norm(x, self.norms[2 * self.encoder_layers], self.epsilon)
    for i in range(self.decoder_layers):
      kv = self.encoder_linear(x, 4 * self.encoder_layers + i).view([x.size(0), 2, self.heads, -1]).permute([1, 2, 0, 3])
      start = 0
      input = 0
      for g in range(len(groups) // 2):
        for r in range(groups[2 * g]):
          length = groups[2 * g + 1]
          cross_keys.select(0, i).select(0, rows[input]).narrow(1, 0, length).copy_(kv.select(0, 0).narrow(1, start, length))
          cross_values.select(0, i).select(0, rows[input]).narrow(1, 0, length).copy_(kv.select(0, 1).narrow(1, start, length))
          start = start + length
          input = input + 1
    return x

  # ids [T]: the next tokens of every row, row after row.
  # own: (first row, rows, position, tokens) of neighbouring self-attention rows that stand at the same position.
  # cross: (first cross row, cross rows, queries of each, encoder length) of neighbouring equally long inputs.
  # last: index in [0, T) of the last token of each row, or nothing where every row has one token.
  # Caches are [layers, rows, N, L, D]. Returns the logits [rows, vocabulary] and their log-sum-exp [rows].
  def decode(self: __torch__.T5, ids: Tensor, own: List[int], cross: List[int], last: List[int], self_keys: Tensor, self_values: Tensor, cross_keys: Tensor, cross_values: Tensor) -> List[Tensor]:
    x = torch.embedding(self.embedding[0], ids)
    norm = 2 * self.encoder_layers + 1
    for i in range(self.decoder_layers):
      h = __torch__.layers.rms_norm(x, self.norms[norm + 3 * i], self.epsilon)
      qkv = self.decoder_linear(h, 6 * i)
      parts = annotate(List[Tensor], [])
      start = 0
      for g in range(len(own) // 4):
        rows, position, tokens = own[4 * g + 1], own[4 * g + 2], own[4 * g + 3]
        part = qkv.narrow(0, start, rows * tokens).view([rows, tokens, 3, self.heads, -1])
        keys = self_keys.select(0, i).narrow(0, own[4 * g], rows).narrow(2, 0, position + tokens)
        values = self_values.select(0, i).narrow(0, own[4 * g], rows).narrow(2, 0, position + tokens)
        keys.narrow(2, position, tokens).copy_(part.select(2, 1).transpose(1, 2))
        values.narrow(2, position, tokens).copy_(part.select(2, 2).transpose(1, 2))
        parts.append(self.self_attention(part.select(2, 0), keys, values, self.decoder_bias, i))
        start = start + rows * tokens
      x = x + self.decoder_linear(__torch__.layers.join(parts), 6 * i + 1)
      h = __torch__.layers.rms_norm(x, self.norms[norm + 3 * i + 1], self.epsilon)
      query = self.decoder_linear(h, 6 * i + 2)
      parts = annotate(List[Tensor], [])
      start = 0
      for g in range(len(cross) // 4):
        rows, queries, length = cross[4 * g + 1], cross[4 * g + 2], cross[4 * g + 3]
        part = query.narrow(0, start, rows * queries).view([rows, queries, self.heads, -1])
        keys = cross_keys.select(0, i).narrow(0, cross[4 * g], rows).narrow(2, 0, length)
        values = cross_values.select(0, i).narrow(0, cross[4 * g], rows).narrow(2, 0, length)
        parts.append(__torch__.layers.attention(part, keys, values, None, 1.))
        start = start + rows * queries
      x = x + self.decoder_linear(__torch__.layers.join(parts), 6 * i + 3)
      h = __torch__.layers.rms_norm(x, self.norms[norm + 3 * i + 2], self.epsilon)
      h = self.gate(self.decoder_linear(h, 6 * i + 4))
      x = x + self.decoder_linear(h, 6 * i + 5)
    if len(last) > 0:
      x = x.index_select(0, torch.tensor(last, dtype=4))
    x = __torch__.layers.rms_norm(x, self.norms[norm + 3 * self.decoder_layers], self.epsilon)
    logits = self.decoder_linear(x * self.output_scale, 6 * self.decoder_layers)
    return [logits, torch.logsumexp(logits, [1])]

  def copy_rows(self: __torch__.T5, sources: List[int], targets: List[int], length: int, self_keys: Tensor, self_values: Tensor) -> NoneType:
    __torch__.layers.copy_rows(self_keys, sources, targets, length)
    __torch__.layers.copy_rows(self_values, sources, targets, length)
    return None
