package io.cistern.testing;

import io.cistern.model.silero.SileroModel;
import io.cistern.program.Engine;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The model that hears voices, loaded once for the tests of a class, and the recordings that it was asked for before. */
public abstract class VoiceModelTest {

    protected static final long SEED = Long.getLong("seed", 20261130L);

    protected static SileroModel model;

    @BeforeAll
    protected static void loadModel() {
        Engine.prepare(0);
        Engine.prepareThread();
        System.out.println("seed " + SEED);
        model = SileroModel.load();
    }

    @AfterAll
    protected static void closeModel() {
        model.close();
    }

    protected static List<GoldenRecording> recordings() {
        return GoldenRecording.all();
    }
}
