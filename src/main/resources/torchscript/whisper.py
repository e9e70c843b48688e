# Whisper, multilingual and English, and its distilled forms, told apart by the attributes that Java sets from config.json.
# Reference: transformers/models/whisper/modeling_whisper.py and feature_extraction_whisper.py. Weights come in the order
# of use, each norm with its shift and each linear layer with its bias (zeros where the checkpoint has none):
#   norms: for each encoder layer attention, feed-forward; encoder; for each decoder layer self-attention, cross-attention,
#     feed-forward; decoder
#   encoder: for each layer query+key+value, output, feed-forward in, feed-forward out; then for each decoder layer the
#     cross-attention key+value
#   decoder: for each layer query+key+value, output, cross query, cross output, feed-forward in, feed-forward out; then the
#     head, which has no bias
# Shapes: S samples, M mel bands, F frames of 10 ms, T tokens or encoder positions, N heads, D head size, W model width.
class Whisper(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
  encoder_heads : int
  encoder_layers : int
  decoder_layers : int
  encoder_scale : float
  decoder_scale : float
  embedding_scale : float
  threads : int
  encoder_int8 : bool
  decoder_int8 : bool
  levels : int
  features : List[Tensor]
  convolutions : List[Tensor]
  positions : List[Tensor]
  embedding : List[Tensor]
  norms : List[Tensor]
  shifts : List[Tensor]
  encoder_biases : List[Tensor]
  decoder_biases : List[Tensor]
  encoder_linears : List[List[Tensor]]
  decoder_linears : List[List[Tensor]]
  encoder_packed : List[__torch__.torch.classes.quantized.LinearPackedParamsBase]
  decoder_packed : List[__torch__.torch.classes.quantized.LinearPackedParamsBase]

  # [M, 201]: how much of each frequency belongs to each band.
  def set_filters(self: __torch__.Whisper, filters: Tensor) -> NoneType:
    self.features = [torch.hann_window(400), filters.clone()]
    return None

  def add_convolution(self: __torch__.Whisper, weight: Tensor, bias: Tensor) -> NoneType:
    self.convolutions.append(weight.clone())
    self.convolutions.append(bias.clone())
    return None

  # The encoder's, then the decoder's.
  def add_positions(self: __torch__.Whisper, weight: Tensor) -> NoneType:
    self.positions.append(weight.clone())
    return None

  def add_embedding(self: __torch__.Whisper, weight: Tensor) -> NoneType:
    self.embedding.append(weight.clone())
    return None

  def add_norm(self: __torch__.Whisper, weight: Tensor, shift: Tensor) -> NoneType:
    self.norms.append(weight.clone())
    self.shifts.append(shift.clone())
    return None

  def add_encoder_linear(self: __torch__.Whisper, parts: List[Tensor], biases: List[Tensor]) -> NoneType:
    weight = torch.cat(parts, 0)
    self.encoder_biases.append(torch.cat(biases, 0))
    if self.encoder_int8:
      self.encoder_packed.append(__torch__.quantization.pack(weight))
    else:
      self.encoder_linears.append(__torch__.encoder_dense.pack(weight, 1500))
    return None

  def add_decoder_linear(self: __torch__.Whisper, parts: List[Tensor], biases: List[Tensor]) -> NoneType:
    self.decoder_biases.append(torch.cat(biases, 0))
    self.pack_decoder_linear(torch.cat(parts, 0))
    return None

  def add_head(self: __torch__.Whisper, weight: Tensor) -> NoneType:
    self.pack_decoder_linear(weight)
    return None

  def tie_head(self: __torch__.Whisper) -> NoneType:
    self.pack_decoder_linear(self.embedding[0])
    return None

  def pack_decoder_linear(self: __torch__.Whisper, weight: Tensor) -> NoneType:
    if self.decoder_int8:
      self.decoder_packed.append(__torch__.quantization.pack(weight))
    else:
      self.decoder_linears.append(__torch__.dense.pack(weight, 8))
    return None

  def encoder_linear(self: __torch__.Whisper, x: Tensor, index: int) -> Tensor:
    if self.encoder_int8:
      return __torch__.quantization.linear(x, self.encoder_packed[index], self.levels, self.encoder_biases[index])
    return __torch__.encoder_dense.linear(x, self.encoder_linears[index], self.encoder_biases[index])

  def decoder_linear(self: __torch__.Whisper, x: Tensor, index: int) -> Tensor:
    bias = annotate(Optional[Tensor], None)
    if index < len(self.decoder_biases):
      bias = self.decoder_biases[index]
    if self.decoder_int8:
      return __torch__.quantization.linear(x, self.decoder_packed[index], self.levels, bias)
    return __torch__.dense.linear(x, self.decoder_linears[index], bias)

  def norm(self: __torch__.Whisper, x: Tensor, index: int) -> Tensor:
    return torch.layer_norm(x, [x.size(1)], self.norms[index], self.shifts[index], 1e-5)

  # samples [S] of consecutive frames, each 160 samples after the one before and 400 long; before, after: samples that the
  # recording lacks at its ends and that are mirrored there. Gives log10 of the energy in each band [M, frames].
  def log_mel(self: __torch__.Whisper, samples: Tensor, before: int, after: int) -> Tensor:
    x = torch.reflection_pad1d(samples.unsqueeze(0), [before, after]).squeeze(0)
    spectrum = torch.stft(x, 400, 160, 400, self.features[0], False, "reflect", False, True, True)
    return torch.matmul(self.features[1], spectrum.abs().pow(2)).clamp(1e-10).log10()

  def highest_log_mel(self: __torch__.Whisper, samples: Tensor, before: int, after: int) -> Tensor:
    return self.log_mel(samples, before, after).amax()

  # The features [M, frames] of a window of so many frames, of which the recording may have only the first; highest: the
  # highest log_mel of the whole recording, or not a number if these samples are all of it.
  def window(self: __torch__.Whisper, samples: Tensor, before: int, after: int, highest: float, frames: int) -> Tensor:
    mel = self.log_mel(samples, before, after)
    if highest == highest:
      mel = mel.clamp(highest - 8.0)
    else:
      mel = torch.maximum(mel, mel.amax() - 8.0)
    return torch.constant_pad_nd((mel + 4.0) / 4.0, [0, frames - mel.size(1)], 0)

  # features [M, F] to [F / 2, W].
  def embed(self: __torch__.Whisper, features: Tensor) -> Tensor:
    x = torch.gelu_(torch.conv1d(features.unsqueeze(0), self.convolutions[0], self.convolutions[1], [1], [1], [1], 1))
    x = torch.gelu_(torch.conv1d(x, self.convolutions[2], self.convolutions[3], [2], [1], [1], 1))
    return x.squeeze(0).t() + self.positions[0]

  # Encoder layers from first to before end over one window; the last one's output [T, W] is normalised.
  def encode(self: __torch__.Whisper, x: Tensor, first: int, end: int) -> Tensor:
    for i in range(first, end):
      qkv = self.encoder_linear(self.norm(x, 2 * i), 4 * i).view([1, x.size(0), 3, self.encoder_heads, -1])
      query, keys, values = torch.unbind(qkv.permute([2, 0, 3, 1, 4]), 0)
      attended = torch.scaled_dot_product_attention(query, keys, values, None, 0., False, scale=self.encoder_scale)
      x = x + self.encoder_linear(attended.transpose(1, 2).reshape([x.size(0), -1]), 4 * i + 1)
      self.feed_forward(x, i)
    if end == self.encoder_layers:
      x = self.norm(x, 2 * self.encoder_layers)
    return x

  # Adds to x [T, W], some positions at a time, so that what lies between the two linear layers stays in the CPU's cache.
  def feed_forward(self: __torch__.Whisper, x: Tensor, i: int) -> NoneType:
    for part in torch.split(x, 500):
      h = torch.gelu_(self.encoder_linear(self.norm(part, 2 * i + 1), 4 * i + 2))
      part.add_(self.encoder_linear(h, 4 * i + 3))
    return None

  # Writes keys and values of the decoder layers from first to before end into a row of cross_keys and cross_values
  # [layers, rows, N, L, D].
  def project(self: __torch__.Whisper, x: Tensor, row: int, first: int, end: int, cross_keys: Tensor, cross_values: Tensor) -> NoneType:
    for i in range(first, end):
      kv = self.encoder_linear(x, 4 * self.encoder_layers + i)
      __torch__.layers.write_cross(kv, [1, x.size(0)], [row], cross_keys.select(0, i), cross_values.select(0, i))
    return None

  # ids [T]: the next tokens of every row, row after row.
  # own, cross: groups of neighbouring rows, as layers.self_attention and layers.cross_attention read them.
  # last: index in [0, T) of the last token of each row, or nothing where every row has one token.
  # Caches are [layers, rows, N, L, D]. Returns the logits [rows, vocabulary] and their log-sum-exp [rows].
  def decode(self: __torch__.Whisper, ids: List[int], own: List[int], cross: List[int], last: List[int], self_keys: Tensor, self_values: Tensor, cross_keys: Tensor, cross_values: Tensor) -> List[Tensor]:
    places = __torch__.layers.places(own)
    x = self.embed_tokens(ids, own)
    biases = annotate(List[Tensor], [])
    if len(last) > 0:
      biases = __torch__.layers.own_biases(self.causal(self.positions[1].size(0)), own)
    own_keys, own_values = __torch__.layers.of_layers(self_keys), __torch__.layers.of_layers(self_values)
    audio_keys, audio_values = __torch__.layers.of_layers(cross_keys), __torch__.layers.of_layers(cross_values)
    for i in range(self.decoder_layers):
      x = self.attend_tokens(x, i, own, places, own_keys[i], own_values[i], biases)
      query = self.cross_query(x, i)
      x = self.attend_audio(x, query, i, cross, audio_keys[i], audio_values[i])
    if len(last) > 0:
      x = x.index_select(0, torch.tensor(last, dtype=4))
    logits = self.decoder_linear(self.norm(x, 2 * self.encoder_layers + 1 + 3 * self.decoder_layers), 6 * self.decoder_layers)
    return [logits, torch.logsumexp(logits, [1])]

  # Feeds all tokens of a row from its first position and returns how they attend to the audio [heads, T, L].
  # heads: (layer, head) in ascending order.
  def alignment(self: __torch__.Whisper, ids: List[int], own: List[int], cross: List[int], heads: List[int], self_keys: Tensor, self_values: Tensor, cross_keys: Tensor, cross_values: Tensor) -> Tensor:
    places = __torch__.layers.places(own)
    x = self.embed_tokens(ids, own)
    biases = __torch__.layers.own_biases(self.causal(len(ids)), own)
    own_keys, own_values = __torch__.layers.of_layers(self_keys), __torch__.layers.of_layers(self_values)
    audio_keys, audio_values = __torch__.layers.of_layers(cross_keys), __torch__.layers.of_layers(cross_values)
    weights = annotate(List[Tensor], [])
    for i in range(self.decoder_layers):
      x = self.attend_tokens(x, i, own, places, own_keys[i], own_values[i], biases)
      query = self.cross_query(x, i)
      keys = audio_keys[i].select(1, cross[0]).narrow(1, 0, cross[3])
      for h in range(len(heads) // 2):
        if heads[2 * h] == i:
          head = heads[2 * h + 1]
          part = query.view([len(ids), keys.size(0), -1]).select(1, head)
          weights.append(torch.softmax(torch.matmul(part, keys.select(0, head).t()) * self.decoder_scale, -1))
      x = self.attend_audio(x, query, i, cross, audio_keys[i], audio_values[i])
    return torch.stack(weights, 0)

  # A token does not attend to those behind it: biases by distance [1, 2P - 1] as layers.distance_bias reads them.
  def causal(self: __torch__.Whisper, positions: int) -> Tensor:
    distances = torch.arange(1 - positions, positions, dtype=4)
    return torch.zeros([1, 2 * positions - 1]).masked_fill(distances.gt(0), -inf)

  def embed_tokens(self: __torch__.Whisper, ids: List[int], own: List[int]) -> Tensor:
    x = torch.embedding(self.embedding[0], torch.tensor(ids, dtype=4))
    if self.embedding_scale != 1.:
      x = x * self.embedding_scale
    start = 0
    for g in range(len(own) // 4):
      rows, position, tokens = own[4 * g + 1], own[4 * g + 2], own[4 * g + 3]
      part = x.narrow(0, start, rows * tokens).view([rows, tokens, x.size(1)])
      part.add_(self.positions[1].narrow(0, position, tokens))
      start = start + rows * tokens
    return x

  def attend_tokens(self: __torch__.Whisper, x: Tensor, i: int, own: List[int], places: List[Optional[Tensor]], keys: Tensor, values: Tensor, biases: List[Tensor]) -> Tensor:
    qkv = self.decoder_linear(self.norm(x, 2 * self.encoder_layers + 1 + 3 * i), 6 * i)
    attended = __torch__.layers.self_attention(qkv, own, places, keys, values, biases, self.decoder_scale, self.threads)
    return x + self.decoder_linear(attended, 6 * i + 1)

  def cross_query(self: __torch__.Whisper, x: Tensor, i: int) -> Tensor:
    return self.decoder_linear(self.norm(x, 2 * self.encoder_layers + 2 + 3 * i), 6 * i + 2)

  def attend_audio(self: __torch__.Whisper, x: Tensor, query: Tensor, i: int, cross: List[int], keys: Tensor, values: Tensor) -> Tensor:
    attended = __torch__.layers.cross_attention(query, cross, keys, values, self.decoder_scale, self.threads)
    x = x + self.decoder_linear(attended, 6 * i + 3)
    h = torch.gelu(self.decoder_linear(self.norm(x, 2 * self.encoder_layers + 3 + 3 * i), 6 * i + 4))
    return x + self.decoder_linear(h, 6 * i + 5)

  def copy_rows(self: __torch__.Whisper, sources: List[int], targets: List[int], length: int, self_keys: Tensor, self_values: Tensor) -> NoneType:
    __torch__.layers.copy_rows(self_keys, sources, targets, length)
    __torch__.layers.copy_rows(self_values, sources, targets, length)
    return None
