package dev.evokernel.backend;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Everything that a compilation's result depends on, as one hash.
 *
 * <p>Every ingredient is hashed with its name and its length, so that no two lists of ingredients
 * have the same bytes.
 *
 * @param hash SHA-256, hexadecimal
 */
public record CompileKey(String hash) {

  /** Raised when compilers are called in another way than before. */
  private static final String FORMAT = "evo compilation 2";

  /** Collects the ingredients. */
  public static final class Ingredients {

    private final Sha256 sha = new Sha256();

    private Ingredients() {
      sha.add(FORMAT);
    }

    public Ingredients with(String name, String value) {
      return with(name, List.of(value));
    }

    /** Several values, whose order counts. */
    public Ingredients with(String name, Collection<String> values) {
      sha.add(name + " " + values.size());
      values.forEach(sha::add);
      return this;
    }

    /** Those of the variables that are set. */
    public Ingredients with(Map<String, String> environment, Collection<String> variables) {
      for (String variable : variables) {
        if (environment.containsKey(variable)) {
          with("variable " + variable, environment.get(variable));
        }
      }
      return this;
    }

    /** Every file's name and digest, in order. */
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
