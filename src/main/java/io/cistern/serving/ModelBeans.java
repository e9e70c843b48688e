package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.tokenization.TextTokenizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.beans.factory.BeanRegistry.SupplierContext;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Registers the beans of every configured model: its weights, tokenizer, cache and decode loop. The cache has the
 * model's name; the names of the others have a suffix. Each is made from those before it, so they close in the reverse
 * order: loop, cache, weights.
 */
class ModelBeans implements BeanRegistrar {

    @Override
    public void register(BeanRegistry registry, Environment environment) {
        List<ModelProperties> models = Binder.get(environment)
                .bindOrCreate("cistern", CisternProperties.class)
                .models();
        registry.registerBean(
                CheckedCapacities.class, spec -> spec.supplier(context -> checkCapacities(models, context)));
        for (int i = 0; i < models.size(); i++) {
            new Registration(models.get(i), i).addTo(registry);
        }
    }

    private static CheckedCapacities checkCapacities(List<ModelProperties> models, SupplierContext context) {
        Map<ModelProperties, EncoderDecoderModel> loaded = new LinkedHashMap<>();
        models.forEach(model -> loaded.put(model, context.bean(weights(model), EncoderDecoderModel.class)));
        return context.bean(ModelStart.class).checkCapacities(loaded);
    }

    private static String weights(ModelProperties model) {
        return model.id() + ".weights";
    }

    private record Registration(ModelProperties properties, int order) {

        void addTo(BeanRegistry registry) {
            registry.registerBean(
                    weights(),
                    EncoderDecoderModel.class,
                    spec -> spec.order(order).supplier(this::loadModel));
            registry.registerBean(
                    tokenizer(), TextTokenizer.class, spec -> spec.order(order).supplier(this::openTokenizer));
            registry.registerBean(
                    cache(),
                    EncoderDecoderCache.class,
                    spec -> spec.order(order).supplier(this::allocateCache));
            registry.registerBean(
                    loop(), DecodeLoop.class, spec -> spec.order(order).supplier(this::startLoop));
            registry.registerBean(
                    facts(), ServedModel.class, spec -> spec.order(order).supplier(this::describe));
        }

        private String weights() {
            return ModelBeans.weights(properties);
        }

        private String tokenizer() {
            return properties.id() + ".tokenizer";
        }

        private String cache() {
            return properties.id();
        }

        private String loop() {
            return properties.id() + ".loop";
        }

        private String facts() {
            return properties.id() + ".facts";
        }

        private EncoderDecoderModel loadModel(SupplierContext context) {
            return context.bean(ModelStart.class).loadModel(properties);
        }

        private TextTokenizer openTokenizer(SupplierContext context) {
            return context.bean(ModelStart.class)
                    .openTokenizer(properties, context.bean(weights(), EncoderDecoderModel.class));
        }

        private EncoderDecoderCache allocateCache(SupplierContext context) {
            return context.bean(ModelStart.class)
                    .allocateCache(
                            properties,
                            context.bean(weights(), EncoderDecoderModel.class),
                            context.bean(CheckedCapacities.class).of(properties));
        }

        private DecodeLoop startLoop(SupplierContext context) {
            return context.bean(ModelStart.class)
                    .startLoop(
                            properties,
                            context.bean(weights(), EncoderDecoderModel.class),
                            context.bean(tokenizer(), TextTokenizer.class),
                            context.bean(cache(), EncoderDecoderCache.class));
        }

        private ServedModel describe(SupplierContext context) {
            EncoderDecoderModel model = context.bean(weights(), EncoderDecoderModel.class);
            CacheCapacity capacity =
                    context.bean(cache(), EncoderDecoderCache.class).capacity();
            TextTokenizer tokenizer = context.bean(tokenizer(), TextTokenizer.class);
            CapacitySettings settings = new CapacitySettings(order, properties.capacity());
            return new LoadedModel(properties.id(), model.config(), capacity, settings, tokenizer, model.precision());
        }
    }
}
