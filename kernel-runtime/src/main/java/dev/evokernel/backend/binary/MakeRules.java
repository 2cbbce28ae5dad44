package dev.evokernel.backend.binary;

import module java.base;

/** Rules for {@code make} by which compilers and assemblers report the files that they read. */
public final class MakeRules {

  private static final Pattern RULE = Pattern.compile("(?m)^\\S+\\.o: ((?:.*\\\\\\n)*.*)$\\n?");
  private static final Pattern BETWEEN = Pattern.compile("(?<!\\\\)\\s+");

  private MakeRules() {}

  /** Files of all rules in a log that still exist; intermediate files of the compiler are gone. */
  public static Set<Path> files(String log) {
    return RULE.matcher(log)
        .results()
        .flatMap(rule -> BETWEEN.splitAsStream(rule.group(1).replace("\\\n", " ")))
        .filter(name -> !name.isEmpty())
        .map(name -> name.replaceAll("\\\\([ #])", "$1").replace("$$", "$"))
        .map(name -> Path.of(name).toAbsolutePath().normalize())
        .filter(Files::isRegularFile)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Removes the rules from a log. */
  public static String without(String log) {
    return RULE.matcher(log).replaceAll("").strip();
  }
}
