package dev.evokernel.backend.reference;

import module java.base;

import dev.evokernel.backend.binary.KeptArrays;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.yaml.ShippedText;
import org.jspecify.annotations.Nullable;

/**
 * Python process that calls the functions of one kernel's files, one call after the other.
 *
 * <p>A worker has at most one. It starts with the first array that is not kept, imports the
 * kernel's files while evo writes the inputs, and ends before a candidate is loaded: its threads
 * and its memory on the device would disturb the candidate's times.
 */
public final class PythonProcess {

  private static final String SERVER = ShippedText.of(PythonProcess.class, "python_server.py");

  private static @Nullable PythonProcess living;

  private final Path folder;
  private final String sources;
  private final String device;
  private final ToolProcess process;
  private boolean opened;

  private PythonProcess(Kernel kernel, String sources) {
    this.folder = kernel.folder();
    this.sources = sources;
    this.device = kernel.identity().programs().map(KernelIdentity.Programs::device).orElse("cpu");
    var words = new ArrayList<>(List.of(PythonInstallation.COMMAND, "-c", SERVER));
    files(kernel).map(Path::toString).distinct().forEach(words::add);
    this.process = ToolProcess.start(words, folder, ToolRun.temporaryFolder(), /* rests= */ false);
  }

  private static Stream<Path> files(Kernel kernel) {
    return kernel
        .programs()
        .filter(program -> program.function().isPresent())
        .map(program -> program.files().getFirst());
  }

  /**
   * Returns the living process for a kernel's files as they are now, which may still be importing
   * them.
   *
   * @throws EnvironmentException if there is no Python
   */
  static synchronized PythonProcess of(Kernel kernel, String subject) {
    String sources = KernelSources.ofInputs(kernel).hash();
    PythonProcess last = living;
    if (last != null
        && last.process.isUsable()
        && last.folder.equals(kernel.folder())
        && last.sources.equals(sources)) {
      return last;
    }
    end();
    try {
      PythonProcess started = new PythonProcess(kernel, sources);
      living = started;
      return started;
    } catch (ToolFailure e) {
      throw KeptArrays.broken(subject, "could not be called. " + e.reason(), "");
    }
  }

  public static synchronized void end() {
    PythonProcess last = living;
    living = null;
    if (last != null) {
      last.process.close();
    }
  }

  /**
   * Calls the function of a program, which writes an array for each of the wanted outputs.
   *
   * @param from folder with {@value ReferenceInputs#ARGUMENTS} and an array for each input
   * @throws EnvironmentException if the function does not return them within the program's limit
   */
  void call(ArrayProgram program, String subject, Path from, Path into) {
    long deadline = System.nanoTime() + program.limit().toNanos();
    try {
      if (!opened) {
        process.open(folder.toString(), ToolProcess.Exchange.PYTHON, program.limit());
        opened = true;
      }
      var question = new LinkedHashMap<String, Object>();
      question.put("call", program.function().orElseThrow());
      question.put("file", program.files().getFirst().toString());
      question.put("from", from.toString());
      question.put("into", into.toString());
      question.put("device", device);
      process.ask(question, Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
    } catch (ToolFailure e) {
      throw e.timedOut()
          ? KeptArrays.broken(
              subject,
              "was stopped after %d s".formatted(program.limit().toSeconds()),
              "Give it a longer 'timeout'.")
          : KeptArrays.broken(
              subject, process.isUsable() ? e.reason() : "gave no result. " + e.reason(), "");
    }
  }
}
