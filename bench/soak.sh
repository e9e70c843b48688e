#!/bin/sh
# Decodes a random mix of requests and fails if resident memory or the number of live native arrays grows.
# BENCH_THREADS: default all cores. Usage, after run.sh has built: bench/soak.sh [STEPS [CHECKPOINT [PRECISION [SEED]]]]
set -eu
cd "$(dirname "$0")/.."
steps=${1:-100000}
checkpoint=${2:-models/g2p-en}
precision=${3:-fp32}
seed=${4:-1}
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
threads=${BENCH_THREADS:-$(nproc)}
# A heap that grows would hide or feign a leak of native memory.
exec "$java" ${BENCH_JVM_OPTIONS:-} -Xms384m -Xmx384m -XX:+AlwaysPreTouch -cp "$(cat target/bench/classpath)" \
    io.cistern.bench.SoakBench "$checkpoint" "$precision" "$threads" "$steps" "$seed"
