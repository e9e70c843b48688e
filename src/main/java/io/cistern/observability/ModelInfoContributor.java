package io.cistern.observability;

import io.cistern.cache.CacheCapacity;
import io.cistern.serving.ModelRegistry;
import io.cistern.serving.ServedModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Tells which models are served, in which precision and from which capacity. */
final class ModelInfoContributor implements InfoContributor {

    private final ModelRegistry models;

    ModelInfoContributor(ModelRegistry models) {
        this.models = models;
    }

    @Override
    public void contribute(Info.Builder builder) {
        List<Map<String, Object>> details =
                models.all().stream().map(ModelInfoContributor::details).toList();
        builder.withDetail("models", details);
    }

    private static Map<String, Object> details(ServedModel model) {
        CacheCapacity capacity = model.capacity();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("id", model.id());
        details.put("type", model.config().modelType());
        details.put("precision", model.precision().setting());
        details.put("maxBatchSize", capacity.maxBatchSize());
        details.put("maxCacheLength", capacity.maxCacheLength());
        details.put("maxEncoderLength", capacity.maxEncoderLength());
        details.put("cacheBytes", model.config().cacheShape().bytes(capacity));
        return details;
    }
}
