#!/bin/sh
# Builds Cistern, makes the checkpoint and prints all tables of bench/README.md. Arguments go to compare.py.
#   BENCH_PYTHON       a Python that has bench/requirements.txt; without it a virtual environment is made
#   BENCH_MAVEN        the Maven command, such as "mvn -o"; default mvn
#   BENCH_STARTS       starts to time; default 5, 0 for none
#   BENCH_SOAK_STEPS   decode steps of the soak; default 100000, 0 for none
set -eu
cd "$(dirname "$0")/.."
. bench/prepare.sh
$maven -q -B dependency:build-classpath -Dmdep.includeScope=test -Dmdep.outputFile="$work/dependencies.classpath"
printf '%s' "target/classes:target/test-classes:$(cat "$work/dependencies.classpath")" >"$work/classpath"

if [ ! -f "$work/t5-small-random/model.safetensors" ]; then
    "$BENCH_PYTHON" bench/make_checkpoint.py "$work/t5-small-random" --tokenizer src/test/resources/tokenizers/t5-v1_1
fi

status=0
"$BENCH_PYTHON" bench/compare.py "$work/t5-small-random" \
    --classpath "$work/classpath" --jar "$jar" --work "$work" "$@" || status=1
if [ "${BENCH_STARTS:-5}" -gt 0 ]; then
    "$BENCH_PYTHON" bench/server.py "$jar" --repetitions "${BENCH_STARTS:-5}" --log "$work/start.log" || status=1
fi
if [ "${BENCH_SOAK_STEPS:-100000}" -gt 0 ]; then
    bench/soak.sh "${BENCH_SOAK_STEPS:-100000}" || status=1
fi
exit $status
