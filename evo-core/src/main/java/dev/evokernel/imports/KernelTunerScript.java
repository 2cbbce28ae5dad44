package dev.evokernel.imports;

import dev.evokernel.kernel.FileProblem;
import dev.evokernel.kernel.InvalidFileException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A script that calls Kernel Tuner, run up to one of its calls with a recorder in Kernel Tuner's
 * place. What the recorder writes lies in a temporary folder until this is closed.
 */
public final class KernelTunerScript implements AutoCloseable {

  private static final String RECORDER = "kernel_tuner_recorder.py";
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** Of the recorder, for what evo cannot take. */
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
   * @param arguments of the script itself
   * @param call which, from 1
   * @param python the program that runs it
   * @throws InvalidFileException if it fails, or its call has something that evo cannot take
   */
  public static KernelTunerScript run(Path script, List<String> arguments, int call, String python)
      throws InterruptedException {
    if (!Files.isRegularFile(script)) {
      throw problem(script, "there is no such file", "Check the path.");
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
      throw problem(
          script, "cannot be run: " + e.getMessage(), "Name a Python with NumPy: --python PROGRAM");
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
        throw problem(
            script,
            "ran for %d minutes without call %d of tune_kernel".formatted(LIMIT.toMinutes(), call),
            "Only that call is needed; leave the rest out of a copy.");
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      String said = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
      List<String> lines = said.lines().filter(line -> !line.isBlank()).toList();
      String last = lines.isEmpty() ? "it said nothing" : lines.getLast();
      throw problem(
          script,
          process.exitValue() == REFUSED
              ? last.replaceFirst("^evo: ", "")
              : "failed before call %d of tune_kernel%s: %s".formatted(call, line(said), last),
          process.exitValue() == REFUSED
              ? "Nothing was imported. --call N takes another call."
              : "It needs what it imports, but for Kernel Tuner and what reaches a GPU; --python"
                  + " names the program that runs it.");
    }
  }

  /** Where in the script it failed, if Python says so. */
  private String line(String said) {
    String own = Pattern.quote("File \"" + script.toAbsolutePath().normalize() + "\", line ");
    return Pattern.compile(own + "(\\d+)")
        .matcher(said)
        .results()
        .reduce((_, later) -> later)
        .map(found -> " in line " + found.group(1))
        .orElse("");
  }

  /**
   * The kernel of the call.
   *
   * @throws InvalidFileException if it has something that evo cannot take
   */
  public ImportedKernel imported(ImportOptions options) {
    ImportedKernel read = read(options);
    var data = new LinkedHashMap<>(read.data());
    for (Path source : read.code().sources()) {
      if (source.startsWith(folder)) {
        data.put(source.getFileName().toString(), ImportedData.copy(source));
      }
    }
    return new ImportedKernel(
        script,
        read.code(),
        read.space(),
        read.shape(),
        read.arguments(),
        read.verification(),
        data,
        read.notes());
  }

  /** What is wrong is wrong in the script. */
  private ImportedKernel read(ImportOptions options) {
    try {
      return T1Import.read(folder.resolve("problem.json"), options);
    } catch (InvalidFileException e) {
      throw new InvalidFileException(
          e.problems().stream()
              .map(one -> FileProblem.ofFile(script, one.message(), one.advice()))
              .toList());
    }
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InvalidFileException problem(Path file, String message, String advice) {
    return new InvalidFileException(List.of(FileProblem.ofFile(file, message, advice)));
  }
}
