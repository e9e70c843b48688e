package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.cache.CacheCapacity;
import io.cistern.model.Task;
import io.cistern.serving.ServedModel;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is served and within which bounds: Text Generation Inference's fields for the default model, then all models. */
@Schema(name = "Info")
record ServiceInfo(
        @JsonProperty("model_id") @Schema(example = "g2p-en")
        String modelId,

        @JsonProperty("model_sha") @Nullable String modelSha,

        @JsonProperty("model_dtype") @Schema(example = "fp32")
        String modelDtype,

        @JsonProperty("model_pipeline_tag") @Schema(example = "text2text-generation")
        String modelPipelineTag,

        @JsonProperty("model_device_type") @Schema(example = "cpu")
        String modelDeviceType,

        @JsonProperty("max_best_of") int maxBestOf,
        @JsonProperty("max_stop_sequences") int maxStopSequences,
        @JsonProperty("max_input_tokens") int maxInputTokens,
        @JsonProperty("max_total_tokens") int maxTotalTokens,
        @JsonProperty("max_client_batch_size") int maxClientBatchSize,

        @JsonProperty("max_concurrent_requests")
        @Schema(description = "Inputs that may wait for a model.", example = "128")
        int maxConcurrentRequests,

        @JsonProperty("validation_workers") @Schema(description = "Threads that read requests.", example = "200")
        int validationWorkers,

        String router,
        String version,
        @Nullable String sha,

        @JsonProperty("docker_label") @Schema(description = "None.") @Nullable
        String dockerLabel,

        List<Model> models) {

    private static final int MAX_STOP_SEQUENCES = 4;

    static ServiceInfo of(
            List<ServedModel> models, int queueCapacity, int threads, String version, @Nullable String sha) {
        Model first = Model.of(models.get(0));
        return new ServiceInfo(
                first.id(),
                null,
                first.precision(),
                pipelineTag(models.get(0).config().task()),
                "cpu",
                Math.min(GenerateParameters.MOST_CANDIDATES, first.maxBatchSize()),
                MAX_STOP_SEQUENCES,
                first.maxEncoderLength(),
                // Input and output do not share one length in an encoder-decoder model; this is the sum of both bounds.
                first.maxEncoderLength() + first.maxNewTokens(),
                first.maxBatchSize(),
                queueCapacity,
                threads,
                "cistern",
                version,
                sha,
                null,
                models.stream().map(Model::of).toList());
    }

    /** Returns the Hugging Face hub's name of a task. */
    private static String pipelineTag(Task task) {
        return switch (task) {
            case TEXT -> "text2text-generation";
            case SPEECH -> "automatic-speech-recognition";
        };
    }

    /** A loaded model and its bounds. */
    @Schema(name = "ModelInfo")
    record Model(
            @Schema(example = "g2p-en") String id,

            @JsonProperty("model_type") @Schema(example = "t5")
            String modelType,

            @Schema(example = "fp32") String precision,
            @JsonProperty("vocabulary_size") int vocabularySize,
            @JsonProperty("max_batch_size") int maxBatchSize,
            @JsonProperty("max_cache_length") int maxCacheLength,
            @JsonProperty("max_new_tokens") int maxNewTokens,
            @JsonProperty("max_encoder_length") int maxEncoderLength) {

        static Model of(ServedModel model) {
            CacheCapacity capacity = model.capacity();
            return new Model(
                    model.id(),
                    model.config().modelType(),
                    model.precision().setting(),
                    model.config().vocabularySize(),
                    capacity.maxBatchSize(),
                    capacity.maxCacheLength(),
                    new ModelBounds(model).maxNewTokens(),
                    capacity.maxEncoderLength());
        }
    }
}
