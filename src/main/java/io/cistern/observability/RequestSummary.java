package io.cistern.observability;

/** What the access log tells of a request to a model. */
record RequestSummary(String model, Outcome outcome, RequestUsage usage) {

    String text() {
        return "%s %s, %d tokens in, %d out"
                .formatted(model, outcome.name(), usage.inputTokens(), usage.outputTokens());
    }
}
