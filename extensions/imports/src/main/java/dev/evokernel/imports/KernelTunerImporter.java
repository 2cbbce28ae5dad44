package dev.evokernel.imports;

import module java.base;

import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.ShippedText;

/**
 * Importer of Python scripts that call Kernel Tuner. evo runs the script up to one call, with a
 * recorder in place of Kernel Tuner, which writes a T1 file.
 */
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
  public ImportedKernel read(Path script, ImportOptions options, Path scratch)
      throws InterruptedException {
    if (!Files.isRegularFile(script)) {
      throw T1Node.problem(script, "no such file", "Check the path.");
    }
    record(script, options, scratch);
    ImportedKernel read;
    try {
      read = T1Import.read(scratch.resolve("problem.json"), options);
    } catch (InvalidFileException e) {
      throw new InvalidFileException(
          e.problems().stream()
              .map(problem -> FileProblem.ofFile(script, problem.message(), problem.advice()))
              .toList());
    }
    var data = new LinkedHashMap<>(read.data());
    for (Path source : read.sources()) {
      if (source.startsWith(scratch)) {
        data.put(source.getFileName().toString(), ImportedData.copy(source));
      }
    }
    return read.with(script, data);
  }

  /**
   * Runs the script; the recording and the sources that the script has as texts are in a folder.
   */
  private static void record(Path script, ImportOptions options, Path folder)
      throws InterruptedException {
    Path recorder = folder.resolve(RECORDER);
    var command =
        new ArrayList<>(
            List.of(
                options.python(),
                recorder.toString(),
                folder.toString(),
                script.toAbsolutePath().toString(),
                Integer.toString(options.call()),
                options.fills().map(redrawn -> redrawn ? "yes" : "no").orElse("auto")));
    command.addAll(options.arguments());
    ToolRun run;
    try {
      Files.writeString(recorder, ShippedText.of(KernelTunerImporter.class, RECORDER));
      run = ToolRun.of(command, LIMIT);
    } catch (IOException e) {
      throw T1Node.problem(
          script,
          "cannot be run: " + e.getMessage(),
          "Name a Python with NumPy: --python PROGRAM.");
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (run.timedOut()) {
      throw T1Node.problem(
          script,
          "ran for %d minutes without call %d of tune_kernel"
              .formatted(LIMIT.toMinutes(), options.call()),
          "Import a copy of the script that contains little more than this call.");
    }
    String last = run.output().isEmpty() ? "no output" : run.lastLines(1);
    if (run.status() == REFUSED) {
      throw T1Node.problem(
          script,
          last.replaceFirst("^evo: ", ""),
          "Nothing was imported. Select another call with --call N.");
    }
    if (!run.succeeded()) {
      throw T1Node.problem(
          script,
          "failed before call %d of tune_kernel%s: %s"
              .formatted(options.call(), line(script, run.output()), last),
          last.startsWith("IndexError")
              ? "If the script wants arguments, write them behind its name."
              : "Install the modules that the script imports, except Kernel Tuner and GPU modules,"
                  + " or name another interpreter with --python.");
    }
  }

  /** Line of the failure in the script; empty if Python does not print one. */
  private static String line(Path script, String output) {
    String own = Pattern.quote("File \"" + script.toAbsolutePath().normalize() + "\", line ");
    return Pattern.compile(own + "(\\d+)")
        .matcher(output)
        .results()
        .reduce((_, later) -> later)
        .map(found -> " in line " + found.group(1))
        .orElse("");
  }
}
