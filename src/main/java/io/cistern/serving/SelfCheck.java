package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.serving.GenerationAnswer.Verification;
import io.cistern.tokenization.TextTokenizer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A first request before anybody else's: it warms the programs up and shows that the
 * allocated cache gives what a growing one does.
 */
final class SelfCheck {

    private static final Logger log = LoggerFactory.getLogger(SelfCheck.class);
    private static final String PROMPT = "hello";
    private static final int NEW_TOKENS = 4;

    private final DecodeLoop loop;
    private final TextTokenizer tokenizer;

    SelfCheck(DecodeLoop loop, TextTokenizer tokenizer) {
        this.loop = loop;
        this.tokenizer = tokenizer;
    }

    void run(CacheCapacity capacity) {
        GenerationConfig config = GenerationConfig.builder(Math.min(NEW_TOKENS, capacity.maxCacheLength() - 1))
                .build();
        EncodedInput input = EncodedInput.of(tokenizer, PROMPT, capacity.maxEncoderLength());
        DecodeJob job = DecodeJob.verified(new GenerationJob(input.tokenIds(), config));
        DecodeRequest request = new DecodeRequest(List.of(input), List.of(job));
        try {
            loop.submit(request.jobs());
            report(request.await().verification());
        } catch (RuntimeException ex) {
            throw new SelfCheckFailedException(loop.model(), ex);
        }
    }

    private void report(@Nullable Verification verification) {
        if (verification != null && !verification.identical()) {
            log.warn(
                    "The allocated cache of model '{}' gave other tokens than a growing one; largest logit difference {}",
                    loop.model(),
                    verification.largestLogitDifference());
        }
    }
}
