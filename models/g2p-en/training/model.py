"""T5 in plain PyTorch, for training: the weights are a dictionary with the names that Transformers uses.

It knows no padding of inputs, because the examples of a micro-batch have inputs of one length, and no scale in the
norms, because the matrix that follows can learn it. Two things differ while training and are folded into the weights
on export, so that these are T5's: attention is scaled by the root of the head size, and norms also take the mean away,
for which PyTorch has one kernel. Without a mean in what is written to the residual stream, both norms are the same.

Shapes: B examples, S bytes in, T bytes out, H heads, D size of a head, M size of the model.
"""

import math
from dataclasses import asdict, dataclass

import torch
from torch.nn import functional as F

PAD, END, VOCABULARY = 0, 1, 384
TRAINED_IDS = 128  # ASCII + 3 and the special tokens: nothing else is ever answered
IGNORED = -100
# 16 bits where a core has AMX: ten times as fast as 32. Without such hardware they are ten times as slow.
COMPUTED_IN = torch.bfloat16 if torch.cpu._is_amx_tile_supported() else torch.float32
UNTRAINED_OUTPUT = 2  # <unk>, which no target holds, lends its row of the head to the ids that are not trained


@dataclass(frozen=True)
class Shape:
    d_model: int = 256
    d_kv: int = 32
    d_ff: int = 768
    num_heads: int = 8
    num_layers: int = 6
    num_decoder_layers: int = 2
    relative_attention_num_buckets: int = 32
    relative_attention_max_distance: int = 128

    def config(self):
        """Returns what config.json says, in the names of Transformers."""
        return asdict(self) | {
            "architectures": ["T5ForConditionalGeneration"],
            "model_type": "t5",
            "vocab_size": VOCABULARY,
            "feed_forward_proj": "relu",
            "dense_act_fn": "relu",
            "is_gated_act": False,
            "is_encoder_decoder": True,
            "tie_word_embeddings": False,
            "dropout_rate": 0.0,
            "layer_norm_epsilon": 1e-6,
            "pad_token_id": PAD,
            "eos_token_id": END,
            "decoder_start_token_id": PAD,
            "dtype": "float16",
            "use_cache": True,
        }


def encode(text):
    return [byte + 3 for byte in text.encode()] + [END]


def decode(ids):
    ids = ids[: ids.index(END)] if END in ids else ids
    return bytes(i - 3 for i in ids if 3 <= i < 259).decode(errors="replace")


def initial_weights(shape, generator):
    """Returns fresh weights; the matrices that write into the residual stream begin at zero."""
    inner = shape.num_heads * shape.d_kv

    def normal(rows, columns, deviation):
        return torch.randn(rows, columns, generator=generator) * deviation

    def attention(prefix):
        for name in "qkv":
            weights[f"{prefix}.{name}.weight"] = normal(inner, shape.d_model, shape.d_model**-0.5)
        weights[f"{prefix}.o.weight"] = torch.zeros(shape.d_model, inner)

    def feed_forward(prefix):
        weights[f"{prefix}.DenseReluDense.wi.weight"] = normal(shape.d_ff, shape.d_model, shape.d_model**-0.5)
        weights[f"{prefix}.DenseReluDense.wo.weight"] = torch.zeros(shape.d_model, shape.d_ff)

    weights = {"shared.weight": normal(VOCABULARY, shape.d_model, 0.5)}
    for i in range(shape.num_layers):
        attention(f"encoder.block.{i}.layer.0.SelfAttention")
        feed_forward(f"encoder.block.{i}.layer.1")
    for i in range(shape.num_decoder_layers):
        attention(f"decoder.block.{i}.layer.0.SelfAttention")
        attention(f"decoder.block.{i}.layer.1.EncDecAttention")
        feed_forward(f"decoder.block.{i}.layer.2")
    for side in "encoder", "decoder":
        bias = torch.zeros(shape.relative_attention_num_buckets, shape.num_heads)
        weights[f"{side}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"] = bias
    weights["lm_head.weight"] = torch.zeros(VOCABULARY, shape.d_model)
    return weights


def norm(x):
    return F.layer_norm(x, x.shape[-1:], eps=1e-6)


def buckets(length, shape, bidirectional):
    """Returns the bucket of each distance, [length, length] (T5Attention._relative_position_bucket of Transformers)."""
    distance = torch.arange(length)[None, :] - torch.arange(length)[:, None]
    count, offset = shape.relative_attention_num_buckets, 0
    if bidirectional:
        count //= 2
        offset = (distance > 0) * count
        distance = distance.abs()
    else:
        distance = (-distance).clamp(min=0)
    exact = count // 2
    growth = math.log(shape.relative_attention_max_distance / exact)
    far = exact + (torch.log(distance.clamp(min=1).float() / exact) / growth * (count - exact)).long()
    return offset + torch.where(distance < exact, distance, far.clamp(max=count - 1))


class T5:
    """The forward pass over a dictionary of weights."""

    def __init__(self, shape, weights):
        self.shape, self.weights = shape, weights

    def logits(self, inputs, targets):
        """Returns [B, T, TRAINED_IDS] for inputs [B, S] and the targets [B, T] that are to be foretold."""
        previous = F.pad(targets[:, :-1], (1, 0), value=PAD).clamp(min=PAD)
        return self.decoder(previous, self.encoder(inputs))

    def encoder(self, inputs):
        x = F.embedding(inputs, self.weights["shared.weight"])
        bias = self._bias("encoder", inputs.shape[1], bidirectional=True)
        for i in range(self.shape.num_layers):
            x = x + self._self_attention(f"encoder.block.{i}.layer.0.SelfAttention", norm(x), bias)
            x = x + self._feed_forward(f"encoder.block.{i}.layer.1", norm(x))
        return norm(x)

    def decoder(self, previous, encoded):
        x = F.embedding(previous, self.weights["shared.weight"])
        length = previous.shape[1]
        future = torch.full((length, length), -torch.inf).triu(1)
        bias = (self._bias("decoder", length, bidirectional=False) + future).to(x.dtype)
        for i in range(self.shape.num_decoder_layers):
            x = x + self._self_attention(f"decoder.block.{i}.layer.0.SelfAttention", norm(x), bias)
            x = x + self._cross_attention(f"decoder.block.{i}.layer.1.EncDecAttention", norm(x), encoded)
            x = x + self._feed_forward(f"decoder.block.{i}.layer.2", norm(x))
        return F.linear(norm(x), self.weights["lm_head.weight"][:TRAINED_IDS])

    def _bias(self, side, length, bidirectional):
        table = self.weights[f"{side}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"]
        return F.embedding(buckets(length, self.shape, bidirectional), table).permute(2, 0, 1)  # [H, L, L]

    def _self_attention(self, prefix, x, bias):
        query, key, value = self._project(prefix, "qkv", x)
        return self._attend(prefix, query, key, value, bias)

    def _cross_attention(self, prefix, x, encoded):
        (query,) = self._project(prefix, "q", x)
        key, value = self._project(prefix, "kv", encoded)
        return self._attend(prefix, query, key, value)

    def _project(self, prefix, names, x):
        """Multiplies once for several projections; returns a [B, H, L, D] for each."""
        matrix = torch.cat([self.weights[f"{prefix}.{name}.weight"] for name in names])
        heads = F.linear(x, matrix).view(*x.shape[:2], len(names), self.shape.num_heads, self.shape.d_kv)
        return heads.permute(2, 0, 3, 1, 4).unbind(0)

    def _attend(self, prefix, query, key, value, bias=None):
        scores = (query * self.shape.d_kv**-0.5) @ key.transpose(-1, -2)
        shares = torch.softmax(scores if bias is None else scores + bias, -1)
        merged = (shares @ value).transpose(1, 2).flatten(2)
        return F.linear(merged, self.weights[f"{prefix}.o.weight"])

    def _feed_forward(self, prefix, x):
        hidden = F.relu(F.linear(x, self.weights[f"{prefix}.DenseReluDense.wi.weight"]))
        return F.linear(hidden, self.weights[f"{prefix}.DenseReluDense.wo.weight"])


def summed_loss(shape, weights, inputs, targets):
    """Returns the negative log-likelihood of all target bytes, in nats."""
    logits = T5(shape, weights).logits(inputs, targets)
    return F.cross_entropy(logits.flatten(0, 1).float(), targets.flatten(), ignore_index=IGNORED, reduction="sum")


@torch.no_grad()
def greedy(shape, weights, texts, limit=120):
    """Returns the answers to texts of one length in bytes. It decodes anew at each step: simple, and seldom called."""
    t5 = T5(shape, weights)
    encoded = t5.encoder(torch.tensor([encode(text) for text in texts]))
    ids = torch.full((len(texts), 1), PAD)
    ended = torch.zeros(len(texts), dtype=torch.bool)
    while not ended.all() and ids.shape[1] <= limit:
        best = t5.decoder(ids, encoded)[:, -1].argmax(-1)
        ids = torch.cat([ids, best[:, None]], 1)
        ended |= best == END
    return [decode(row[1:]) for row in ids.tolist()]


def exported(shape, weights):
    """Returns the weights as Transformers and the service read them, in fp16."""
    weights = dict(weights)
    for name in weights:
        if name.endswith("Attention.q.weight"):
            weights[name] = weights[name] * shape.d_kv**-0.5
        elif name.endswith(("Attention.o.weight", ".wo.weight")):
            weights[name] = weights[name] - weights[name].mean(0, keepdim=True)
        elif name == "shared.weight":
            weights[name] = weights[name] - weights[name].mean(1, keepdim=True)
    head = weights["lm_head.weight"].clone()
    head[TRAINED_IDS:] = head[UNTRAINED_OUTPUT]
    weights["lm_head.weight"] = head
    for side, layers, parts in ("encoder", shape.num_layers, 2), ("decoder", shape.num_decoder_layers, 3):
        weights[f"{side}.final_layer_norm.weight"] = torch.ones(shape.d_model)
        for i in range(layers):
            for part in range(parts):
                weights[f"{side}.block.{i}.layer.{part}.layer_norm.weight"] = torch.ones(shape.d_model)
    return {name: weight.half().contiguous() for name, weight in sorted(weights.items())}
