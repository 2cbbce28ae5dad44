package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.report.study.FaultTable;
import dev.evokernel.selftest.FaultLine;
import dev.evokernel.selftest.SelfTest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** {@code evo doctor --self-test}. */
final class SelfTestOptions {

  /** How the table comes out. */
  enum Format {
    TEXT,
    JSON,
    MARKDOWN
  }

  private static final int INTERRUPTED = 130;
  private static final List<String> BACKENDS = List.of("cpu", "cuda");

  @Option(
      names = "--self-test",
      required = true,
      description = "Prints what came of each: a minute on a CPU, two on a GPU.")
  private boolean wanted;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "auto",
      description = "On which device: auto, cpu, cuda or cuda:0 (default: ${DEFAULT-VALUE}).")
  private String device = "auto";

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often each is provoked, up to 32 times (default: ${DEFAULT-VALUE}).")
  private int repeat = 1;

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}, in any case (default: ${DEFAULT-VALUE}).")
  private Format format = Format.TEXT;

  int run(PrintWriter out, PrintWriter err) {
    if (!wanted || repeat < 1 || repeat > SelfTest.MOST_ROUNDS) {
      throw new BadInputException(
          "--repeat is from 1 to " + SelfTest.MOST_ROUNDS + ", not " + repeat + ".");
    }
    Devices chosen = Devices.choose(device, BACKENDS);
    Path folder = fresh();
    boolean worthKeeping = true;
    try {
      FaultTable table = provoked(chosen, folder, err);
      worthKeeping = !table.isRight();
      out.print(
          switch (format) {
            case TEXT -> table.text();
            case JSON -> table.json();
            case MARKDOWN -> table.markdown();
          });
      out.flush();
      return table.isRight() ? 0 : 1;
    } catch (InterruptedException e) {
      worthKeeping = false;
      err.println("evo: the self-test was stopped.");
      return INTERRUPTED;
    } finally {
      if (worthKeeping) {
        err.println("What the runs left behind is in " + folder + ".");
      } else {
        delete(folder);
      }
    }
  }

  private FaultTable provoked(Devices chosen, Path folder, PrintWriter err)
      throws InterruptedException {
    String model = chosen.device().id() + " (" + chosen.device().model() + ")";
    err.println(
        "Provoking faults on " + model + ", each " + repeat + "×. This takes a minute or two.");
    SelfTest selfTest =
        SelfTest.in(
            folder,
            chosen.backend(),
            chosen.device(),
            Version.text(),
            repeat,
            InstantSource.system(),
            fault -> say(err, "  " + fault));
    try (DeviceLock _ = hold(chosen, folder, err);
        var _ = new Interruption(selfTest::stop)) {
      List<FaultLine> lines = selfTest.run();
      return new FaultTable(model, lines);
    }
  }

  /** At once or not at all: a self-test that waits for a night is of no use before it. */
  private static DeviceLock hold(Devices chosen, Path folder, PrintWriter err)
      throws InterruptedException {
    return new DeviceOptions()
        .hold(chosen, () -> "self-test", Instant.now(), folder, news -> say(err, "  " + news));
  }

  private static Path fresh() {
    try {
      return Files.createTempDirectory("evo-self-test-").toRealPath();
    } catch (IOException e) {
      throw new EnvironmentException(
          "No folder can be made in the temporary one: " + e.getMessage() + ". Make room there.",
          e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
