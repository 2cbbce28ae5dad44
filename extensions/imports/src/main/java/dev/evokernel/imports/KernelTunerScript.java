package dev.evokernel.imports;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;

/**
 * Python script that calls Kernel Tuner. evo runs the script up to one call, with a recorder in
 * place of Kernel Tuner. Closing deletes the recorder's temporary folder.
 */
public final class KernelTunerScript implements AutoCloseable {

  private static final String RECORDER = "kernel_tuner_recorder.py";
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** Exit code of the recorder for input that evo does not support. */
  private static final int REFUSED = 3;

  private final Path script;
  private final Path folder;

  private KernelTunerScript(Path script, Path folder) {
    this.script = script;
    this.folder = folder;
  }

  /**
   * Runs a script up to a call of {@code tune_kernel}.
   *
   * @param arguments the script's own arguments
   * @param call the number of the call, from 1
   * @param python the Python interpreter
   * @throws InvalidFileException if the script fails, or evo does not support its call
   */
  public static KernelTunerScript run(Path script, List<String> arguments, int call, String python)
      throws InterruptedException {
    if (!Files.isRegularFile(script)) {
      throw T1Node.problem(script, "no such file", "Check the path.");
    }
    try {
      var run = new KernelTunerScript(script, Files.createTempDirectory("evo-import-"));
      try {
        run.record(arguments, call, python);
        return run;
      } catch (IOException | RuntimeException | InterruptedException e) {
        run.close();
        throw e;
      }
    } catch (IOException e) {
      throw T1Node.problem(
          script,
          "cannot be run: " + e.getMessage(),
          "Name a Python with NumPy: --python PROGRAM.");
    }
  }

  private void record(List<String> arguments, int call, String python)
      throws IOException, InterruptedException {
    Path recorder = folder.resolve(RECORDER);
    try (InputStream code =
        Objects.requireNonNull(KernelTunerScript.class.getResourceAsStream(RECORDER), RECORDER)) {
      Files.copy(code, recorder);
    }
    Path log = folder.resolve("log");
    var command =
        new ArrayList<>(
            List.of(
                python,
                recorder.toString(),
                folder.toString(),
                script.toAbsolutePath().toString(),
                Integer.toString(call)));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw T1Node.problem(
            script,
            "ran for %d minutes without call %d of tune_kernel".formatted(LIMIT.toMinutes(), call),
            "Import a copy of the script that contains little more than this call.");
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      String said = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
      List<String> lines = said.lines().filter(line -> !line.isBlank()).toList();
      String last = lines.isEmpty() ? "no output" : lines.getLast();
      throw T1Node.problem(
          script,
          process.exitValue() == REFUSED
              ? last.replaceFirst("^evo: ", "")
              : "failed before call %d of tune_kernel%s: %s".formatted(call, line(said), last),
          process.exitValue() == REFUSED
              ? "Nothing was imported. Select another call with --call N."
              : "Install the modules that the script imports, except Kernel Tuner and GPU modules,"
                  + " or name another interpreter with --python.");
    }
  }

  /** Line of the failure in the script; empty if Python does not print one. */
  private String line(String output) {
    String own = Pattern.quote("File \"" + script.toAbsolutePath().normalize() + "\", line ");
    return Pattern.compile(own + "(\\d+)")
        .matcher(output)
        .results()
        .reduce((_, later) -> later)
        .map(found -> " in line " + found.group(1))
        .orElse("");
  }

  /**
   * Imports the kernel of the recorded call.
   *
   * @throws InvalidFileException if evo does not support the call
   */
  public ImportedKernel imported(ImportOptions options) {
    ImportedKernel read = read(options);
    var data = new LinkedHashMap<>(read.data());
    for (Path source : read.code().sources()) {
      if (source.startsWith(folder)) {
        data.put(source.getFileName().toString(), ImportedData.copy(source));
      }
    }
    return read.with(script, data);
  }

  /** Reports errors as errors in the script. */
  private ImportedKernel read(ImportOptions options) {
    try {
      return T1Import.read(folder.resolve("problem.json"), options);
    } catch (InvalidFileException e) {
      throw new InvalidFileException(
          e.problems().stream()
              .map(problem -> FileProblem.ofFile(script, problem.message(), problem.advice()))
              .toList());
    }
  }

  @Override
  public void close() {
    try {
      Draft.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
