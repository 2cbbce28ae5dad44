package dev.evokernel.kernel;

import module java.base;

/**
 * Program of a kernel that makes arrays: a command, or a Python file whose function a living
 * process calls.
 *
 * @param words the command, or the name of the Python file
 * @param function the function of the Python file; empty for a command
 * @param files that make the arrays, absolute; a Python file is the first
 * @param limit for one shape and input set
 * @param depends parameters of the kernel whose values the program is given
 */
public record ArrayProgram(
    List<String> words,
    Optional<String> function,
    List<Path> files,
    Duration limit,
    List<String> depends) {

  public ArrayProgram {
    words = checked("a program", words, limit);
    files = List.copyOf(files);
    depends = List.copyOf(depends);
  }

  /** Returns a copy of a command's words after checking them and its time limit. */
  public static List<String> checked(String owner, List<String> words, Duration limit) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("The command of " + owner + " must name a program.");
    }
    if (!limit.isPositive()) {
      throw new IllegalArgumentException(
          "The timeout of " + owner + " must be > 0, was " + limit + ".");
    }
    return List.copyOf(words);
  }

  /** Phrase for an array that the program has made, for example {@code wrote a C.npy}. */
  public String made(String array) {
    return function.isPresent() ? "returned a '" + array + "'" : "wrote a " + array + ".npy";
  }

  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
