package io.cistern.testing;

import ai.djl.util.Utils;
import io.cistern.program.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Loads the engine in one of the build's processes at a time: DJL loads every file of its folder, unpacked whole or not. */
public final class EngineUnpacking implements LauncherSessionListener {

    /** What pom.xml gives to the processes that run unit tests. */
    private static final String THREADS = "ai.djl.pytorch.num_threads";

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (System.getProperty(THREADS) == null) {
            return;
        }
        Path folder = Utils.getEngineCacheDir("pytorch");
        try {
            Files.createDirectories(folder);
            try (FileChannel file = FileChannel.open(
                            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = file.lock()) {
                Engine.prepare(0);
                Engine.threads();
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
