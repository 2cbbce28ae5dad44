package dev.evokernel.worker;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.file.EnvironmentException;

/**
 * The main class of the process under a sanitizer or a profiler: launches one candidate once. The
 * exit status is 0, 3 for a failed launch, or 4 if the machine is at fault. The reason is written
 * next to the given file.
 */
final class InstrumentedLaunchMain {

  private static final int REJECTED = 3;
  private static final int BROKEN = 4;

  private InstrumentedLaunchMain() {}

  /**
   * @param arguments the file of an {@link InstrumentedLaunch}
   */
  public static void main(String... arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    try {
      InstrumentedLaunch.read(file).perform();
    } catch (RejectionException e) {
      end(file, REJECTED, String.valueOf(e.getMessage()));
    } catch (EnvironmentException e) {
      end(file, BROKEN, e.message());
    }
  }

  private static void end(Path file, int status, String why) throws IOException {
    Files.writeString(
        file.resolveSibling("launch.log"),
        why + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    System.exit(status);
  }
}
