# syntax=docker/dockerfile:1

FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /build
COPY .mvn .mvn
COPY pom.xml .
COPY src src
RUN --mount=type=cache,target=/root/.m2 mvn -B -ntp package -Dmaven.test.skip=true
RUN java -Djarmode=tools -jar target/cistern-*.jar \
    extract --layers --application-filename cistern.jar --destination layers

# Ubuntu and not Alpine: the tokenizers need glibc 2.34 or newer.
FROM eclipse-temurin:25-jre-noble
RUN useradd --system --user-group --create-home --home-dir /cistern cistern
WORKDIR /cistern
# The engine and FFmpeg unpack their natives here at the first start, half a gigabyte.
ENV DJL_CACHE_DIR=/cistern/natives
# Threads that wait for each other fall asleep soon, so that others may have the core (docs/decisions/0012).
ENV GOMP_SPINCOUNT=2000
# The C library keeps free pages in as many heaps as it has; by itself it makes eight for each core (docs/decisions/0007).
ENV MALLOC_ARENA_MAX=2
RUN install --directory --owner=cistern --group=cistern natives
COPY --from=build /build/layers/dependencies/ ./
COPY --from=build /build/layers/snapshot-dependencies/ ./
COPY --from=build /build/layers/application/ ./
COPY config config
COPY models models
USER cistern
VOLUME ["/cistern/config", "/cistern/models", "/cistern/natives"]
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD curl --fail --silent --output /dev/null http://localhost:8080/actuator/health/readiness
# A stop lets accepted requests have their answers, which may take longer than the 10 s that Docker gives it by itself:
# docker run --stop-timeout 150; docker-compose.yml says so already.
# The first stop leaves an archive of the loaded classes beside the natives, from which later starts are faster.
# A few classes cannot be archived, of which the first start would warn.
ENTRYPOINT ["java", "-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=/cistern/natives/cistern.jsa", \
    "-Xlog:cds=error", "-Dorg.bytedeco.javacpp.cachedir=/cistern/natives", "-jar", "cistern.jar"]
