package dev.evokernel.kernel.yaml;

/** Key of 0.1 in a YAML file, its name since 0.2, and its place with quotes. */
public record RenamedKey(String old, String now, Place place) {}
