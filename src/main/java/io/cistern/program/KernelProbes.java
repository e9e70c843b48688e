package io.cistern.program;

import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What the engine's kernels can do on this CPU, each found out once, by running it, when it is first asked for. */
public final class KernelProbes {

    private KernelProbes() {}

    /** Returns the source of the linear layers in 32-bit floats that this engine runs fastest. */
    public static String denseLibrary() {
        return DenseLibraryHolder.PROBED;
    }

    /** Returns how 8-bit integers can be multiplied here, found out by a product that is known. */
    public static IntegerArithmetic integerArithmetic() {
        return IntegerArithmeticHolder.PROBED;
    }

    /** Returns whether this CPU multiplies 16-bit brain floats in hardware, clearly faster than 32-bit floats. */
    public static boolean multipliesBrainFloatsFast() {
        return BrainFloatsHolder.PROBED;
    }

    /**
     * Returns whether this CPU multiplies 8-bit integers in tiles and the engine lets it: with many rows that is faster
     * than the engine's own packed product. Nothing is measured for it, so that results are those of every start.
     */
    public static boolean multipliesIntegersInTiles() {
        return IntegerTilesHolder.PROBED;
    }

    /** A product that is known says whether 8-bit kernels are there, and whether they are exact. */
    private static final class IntegerArithmeticHolder {

        private static final int INNER = 256;
        private static final IntegerArithmetic PROBED = probe();

        private static IntegerArithmetic probe() {
            try (NDManager scope = Engine.newScope();
                    TensorProgram probe = TensorProgram.builder("Probe", "probe")
                            .libraries("quantization")
                            .load(scope)) {
                boolean exact = IntStream.of(1, 4, 33)
                        .allMatch(rows -> isExact(probe.compute(scope, "multiply", rows, INNER), INNER));
                return exact ? IntegerArithmetic.EXACT : IntegerArithmetic.SATURATING;
            } catch (EngineException ex) {
                return IntegerArithmetic.NONE;
            }
        }
    }

    /** The CPU says whether it has the instructions, and a product that is known whether the engine uses them rightly. */
    private static final class IntegerTilesHolder {

        private static final int ROWS = 64;
        private static final int OUTPUTS = 32;
        private static final int INNER = 256;
        private static final boolean PROBED = hasInstructions("amx_int8") && runs();

        private static boolean runs() {
            try (NDManager scope = Engine.newScope();
                    TensorProgram probe = denseProbe("dense_int8", scope)) {
                probe.run("load", OUTPUTS, INNER, ROWS);
                return isExact(probe.compute(scope, "multiply", ROWS, INNER), INNER);
            } catch (EngineException ex) {
                return false;
            }
        }
    }

    private static TensorProgram denseProbe(String library, NDManager scope) {
        return TensorProgram.builder("ProbeDense", "probe_dense")
                .library("dense", library)
                .denseLists("packed")
                .load(scope);
    }

    private static boolean isExact(NDArray product, float expected) {
        for (float value : product.toFloatArray()) {
            if (Math.abs(value - expected) > expected * 1e-3f) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the CPU has one of these instruction sets; known on Linux only. */
    private static boolean hasInstructions(String... names) {
        Path cpu = Path.of("/proc/cpuinfo");
        try {
            String flags = Files.exists(cpu) ? Files.readString(cpu) : "";
            return Arrays.stream(names).anyMatch(flags::contains);
        } catch (IOException ex) {
            return false;
        }
    }

    /** The CPU says whether it has the instructions, and a product whether the engine gains by them. */
    private static final class BrainFloatsHolder {

        /** Share of the time in 32-bit floats; a smaller gain could be chance, and costs exactness. */
        private static final double CLEARLY_FASTER = 0.7;

        private static final int TIMES = 10;
        private static final int REPETITIONS = 3;
        private static final boolean PROBED = hasInstructions("amx_bf16", "avx512_bf16") && isFaster();

        private static boolean isFaster() {
            try (NDManager scope = Engine.newScope();
                    TensorProgram probe = TensorProgram.builder("ProbeBfloat16", "probe_bfloat16")
                            .libraries("dense_bfloat16")
                            .library("dense", denseLibrary())
                            .load(scope)) {
                return shortest(probe, true) < CLEARLY_FASTER * shortest(probe, false);
            }
        }

        private static long shortest(TensorProgram probe, boolean brainFloats) {
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < REPETITIONS; i++) {
                long start = System.nanoTime();
                probe.run("multiply", brainFloats, TIMES);
                shortest = Math.min(shortest, System.nanoTime() - start);
            }
            return shortest;
        }
    }

    /** A product as wide as a vocabulary says which of the libraries run, and which of them is the fastest. */
    private static final class DenseLibraryHolder {

        private static final String GENERAL = "dense_general";
        private static final List<String> PACKED = List.of("dense_onednn", "dense_onednn_parts");
        private static final int OUTPUTS = 32_768;
        private static final int INNER = 256;
        private static final int REPETITIONS = 8;
        private static final String PROBED = fastest();

        private static String fastest() {
            String fastest = GENERAL;
            long shortest = Long.MAX_VALUE;
            for (String library : PACKED) {
                long nanos = shortest(library);
                if (nanos < shortest) {
                    shortest = nanos;
                    fastest = library;
                }
            }
            return fastest;
        }

        /** Returns the shortest time of a product of one row, or the largest number where the library does not run. */
        private static long shortest(String library) {
            try (NDManager scope = Engine.newScope();
                    TensorProgram probe = denseProbe(library, scope)) {
                probe.run("load", OUTPUTS, INNER, 1);
                long shortest = Long.MAX_VALUE;
                for (int i = 0; i < REPETITIONS; i++) {
                    long start = System.nanoTime();
                    try (NDArray product = probe.compute(scope, "multiply", 1, INNER)) {
                        shortest = Math.min(shortest, System.nanoTime() - start);
                    }
                }
                return shortest;
            } catch (EngineException ex) {
                return Long.MAX_VALUE;
            }
        }
    }
}
