package dev.evokernel.backend.binary;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.ToolRun;

/**
 * Working C compiler of this machine.
 *
 * @param command the executable, and arguments when {@code $CC} has some
 * @param version for example {@code gcc (Debian 12.2.0-14+deb12u1) 12.2.0}
 */
public record InstalledCompiler(List<String> command, String version) {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String PROBE = "void evo_probe(void) {}\n";

  /** Finds {@code $CC} if it is set, otherwise the first of cc, gcc and clang that works. */
  public static Optional<InstalledCompiler> find(Map<String, String> environment) {
    String chosen = environment.getOrDefault("CC", "").strip();
    Stream<String> candidates =
        chosen.isEmpty() ? Stream.of("cc", "gcc", "clang") : Stream.of(chosen);
    return candidates.map(InstalledCompiler::ask).flatMap(Optional::stream).findFirst();
  }

  public ToolRun run(List<String> arguments, Duration limit) throws IOException {
    List<String> whole = new ArrayList<>(command);
    whole.addAll(arguments);
    return ToolRun.insisting(whole, limit);
  }

  /** Lists the compiler's own program and the programs that it reports it would run. */
  public Set<Path> programs(ToolDigest digest) throws IOException {
    var programs = new TreeSet<Path>();
    command.stream()
        .filter(word -> !word.startsWith("-"))
        .flatMap(digest::program)
        .forEach(programs::add);
    ToolRun plan = run(List.of("-###", "-shared", "-x", "c", "/dev/null"), PATIENCE);
    programs.addAll(digest.programs(plan.output()));
    run(List.of("-print-prog-name=ld"), PATIENCE)
        .output()
        .lines()
        .flatMap(digest::program)
        .forEach(programs::add);
    return programs;
  }

  /** Builds and deletes a library with one empty function. */
  public ToolRun buildProbe(List<String> flags, Duration limit) throws IOException {
    Path folder = Files.createTempDirectory("evo-probe-");
    try {
      Path source = Files.writeString(folder.resolve("probe.c"), PROBE);
      List<String> arguments = new ArrayList<>(flags);
      arguments.addAll(
          List.of(source.toString(), "-lm", "-o", folder.resolve("probe.so").toString()));
      return run(arguments, limit);
    } finally {
      Draft.delete(folder);
    }
  }

  private static Optional<InstalledCompiler> ask(String commandLine) {
    List<String> command = List.of(commandLine.split("\\s+"));
    List<String> question = new ArrayList<>(command);
    question.add("--version");
    try {
      ToolRun answer = ToolRun.of(question, PATIENCE);
      if (!answer.succeeded() || answer.output().isEmpty()) {
        return Optional.empty();
      }
      String firstLine = answer.output().lines().findFirst().orElseThrow();
      return Optional.of(new InstalledCompiler(command, firstLine));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
