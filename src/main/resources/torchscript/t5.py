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
  threads : int
  encoder_int8 : bool
  decoder_int8 : bool
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
    if self.encoder_int8:
      self.encoder_packed.append(__torch__.quantization.pack(weight))
    else:
      self.encoder_linears.append(__torch__.encoder_dense.pack(weight, 512))
    return None

  def add_decoder_linear(self: __torch__.T5, parts: List[Tensor]) -> NoneType:
    weight = torch.cat(parts, 0)
    if self.decoder_int8:
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

  # The bias of a layer: its own or the first one's.
  def layer_bias(self: __torch__.T5, biases: List[Tensor], layer: int) -> Tensor:
    return biases[min(layer, len(biases) - 1)]

  def encoder_linear(self: __torch__.T5, x: Tensor, index: int) -> Tensor:
    if self.encoder_int8:
      return __torch__.quantization.linear(x, self.encoder_packed[index], self.levels, None)
    return __torch__.encoder_dense.linear(x, self.encoder_linears[index], None)

  def decoder_linear(self: __torch__.T5, x: Tensor, index: int) -> Tensor:
    if self.decoder_int8:
      return __torch__.quantization.linear(x, self.decoder_packed[index], self.levels, None)
    return __torch__.dense.linear(x, self.decoder_linears[index], None)

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

  # ids [T]: the inputs one after another.
  def embed(self: __torch__.T5, ids: List[int]) -> Tensor:
    return torch.embedding(self.embedding[0], torch.tensor(ids, dtype=4))

  # Encoder layers from first to before end; the last one's output [T, W] is normalised.
  # groups: (inputs, length) of neighbours that are equally long, which attend in one call.
  def encode(self: __torch__.T5, x: Tensor, groups: List[int], first: int, end: int) -> Tensor:
    epsilon = torch.tensor([self.epsilon])
    for i in range(first, end):
      h = __torch__.layers.rms_norm(x, self.norms[2 * i], epsilon)
      qkv = self.encoder_linear(h, 4 * i)
      qkv = qkv.view([qkv.size(0), 3, self.heads, -1]).permute([1, 2, 0, 3])
      parts = annotate(List[Tensor], [])
      start = 0
      for g in range(len(groups) // 2):
        inputs, length = groups[2 * g], groups[2 * g + 1]
        part = qkv.narrow(2, start, inputs * length).view([3, self.heads, inputs, length, -1])
        query, keys, values = torch.unbind(part, 0)
        bias = __torch__.layers.distance_bias(self.layer_bias(self.encoder_bias, i), length, length)
        attended = __torch__.layers.distance_attention(query, keys, values, bias, 1., self.threads)
        parts.append(attended.reshape([self.heads, inputs * length, -1]))
        start = start + inputs * length
      x = x + self.encoder_linear(__torch__.layers.join(parts), 4 * i + 1)
      self.feed_forward(x, i, epsilon)
    if end == self.encoder_layers:
      x = __torch__.layers.rms_norm(x, self.norms[2 * self.encoder_layers], epsilon)
    return x

  # Adds to x [T, W], some tokens at a time, so that what lies between the two linear layers stays in the CPU's cache.
  def feed_forward(self: __torch__.T5, x: Tensor, i: int, epsilon: Tensor) -> NoneType:
    for part in torch.split(x, 512):
      h = __torch__.layers.rms_norm(part, self.norms[2 * i + 1], epsilon)
      h = self.gate(self.encoder_linear(h, 4 * i + 2))
      part.add_(self.encoder_linear(h, 4 * i + 3))
    return None

  # Writes keys and values of the decoder layers from first to before end into cross_keys and cross_values
  # [layers, rows, N, L, D]; rows: the cross-attention row of each input.
  def project(self: __torch__.T5, x: Tensor, groups: List[int], rows: List[int], first: int, end: int, cross_keys: Tensor, cross_values: Tensor) -> NoneType:
    for i in range(first, end):
      kv = self.encoder_linear(x, 4 * self.encoder_layers + i)
      __torch__.layers.write_cross(kv, groups, rows, cross_keys.select(0, i), cross_values.select(0, i))
    return None

  # ids [T]: the next tokens of every row, row after row.
  # own, cross: groups of neighbouring rows, as layers.self_attention and layers.cross_attention read them.
  # last: index in [0, T) of the last token of each row, or nothing where every row has one token.
  # Caches are [layers, rows, N, L, D]. Returns the logits [rows, vocabulary] and their log-sum-exp [rows].
  def decode(self: __torch__.T5, ids: List[int], own: List[int], cross: List[int], last: List[int], self_keys: Tensor, self_values: Tensor, cross_keys: Tensor, cross_values: Tensor) -> List[Tensor]:
    x = self.embed(ids)
    places = __torch__.layers.places(own)
    biases = annotate(List[List[Tensor]], [])
    for table in self.decoder_bias:
      biases.append(__torch__.layers.own_biases(table, own))
    own_keys, own_values = __torch__.layers.of_layers(self_keys), __torch__.layers.of_layers(self_values)
    input_keys, input_values = __torch__.layers.of_layers(cross_keys), __torch__.layers.of_layers(cross_values)
    epsilon = torch.tensor([self.epsilon])
    norm = 2 * self.encoder_layers + 1
    for i in range(self.decoder_layers):
      h = __torch__.layers.rms_norm(x, self.norms[norm + 3 * i], epsilon)
      qkv = self.decoder_linear(h, 6 * i)
      attended = __torch__.layers.self_attention(qkv, own, places, own_keys[i], own_values[i], biases[min(i, len(biases) - 1)], 1., self.threads)
      x = x + self.decoder_linear(attended, 6 * i + 1)
      h = __torch__.layers.rms_norm(x, self.norms[norm + 3 * i + 1], epsilon)
      query = self.decoder_linear(h, 6 * i + 2)
      attended = __torch__.layers.cross_attention(query, cross, input_keys[i], input_values[i], 1., self.threads)
      x = x + self.decoder_linear(attended, 6 * i + 3)
      h = __torch__.layers.rms_norm(x, self.norms[norm + 3 * i + 2], epsilon)
      h = self.gate(self.decoder_linear(h, 6 * i + 4))
      x = x + self.decoder_linear(h, 6 * i + 5)
    if len(last) > 0:
      x = x.index_select(0, torch.tensor(last, dtype=4))
    x = __torch__.layers.rms_norm(x, self.norms[norm + 3 * self.decoder_layers], epsilon)
    logits = self.decoder_linear(x * self.output_scale, 6 * self.decoder_layers)
    return [logits, torch.logsumexp(logits, [1])]

  def copy_rows(self: __torch__.T5, sources: List[int], targets: List[int], length: int, self_keys: Tensor, self_values: Tensor) -> NoneType:
    __torch__.layers.copy_rows(self_keys, sources, targets, length)
    __torch__.layers.copy_rows(self_values, sources, targets, length)
    return None
