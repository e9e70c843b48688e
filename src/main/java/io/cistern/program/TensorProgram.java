package io.cistern.program;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValue;
import ai.djl.pytorch.jni.IValueUtils;
import ai.djl.pytorch.jni.JniUtils;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A TorchScript module whose source is kept under {@code torchscript/}. Arguments are arrays, lists of arrays,
 * numbers, lists of whole numbers and flags; everything native that a call makes is closed, also when it fails.
 */
public final class TensorProgram implements AutoCloseable {

    private final PtSymbolBlock module;
    private final boolean alone;

    private TensorProgram(PtSymbolBlock module, boolean alone) {
        this.module = module;
        this.alone = alone;
    }

    public static Builder builder(String moduleClass, String source) {
        return new Builder(moduleClass, source);
    }

    /** Runs a method that returns nothing. */
    public void run(String method, Object... arguments) {
        try (IValue ignored = invoke(method, arguments)) {
            // closed at once
        }
    }

    /** Runs a method that returns one array, which {@code scope} owns. */
    public NDArray compute(NDManager scope, String method, Object... arguments) {
        try (IValue result = invoke(method, arguments)) {
            return result.toTensor((PtNDManager) scope);
        }
    }

    /** Runs a method that returns a list of arrays, which {@code scope} owns. */
    public NDArray[] computeAll(NDManager scope, String method, Object... arguments) {
        try (IValue result = invoke(method, arguments)) {
            return result.toTensorArray((PtNDManager) scope);
        }
    }

    private IValue invoke(String method, Object... arguments) {
        IValue[] values = new IValue[arguments.length];
        try {
            for (int i = 0; i < arguments.length; i++) {
                values[i] = value(arguments[i]);
            }
            return alone
                    ? Engine.alone(() -> IValueUtils.runMethod(module, method, values))
                    : IValueUtils.runMethod(module, method, values);
        } finally {
            for (IValue value : values) {
                if (value != null) {
                    value.close();
                }
            }
        }
    }

    private static IValue value(Object argument) {
        if (argument instanceof PtNDArray array) {
            return IValue.from(array);
        } else if (argument instanceof long[] numbers) {
            return IValue.listFrom(numbers);
        } else if (argument instanceof PtNDArray[] arrays) {
            return IValue.listFrom(arrays);
        } else if (argument instanceof Integer number) {
            return IValue.from(number.longValue());
        } else if (argument instanceof Double number) {
            return IValue.from(number.doubleValue());
        } else if (argument instanceof Boolean flag) {
            return IValue.from(flag.booleanValue());
        }
        throw new IllegalArgumentException("no program argument can be made of " + argument.getClass());
    }

    /** Returns the arrays as one list argument. */
    public static Object listOf(List<NDArray> arrays) {
        return arrays.stream().map(PtNDArray.class::cast).toArray(PtNDArray[]::new);
    }

    /** Frees the module and the weights it holds. */
    @Override
    public void close() {
        module.close();
    }

    /** Collects a program's sources and the first values of its attributes, which must be given in the order of their declaration. */
    public static final class Builder {

        private final String moduleClass;
        private final String source;
        private final Map<String, Object> attributes = new LinkedHashMap<>();
        private final Map<String, String> libraries = new LinkedHashMap<>();
        private boolean alone;

        private Builder(String moduleClass, String source) {
            this.moduleClass = moduleClass;
            this.source = source;
        }

        /** Adds sources that the program calls by their own names. */
        public Builder libraries(String... names) {
            Arrays.stream(names).forEach(name -> libraries.put(name, name));
            return this;
        }

        /** Adds a source that the program calls by another name: one of several that do the same. */
        public Builder library(String name, String source) {
            libraries.put(name, source);
            return this;
        }

        public Builder attribute(String name, Object value) {
            attributes.put(name, value);
            return this;
        }

        public Builder tensorLists(String... names) {
            Arrays.stream(names).forEach(name -> attributes.put(name, AttributePickle.TENSOR_LIST));
            return this;
        }

        /** Adds lists of weights that are lists of arrays themselves. */
        public Builder denseLists(String... names) {
            return objectLists("List[Tensor]", names);
        }

        /** Adds lists of 8-bit weights. */
        public Builder int8Lists(String... names) {
            return objectLists("__torch__.torch.classes.quantized.LinearPackedParamsBase", names);
        }

        private Builder objectLists(String type, String... names) {
            Arrays.stream(names).forEach(name -> attributes.put(name, new AttributePickle.ObjectList(type)));
            return this;
        }

        /** Lets the program run without helpers, if its operations are each too small to share. */
        public Builder alone(boolean alone) {
            this.alone = alone;
            return this;
        }

        public TensorProgram load(NDManager owner) {
            try (InputStream archive = ProgramArchive.of(moduleClass, source, libraries, attributes)) {
                return new TensorProgram(JniUtils.loadModule((PtNDManager) owner, archive, false, false), alone);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }
}
