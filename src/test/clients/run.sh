#!/usr/bin/env bash
# Talks to a running service with the clients that people use, and asks it everything that its OpenAPI document allows.
# Usage: src/test/clients/run.sh PORT, or src/test/clients/run.sh install to only download what Python and Node need
#   MAVEN   the Maven command, such as "mvn -o"; default mvn
set -euo pipefail

port=$1
maven=${MAVEN:-mvn}
clients=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$clients/../../.." && pwd)
work=$root/target/clients
url=http://localhost:$port
passed=0

main() {
    install_python "$work/python" requirements.txt
    install_python "$work/text-generation" requirements-text-generation.txt
    install_npm
    [ "$port" != install ] || return 0
    install_java

    local python=$work/python/bin/python
    check openai "$python" "$clients/openai_client.py" "$port"
    check huggingface_hub "$python" "$clients/huggingface_hub_client.py" "$port"
    check tritonclient "$python" "$clients/tritonclient_client.py" "$port"
    check text-generation "$work/text-generation/bin/python" "$clients/text_generation_client.py" "$port"
    check "openai (npm)" node "$work/npm/openai_client.js" "$port" "$root"
    check "@huggingface/inference" node "$work/npm/huggingface_client.js" "$port" "$root"
    check_java
    # Rules between fields are not in a schema, so valid data by the schema may be refused.
    cd "$work"
    check schemathesis python/bin/schemathesis run "$url/v3/api-docs" --exclude-checks positive_data_acceptance \
        --phases examples,coverage --seed 20261130 --max-examples 15 --no-shrink --suppress-health-check all \
        --request-timeout 60 --max-time 60 --no-color
    echo "$passed clients passed"
}

install_python() {
    local environment=$1 requirements=$clients/$2
    [ -x "$environment/bin/python" ] || python3 -m venv "$environment"
    "$environment/bin/pip" install -q --disable-pip-version-check -r "$requirements"
}

install_npm() {
    mkdir -p "$work/npm"
    cp "$clients"/package.json "$clients"/*.js "$work/npm"
    npm install --silent --no-fund --no-audit --prefix "$work/npm"
}

install_java() {
    $maven -q -B -f "$clients/java/pom.xml" dependency:build-classpath -Dmdep.outputFile="$work/classpath"
}

check() {
    local name=$1
    shift
    timeout 120 "$@" || { echo "FAILED: $name" >&2; exit 1; }
    echo "passed: $name"
    passed=$((passed + 1))
}

check_java() {
    local recording=$root/samples/librivox_austen_0870.wav classpath facts input text spoken
    classpath=$(cat "$work/classpath")
    mapfile -t facts < <(cd "$clients" && "$work/python/bin/python" -c \
        'from service import *; print(INPUT, TEXT, SPOKEN, sep="\n")' "$port")
    input=${facts[0]} text=${facts[1]} spoken=${facts[2]}
    check langchain4j-open-ai java -cp "$classpath" "$clients/java/Langchain4jClient.java" \
        "$url" "$input" "$text" "$recording" "$spoken"
    check spring-ai-openai java -cp "$classpath" "$clients/java/SpringAiClient.java" "$url" "$recording" "$spoken"
}

main
