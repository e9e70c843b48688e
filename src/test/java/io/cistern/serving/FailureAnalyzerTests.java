package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.cache.UnsuitableCapacityException;
import io.cistern.checkpoint.CheckpointFormatException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;

class FailureAnalyzerTests {

    private static final CacheCapacity CAPACITY = new CacheCapacity(16, 256, 512);
    private static final CapacitySettings COMMON = new CapacitySettings(1, CapacityOverride.NONE);

    @Test
    void tooLittleMemorySaysHowManyRowsFit() {
        FailureAnalysis analysis = new InsufficientMemoryFailureAnalyzer()
                .analyze(new InsufficientMemoryException("tiny", CAPACITY, COMMON, 1_600_000, 550_000));

        assertThat(analysis.getDescription())
                .contains("'tiny'", "1,600,000 bytes", "16 rows of 100,000 bytes", "550,000 bytes");
        assertThat(analysis.getAction()).contains("cistern.capacity.max-batch-size to 5 or less");
    }

    @Test
    void memoryForNoRowAtAllAsksForShorterOnes() {
        FailureAnalysis analysis = new InsufficientMemoryFailureAnalyzer()
                .analyze(new InsufficientMemoryException("tiny", CAPACITY, COMMON, 1_600_000, 99_999));

        assertThat(analysis.getAction())
                .contains("cistern.capacity.max-cache-length", "cistern.capacity.max-encoder-length");
    }

    @Test
    void aCapacityOfTheModelsOwnIsTheOneToLower() {
        CapacitySettings own = new CapacitySettings(1, new CapacityOverride(16, null, 512));
        assertThat(memoryAction(own, 550_000))
                .startsWith("Lower cistern.models[1].capacity.max-batch-size to 5 or less");
        assertThat(memoryAction(own, 99_999))
                .startsWith("Lower cistern.capacity.max-cache-length or cistern.models[1].capacity.max-encoder-length");
    }

    private static String memoryAction(CapacitySettings settings, long available) {
        return new InsufficientMemoryFailureAnalyzer()
                .analyze(new InsufficientMemoryException("tiny", CAPACITY, settings, 1_600_000, available))
                .getAction();
    }

    @Test
    void aMissingFolderSaysWhereItWasLookedFor() {
        FailureAnalysis analysis = new ModelFolderNotFoundFailureAnalyzer()
                .analyze(start(
                        new ModelFolderNotFoundException("tiny", List.of(Path.of("/a/tiny"), Path.of("/b/tiny")))));

        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription()).contains("'tiny'", "/a/tiny", "/b/tiny");
        assertThat(analysis.getAction()).contains("cistern.models[1].path");
    }

    @Test
    void aDamagedCheckpointNamesFileAndTensor() {
        RuntimeException damaged =
                new CheckpointFormatException(Path.of("/a/model.safetensors"), "shared.weight", "is missing");
        FailureAnalysis analysis =
                new UnusableCheckpointFailureAnalyzer().analyze(new IllegalStateException("bean", start(damaged)));

        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription())
                .contains("Model 'tiny'", "/a/model.safetensors", "shared.weight", "is missing");
        assertThat(analysis.getAction()).contains("cistern.models[1].path");
        assertThat(analysis.getCause()).isSameAs(damaged);
    }

    @Test
    void anUnsuitableCapacityNamesTheSettingAndItsValue() {
        FailureAnalysis analysis = new UnsuitableCapacityFailureAnalyzer()
                .analyze(start(UnsuitableCapacityException.tooSmall(Bound.ENCODER_LENGTH, 512, 1500)));

        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription())
                .contains("Model 'tiny'", "max-encoder-length is 512", "always needs 1500");
        assertThat(analysis.getAction()).contains("cistern.models[1].capacity.max-encoder-length", "to 1500");
    }

    @Test
    void aListThatWasReplacedInPartSaysSo() {
        FailureAnalysis analysis = new IncompleteModelFailureAnalyzer()
                .analyze(new IllegalStateException("binding", new IncompleteModelException(0, "id")));

        assertThat(analysis.getDescription()).contains("cistern.models[0] has no id", "A list is replaced as a whole");
        assertThat(analysis.getAction()).contains("id and path of all models");
    }

    @Test
    void otherFailuresAreLeftToOthers() {
        assertThat(new UnusableCheckpointFailureAnalyzer().analyze(new IllegalStateException("else")))
                .isNull();
        assertThat(new ModelFolderNotFoundFailureAnalyzer().analyze(start(new IllegalStateException("else"))))
                .isNull();
        assertThat(new UnsuitableCapacityFailureAnalyzer().analyze(start(new IllegalStateException("else"))))
                .isNull();
    }

    private static RuntimeException start(RuntimeException cause) {
        return new ModelStartFailedException("tiny", 1, cause);
    }
}
