package dev.evokernel.kernel.yaml;

import module java.base;

/** Enum constant that files and messages spell as its name in lower case, with hyphens. */
public interface Labelled {

  String name();

  /** Spelling, for example {@code single-launch}. */
  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Constant with a spelling; empty if there is none. */
  static <E extends Enum<E> & Labelled> Optional<E> find(Class<E> constants, String label) {
    return Arrays.stream(constants.getEnumConstants())
        .filter(constant -> constant.label().equals(label))
        .findFirst();
  }
}
