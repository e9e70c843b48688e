package io.cistern.program;

import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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

    /** A product that is known says whether 8-bit kernels are there, and whether they are exact. */
    private static final class IntegerArithmeticHolder {

        private static final int INNER = 256;
        private static final IntegerArithmetic PROBED = probe();

        private static IntegerArithmetic probe() {
            try (NDManager scope = Engine.newScope();
                    TensorProgram probe = TensorProgram.builder("Probe", "probe")
                            .libraries("quantization")
                            .load(scope)) {
                for (int rows : new int[] {1, 4, 33}) {
                    NDArray product = probe.compute(scope, "multiply", rows, INNER);
                    for (float value : product.toFloatArray()) {
                        if (Math.abs(value - INNER) > INNER * 1e-3f) {
                            return IntegerArithmetic.SATURATING;
                        }
                    }
                }
                return IntegerArithmetic.EXACT;
            } catch (EngineException ex) {
                return IntegerArithmetic.NONE;
            }
        }
    }

    /** The CPU says whether it has the instructions, and a product whether the engine gains by them. */
    private static final class BrainFloatsHolder {

        private static final Path CPU = Path.of("/proc/cpuinfo");

        /** Share of the time in 32-bit floats; a smaller gain could be chance, and costs exactness. */
        private static final double CLEARLY_FASTER = 0.7;

        private static final int TIMES = 10;
        private static final int REPETITIONS = 3;
        private static final boolean PROBED = hasInstructions() && isFaster();

        private static boolean hasInstructions() {
            try {
                String flags = Files.exists(CPU) ? Files.readString(CPU) : "";
                return flags.contains("amx_bf16") || flags.contains("avx512_bf16");
            } catch (IOException ex) {
                return false;
            }
        }

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
                    TensorProgram probe = TensorProgram.builder("ProbeDense", "probe_dense")
                            .library("dense", library)
                            .denseLists("packed")
                            .load(scope)) {
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
