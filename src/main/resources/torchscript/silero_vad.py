# Silero VAD for 16 kHz: how likely each chunk of 512 samples is speech, given the chunks before it.
# Reference: the network inside silero_vad.jit of the package silero-vad 6.2.3 (snakers4/silero-vad).
# A chunk is looked at together with the 64 samples before it. Everything but the recurrent layer is computed for all
# chunks at once. Weights in this order: weight and bias of four convolutions, the recurrent layer's four, weight and
# bias of the output.
# Shapes: C chunks, 4 frames of a chunk, 129 frequencies, 128 features.
class SileroVad(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
  weights : List[Tensor]

  def add_weight(self: __torch__.SileroVad, weight: Tensor) -> NoneType:
    self.weights.append(weight.clone())
    return None

  # samples [64 + 512 C]; state [2, 128]: output and cell of the recurrent layer after the chunk before.
  # Returns the probabilities [C] and the state after the last chunk.
  def listen(self: __torch__.SileroVad, samples: Tensor, state: Tensor) -> List[Tensor]:
    w = self.weights
    x = self.magnitudes(self.audible(samples).unfold(0, 576, 512))
    x = self.convolve(x, w[0], w[1], 1)
    x = self.convolve(x, w[2], w[3], 2)
    x = self.convolve(x, w[4], w[5], 2)
    x = self.convolve(x, w[6], w[7], 1)
    before = [state.narrow(0, 0, 1).unsqueeze(0), state.narrow(0, 1, 1).unsqueeze(0)]
    outputs, output, cell = torch.lstm(x, before, w[8:12], True, 1, 0., False, False, False)
    score = torch.linear(torch.relu(outputs.view([-1, 128])), w[12].view([1, 128]), w[13])
    return [torch.sigmoid(score).view([-1]), torch.cat([output, cell]).view([2, 128])]

  # One sample that is no number, or so large that its square is none, would spoil the state for all later chunks.
  def audible(self: __torch__.SileroVad, samples: Tensor) -> Tensor:
    return torch.clamp(torch.nan_to_num(samples, 0., 0., 0.), -32768., 32768.)

  # [C, 576] to [C, 4, 129]: frames of 256 samples, 128 apart; the last one reaches 64 samples into a mirror image.
  # The package computes this transform by a convolution with a table.
  def magnitudes(self: __torch__.SileroVad, chunks: Tensor) -> Tensor:
    mirrored = torch.pad(chunks.unsqueeze(1), [0, 64], "reflect").squeeze(1)
    frames = mirrored.unfold(1, 256, 128) * torch.hann_window(256)
    return torch.abs(torch.fft_rfft(frames))

  # x [C, frames, inputs], weight [outputs, inputs, 3]. So few frames are convolved faster as one product of matrices.
  def convolve(self: __torch__.SileroVad, x: Tensor, weight: Tensor, bias: Tensor, stride: int) -> Tensor:
    neighbours = torch.constant_pad_nd(x, [0, 0, 1, 1], 0).unfold(1, 3, stride).transpose(2, 3).flatten(2)
    return torch.relu(torch.linear(neighbours, weight.transpose(1, 2).flatten(1), bias))
