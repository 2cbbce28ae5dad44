package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.binary.ToolDigest;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolRun;

/**
 * Translator with nvcc, in one process for each compilation. nvcc needs a host compiler even for
 * device code, and takes several times as long as NVRTC.
 */
public record NvccTranslator(Path nvcc, String version, Duration limit) implements Translator {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Pattern RELEASE = Pattern.compile("V(\\d+\\.\\d+\\.\\d+)");

  public static NvccTranslator at(Path nvcc, Duration limit) {
    try {
      ToolRun answer = ToolRun.of(List.of(nvcc.toString(), "--version"), PATIENCE);
      Matcher release = RELEASE.matcher(answer.output());
      if (answer.succeeded() && release.find()) {
        return new NvccTranslator(nvcc, "nvcc " + release.group(1), limit);
      }
      throw new EnvironmentException(nvcc + " does not work: " + answer.output());
    } catch (IOException e) {
      throw new EnvironmentException(nvcc + " cannot be started: " + e.getMessage(), e);
    }
  }

  /** nvcc is a driver; its dry run names the compilers, including the host's. */
  @Override
  public Collection<Path> programs(ToolDigest digest) throws IOException {
    var programs = new TreeSet<Path>();
    programs.add(nvcc.toRealPath());
    List<String> question =
        List.of(nvcc.toString(), "-dryrun", "-cubin", "-x", "cu", "-o", "evo.cubin", "/dev/null");
    programs.addAll(digest.programs(ToolRun.of(question, PATIENCE).output()));
    return programs;
  }

  @Override
  public Translation translate(
      String unit, List<String> options, List<String> nameExpressions, Path cubin)
      throws IOException {
    Path file = Files.createTempFile("evo-", ".cu");
    try {
      Files.writeString(file, unit + instances(nameExpressions));
      var command = new ArrayList<>(List.of(nvcc.toString(), "-cubin"));
      command.addAll(options);
      command.addAll(List.of("-o", cubin.toString(), file.toString()));
      ToolRun run = ToolRun.insisting(command, limit);
      if (run.succeeded()) {
        return new Translation.Done();
      }
      String log = run.account(version, limit);
      return run.timedOut() || run.signalled()
          ? new Translation.Stopped(log, run.timedOut())
          : new Translation.Failed(log);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** Host code that takes the addresses of templates and so instantiates them. */
  private static String instances(List<String> nameExpressions) {
    return nameExpressions.isEmpty()
        ? ""
        : "\nextern const void* const evo_entries[];\n"
            + nameExpressions.stream()
                .map(name -> "(const void*)(" + name + ")")
                .collect(Collectors.joining(", ", "const void* const evo_entries[] = {", "};\n"));
  }
}
