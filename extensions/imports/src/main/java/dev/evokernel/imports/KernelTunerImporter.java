package dev.evokernel.imports;

import module java.base;

import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;

/** Importer of Python scripts that call Kernel Tuner. */
public final class KernelTunerImporter implements Importer {

  private static final String RECORDER = "kernel_tuner_recorder.py";
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** Exit code of the recorder for input that evo does not support. */
  private static final int REFUSED = 3;

  @Override
  public String input() {
    return "a Python script that calls Kernel Tuner";
  }

  @Override
  public boolean reads(Path file) {
    return file.toString().endsWith(".py");
  }

  @Override
  public ImportedKernel read(Path file, ImportOptions options, Path scratch)
      throws InterruptedException {
    return new Script(file, scratch).imported(options);
  }

  /**
   * Python script that calls Kernel Tuner. evo runs the script up to one call, with a recorder in
   * place of Kernel Tuner.
   *
   * @param folder receives the recording and the sources that the script has as texts
   */
  private record Script(Path script, Path folder) {

    /**
     * Runs the script and imports the kernel of the recorded call.
     *
     * @throws InvalidFileException if the script fails, or evo does not support its call
     */
    ImportedKernel imported(ImportOptions options) throws InterruptedException {
      if (!Files.isRegularFile(script)) {
        throw T1Node.problem(script, "no such file", "Check the path.");
      }
      try {
        record(options);
      } catch (IOException e) {
        throw T1Node.problem(
            script,
            "cannot be run: " + e.getMessage(),
            "Name a Python with NumPy: --python PROGRAM.");
      }
      ImportedKernel read = read(options);
      var data = new LinkedHashMap<>(read.data());
      for (Path source : read.sources()) {
        if (source.startsWith(folder)) {
          data.put(source.getFileName().toString(), ImportedData.copy(source));
        }
      }
      return read.with(script, data);
    }

    private void record(ImportOptions options) throws IOException, InterruptedException {
      String call = Integer.toString(options.call());
      Path recorder = folder.resolve(RECORDER);
      try (InputStream code =
          Objects.requireNonNull(
              KernelTunerImporter.class.getResourceAsStream(RECORDER), RECORDER)) {
        Files.copy(code, recorder);
      }
      Path log = folder.resolve("log");
      var command =
          new ArrayList<>(
              List.of(
                  options.python(),
                  recorder.toString(),
                  folder.toString(),
                  script.toAbsolutePath().toString(),
                  call,
                  options.fills().map(redrawn -> redrawn ? "yes" : "no").orElse("auto")));
      command.addAll(options.arguments());
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      try {
        process.getOutputStream().close();
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
          throw T1Node.problem(
              script,
              "ran for %d minutes without call %s of tune_kernel"
                  .formatted(LIMIT.toMinutes(), call),
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
                : "failed before call %s of tune_kernel%s: %s".formatted(call, line(said), last),
            process.exitValue() == REFUSED
                ? "Nothing was imported. Select another call with --call N."
                : last.startsWith("IndexError")
                    ? "If the script wants arguments, write them behind its name."
                    : "Install the modules that the script imports, except Kernel Tuner and GPU"
                        + " modules, or name another interpreter with --python.");
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
  }
}
