package dev.evokernel.backend.binary;

import module java.base;

import dev.evokernel.backend.file.Sha256;

/**
 * Hash of everything that a compilation's result depends on. Each ingredient is hashed with its
 * name and its length, so that two different lists of ingredients never have the same bytes.
 */
public record CompileKey(String hash) {

  private static final String FORMAT = "evo compilation 3";

  public static final class Ingredients {

    private final Sha256 sha = new Sha256();

    private Ingredients() {
      sha.add(FORMAT);
    }

    public Ingredients with(String name, String value) {
      return with(name, List.of(value));
    }

    /** Adds several values, whose order matters. */
    public Ingredients with(String name, Collection<String> values) {
      sha.add(name + " " + values.size());
      values.forEach(sha::add);
      return this;
    }

    public Ingredients with(Map<String, String> environment, Collection<String> variables) {
      for (String variable : variables) {
        if (environment.containsKey(variable)) {
          with("variable " + variable, environment.get(variable));
        }
      }
      return this;
    }

    public Ingredients files(Map<Path, String> digests) {
      digests.forEach((file, digest) -> with("file " + file.getFileName(), digest));
      return this;
    }

    public CompileKey key() {
      return new CompileKey(sha.hex());
    }
  }

  public static Ingredients of(String language) {
    return new Ingredients().with("language", language);
  }
}
