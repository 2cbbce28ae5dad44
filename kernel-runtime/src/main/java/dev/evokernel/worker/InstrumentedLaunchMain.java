package dev.evokernel.worker;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.file.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The process that runs under a sanitizer or a profiler: launches one candidate once. Its exit
 * status is 0, 3 when the launch failed, or 4 when the machine is at fault; the reason is written
 * beside the given file.
 */
final class InstrumentedLaunchMain {

  private static final int REJECTED = 3;
  private static final int BROKEN = 4;

  private InstrumentedLaunchMain() {}

  /**
   * @param arguments the file of a {@link InstrumentedLaunch}
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
