#!/bin/sh
# Compiles the builder and runs it: build.sh COMPILER FLAGS… FILES…
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
"${CC:-cc}" -O1 -o "$folder/builder" builder.c >&2 || exit 1
"$folder/builder" "$@"
