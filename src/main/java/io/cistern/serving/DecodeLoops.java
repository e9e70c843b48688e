package io.cistern.serving;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.List;
import java.util.Map;

/** The decode loops of the models, by name. */
final class DecodeLoops {

    private final Map<String, DecodeLoop> loops;

    DecodeLoops(List<DecodeLoop> loops) {
        this.loops = loops.stream().collect(toUnmodifiableMap(DecodeLoop::model, loop -> loop));
    }

    DecodeLoop of(ServedModel model) {
        DecodeLoop loop = loops.get(model.id());
        if (loop == null) {
            throw new IllegalArgumentException("model '%s' has no decode loop".formatted(model.id()));
        }
        return loop;
    }
}
