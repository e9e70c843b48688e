package io.cistern.serving;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.model.AudioSource;
import io.cistern.model.EncoderSource;
import io.cistern.model.Task;
import io.cistern.model.TokenSource;
import io.cistern.serving.GenerationAnswer.Verification;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A first request before anybody else's: it warms the programs up and shows that the allocated cache gives what a growing
 * one does.
 */
final class SelfCheck {

    private static final Logger log = LoggerFactory.getLogger(SelfCheck.class);
    private static final String PROMPT = "hello";
    private static final double TONE_RADIANS_PER_SAMPLE = 2 * Math.PI * 440 / AudioSource.SAMPLE_RATE;
    private static final int NEW_TOKENS = 4;

    private final DecodeLoop loop;
    private final ServedModel model;

    SelfCheck(DecodeLoop loop, ServedModel model) {
        this.loop = loop;
        this.model = model;
    }

    void run() {
        int newTokens = Math.min(NEW_TOKENS, model.capacity().maxCacheLength() - 1);
        GenerationConfig config = GenerationConfig.builder(newTokens).build();
        try {
            DecodeJob job = DecodeJob.verified(new GenerationJob(source(), config), StepObserver.NONE);
            DecodeRequest request = new DecodeRequest(List.of(), List.of(job));
            loop.submit(job);
            report(request.await().verification());
        } catch (RuntimeException ex) {
            throw new SelfCheckFailedException(loop.model(), ex);
        }
    }

    private EncoderSource source() {
        return model.config().task() == Task.SPEECH ? AudioSource.shortRecording(tone()) : new TokenSource(promptIds());
    }

    private int[] promptIds() {
        return EncodedInput.of(
                        model.tokenizer(),
                        PROMPT,
                        Truncation.toLast(model.capacity().maxEncoderLength()))
                .tokenIds();
    }

    /** A second of a sine of 440 Hz at half the loudness. */
    private static float[] tone() {
        float[] samples = new float[AudioSource.SAMPLE_RATE];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (float) (0.5 * Math.sin(i * TONE_RADIANS_PER_SAMPLE));
        }
        return samples;
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
