package io.cistern.model;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cistern.model.t5.T5Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFamiliesTests {

    private final ModelFamilies families = new ModelFamilies(new T5Family());

    @TempDir
    private Path folder;

    @Test
    void anUnknownModelTypeNamesTheKnownOnes() throws IOException {
        assertRefused("{\"model_type\": \"bart\"}", "model_type 'bart' is not known; known are byt5, mt5, t5, umt5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"model_type\": null}", "{\"model_type\": {}}"})
    void aMissingModelTypeNamesTheKnownOnes(String config) throws IOException {
        assertRefused(config, "known are byt5, mt5, t5, umt5");
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"BF16", "BF16_INT8"})
    void aPrecisionThatTheFamilyDoesNotHaveNamesThoseItHas(Precision precision) {
        String name = precision.name().toLowerCase(Locale.ROOT).replace('_', '-');
        assertThatExceptionOfType(UnsupportedModelException.class)
                .isThrownBy(() -> families.load(Path.of("models/g2p-en"), precision))
                .withMessage("precision %s is configured, but models of type byt5, mt5, t5, umt5 compute in fp32, int8"
                        .formatted(name));
    }

    private void assertRefused(String config, String message) throws IOException {
        Files.writeString(folder.resolve("config.json"), config);
        Files.copy(Path.of("models/g2p-en/model.safetensors"), folder.resolve("model.safetensors"));
        assertThatExceptionOfType(UnsupportedModelException.class)
                .isThrownBy(() -> families.load(folder, Precision.FP32))
                .withMessageContaining(folder.resolve("config.json").toString())
                .withMessageContaining(message);
    }
}
