# Sourced by run.sh and speech.sh: builds the jar, finds a Python with bench/requirements.txt; sets work, maven and jar.
work=target/bench
maven=${BENCH_MAVEN:-mvn}
mkdir -p "$work"

if [ -z "${BENCH_PYTHON:-}" ]; then
    [ -d "$work/venv" ] || python3 -m venv "$work/venv"
    BENCH_PYTHON=$work/venv/bin/python
    "$BENCH_PYTHON" -m pip install --quiet --requirement bench/requirements.txt
fi

$maven -q -B -DskipTests package
jar=$(ls target/cistern-*.jar | head -n 1)
