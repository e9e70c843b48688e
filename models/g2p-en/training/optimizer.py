"""Muon for the matrices of the layers, Adam for embeddings, head and position biases.

Muon steps along the nearest orthogonal matrix to the momentum (https://kellerjordan.github.io/posts/muon/); the
coefficients of its Newton-Schulz iteration are those of Polar Express (https://arxiv.org/abs/2505.16932).
"""

from collections import defaultdict

import torch

from model import COMPUTED_IN

POLAR_EXPRESS = [
    (8.28721201814563, -23.595886519098837, 17.300387312530933),
    (4.107059111542203, -2.9478499167379106, 0.5448431082926601),
    (3.9486908534822946, -2.908902115962949, 0.5518191394370137),
    (3.3184196573706015, -2.488488024314874, 0.51004894012372),
]


def orthogonal(stack):
    """Returns the nearest orthogonal matrix, nearly, to each of [N, R, C]."""
    tall = stack.shape[1] > stack.shape[2]
    x = (stack.mT if tall else stack).to(COMPUTED_IN)
    x = x / (x.norm(dim=(1, 2), keepdim=True) * 1.01 + 1e-12)
    for a, b, c in POLAR_EXPRESS:
        gram = x @ x.mT
        x = a * x + torch.baddbmm(gram, gram, gram, beta=b, alpha=c) @ x
    return (x.mT if tall else x).float()


class Muon:
    """State of matrices of one shape, which it updates together."""

    def __init__(self, weights, rate=0.02, momentum=0.95, decay=0.05):
        self.weights, self.rate, self.momentum, self.decay = weights, rate, momentum, decay
        self.average = torch.zeros(len(weights), *weights[0].shape)

    def step(self, gradients, factor):
        gradient = torch.stack(gradients)
        self.average.lerp_(gradient, 1 - self.momentum)
        direction = orthogonal(gradient.lerp(self.average, self.momentum))
        rows, columns = direction.shape[1:]
        rate = self.rate * factor
        torch._foreach_mul_(self.weights, 1 - rate * self.decay)
        torch._foreach_add_(self.weights, direction.unbind(0), alpha=-rate * max(1, rows / columns) ** 0.5)

    def state(self):
        return [self.average]


class Adam:
    """State of one weight; bias-corrected, without weight decay."""

    def __init__(self, weight, rate, betas=(0.9, 0.98)):
        self.weight, self.rate, self.betas = weight, rate, betas
        self.mean, self.square, self.steps = torch.zeros_like(weight), torch.zeros_like(weight), torch.zeros(())

    def step(self, gradients, factor):
        (gradient,) = gradients
        self.steps += 1
        self.mean.lerp_(gradient, 1 - self.betas[0])
        self.square.lerp_(gradient.square(), 1 - self.betas[1])
        mean = self.mean / (1 - self.betas[0] ** self.steps)
        square = self.square / (1 - self.betas[1] ** self.steps)
        self.weight.sub_(self.rate * factor * mean / (square.sqrt() + 1e-8))

    def state(self):
        return [self.mean, self.square, self.steps]


class Optimizer:
    """Updates a dictionary of weights in independent parts, which may run on several threads."""

    def __init__(self, weights, part=6):
        self.parts = []  # (names, rule)
        shapes = defaultdict(list)
        for name, weight in weights.items():
            if "relative_attention_bias" in name:
                self.parts.append(([name], Adam(weight, rate=0.02)))
            elif ".block." in name:
                shapes[weight.shape].append(name)
            else:
                self.parts.append(([name], Adam(weight, rate=0.004)))
        for names in shapes.values():
            for start in range(0, len(names), part):
                some = names[start : start + part]
                self.parts.append((some, Muon([weights[name] for name in some])))

    def step(self, gradients, factor, run):
        """Steps by `factor` of each rule's rate; `run` maps a function over the parts."""

        @torch.no_grad()
        def update(part):
            names, rule = part
            rule.step([gradients[name] for name in names], factor)

        run(update, self.parts)

    def state(self):
        return [tensor for _, rule in self.parts for tensor in rule.state()]

    def restore(self, state):
        for mine, saved in zip(self.state(), state, strict=True):
            mine.copy_(saved)
