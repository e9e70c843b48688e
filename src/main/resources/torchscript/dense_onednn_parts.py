# Linear layers by oneDNN as in dense_onednn.py, with wide ones cut into parts: on some CPUs its fast kernels end at some
# thousand outputs.

def pack(weight: Tensor, rows: int) -> List[Tensor]:
  parts = annotate(List[Tensor], [])
  if weight.size(0) <= 2048:
    parts.append(ops.mkldnn._reorder_linear_weight(weight, rows))
    return parts
  start = 0
  while start < weight.size(0):
    width = min(1024, weight.size(0) - start)
    parts.append(ops.mkldnn._reorder_linear_weight(weight.narrow(0, start, width).contiguous(), rows))
    start = start + width
  return parts

def linear(x: Tensor, weight: List[Tensor], bias: Optional[Tensor]) -> Tensor:
  if len(weight) == 1:
    return ops.mkldnn._linear_pointwise(x, weight[0], bias, "none", [], "")
  parts = annotate(List[Tensor], [])
  for part in weight:
    parts.append(ops.mkldnn._linear_pointwise(x, part, None, "none", [], ""))
  y = torch.cat(parts, 1)
  if bias is not None:
    y = y.add_(bias)
  return y
