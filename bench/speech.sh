#!/bin/sh
# Builds Cistern and prints the tables of bench/README.md, Speech. Arguments go to speech.py.
#   BENCH_PYTHON       a Python that has bench/requirements.txt; without it a virtual environment is made
#   BENCH_MAVEN        the Maven command, such as "mvn -o"; default mvn
set -eu
cd "$(dirname "$0")/.."
. bench/prepare.sh
exec "$BENCH_PYTHON" bench/speech.py --jar "$jar" --work "$work" "$@"
