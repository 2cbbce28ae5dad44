package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.ExtensionOptions;
import dev.evokernel.cli.MeasuringOptions;
import dev.evokernel.cli.NamedKernel;
import dev.evokernel.cli.News;
import dev.evokernel.cli.OutOption;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.Block;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.shipping.Remeasurement.Finding;
import dev.evokernel.store.Candidate;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.ComparisonSettings;
import dev.evokernel.tuning.DeviceReservation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * Result of {@code evo gate --file}: whether each bucket of a file still holds. A bucket holds
 * while its configuration is correct and not slower than the kernel's default.
 *
 * @param changes what differs from the recorded measurement
 */
record FileGate(
    Path file, List<String> changes, double margin, List<Finding> findings, String command)
    implements Report {

  /** Verdict on a bucket. */
  enum Verdict implements Labelled {
    HOLDS,
    FAILS,
    UNDECIDED
  }

  FileGate {
    changes = List.copyOf(changes);
    findings = List.copyOf(findings);
  }

  /**
   * Measures every bucket beside the default.
   *
   * @param kernel folder of the kernel; null for the folder that the evidence names
   * @param device null for the backend of the evidence
   * @throws BadInputException if the file, its evidence or the kernel cannot be used
   */
  static FileGate check(
      Path file,
      @Nullable Path kernel,
      @Nullable String device,
      Path results,
      ComparisonSettings settings,
      DeviceReservation reservation,
      Consumer<String> news)
      throws InterruptedException {
    Evidence evidence = Evidence.read(file);
    AcceptedBuckets accepted = evidence.accepted();
    var measurement =
        Remeasurement.of(
            accepted,
            kernel == null ? Path.of(accepted.kernel().folder()) : kernel,
            device,
            results,
            settings);
    AcceptedBuckets.MeasuredWith now =
        measurement.measure(
            "gate",
            () ->
                findings(measurement).stream()
                    .noneMatch(found -> found.verdict() == Verdict.UNDECIDED),
            reservation,
            news);
    return new FileGate(
        evidence.path(),
        accepted.with().changes(now),
        settings.margin(),
        findings(measurement),
        Launcher.command("gate --file " + Launcher.path(evidence.path())));
  }

  private static List<Finding> findings(Remeasurement measurement) {
    return measurement.buckets().stream().map(measurement::finding).toList();
  }

  /** The worst verdict of all buckets. */
  Verdict verdict() {
    return findings.stream()
        .map(Finding::verdict)
        .reduce(
            Verdict.HOLDS,
            (one, other) ->
                one == Verdict.FAILS || other == Verdict.FAILS
                    ? Verdict.FAILS
                    : one == Verdict.UNDECIDED ? one : other);
  }

  @Override
  public Document document() {
    var bucket =
        new Data.Columns<Finding>()
            .add("shape", found -> found.bucket().shape().name())
            .add("verdict", found -> found.verdict().label())
            .add("recorded_speedup", found -> found.bucket().times().speedUp())
            .add("speedup", found -> found.now().map(now -> now.p50().ratio()))
            .add("low", found -> found.now().map(now -> now.p50().low()))
            .add("high", found -> found.now().map(now -> now.p50().high()))
            .add("rejection", found -> found.rejection().map(Rejected::message));
    return Document.framed(
        List.of("File:  " + file, changed(changes)),
        List.of(Block.Paragraph.of(sentence()), table()),
        command,
        new Data.Columns<FileGate>()
            .add("file", gate -> gate.file.toString())
            .add("verdict", gate -> gate.verdict().label())
            .add("margin", FileGate::margin)
            .add("changes", FileGate::changes)
            .add("buckets", gate -> bucket.objects(gate.findings))
            .add("command", FileGate::command)
            .fields(this));
  }

  static String changed(List<String> changes) {
    return changes.isEmpty()
        ? "Measured with what the file was measured with."
        : "Changed since:  " + String.join("; ", changes);
  }

  private String sentence() {
    long failing = findings.stream().filter(found -> found.verdict() == Verdict.FAILS).count();
    return switch (verdict()) {
      case HOLDS -> "Every bucket holds: none is slower than the default.";
      case FAILS ->
          "%d of %d buckets no longer hold. Renew the file: %s"
              .formatted(
                  failing, findings.size(), Launcher.command("renew " + Launcher.path(file)));
      case UNDECIDED -> "Undecided: the machine is too noisy.";
    };
  }

  private Table table() {
    return new Table.Columns<Finding>()
        .text("shape", found -> found.bucket().shape().name())
        .text("verdict", found -> found.verdict().label())
        .quantity(
            "recorded",
            found -> Units.formatted("%.3f×", OptionalDouble.of(found.bucket().times().speedUp())))
        .text("speed-up now (CI)", found -> found.now().map(now -> now.p50().toString()))
        .text("rejected", found -> found.rejection().map(Candidate::reasonOf))
        .text("configuration", found -> found.bucket().configuration())
        .rows(findings);
  }

  /** Option {@code evo gate --file}. */
  public static final class FileGateOptions implements ExtensionOptions {

    /** Options that choose what the leaderboard is compared with. */
    private static final List<String> OTHERS =
        List.of("--candidate", "--configuration", "--config", "--shapes");

    @Option(
        names = "--file",
        paramLabel = "FILE",
        description =
            "Checks a file of 'evo export --as' instead: exit code 1 if a configuration in it is"
                + " incorrect, or slower than the kernel's default.")
    private @Nullable Path file;

    @Override
    public String command() {
      return "gate";
    }

    @Override
    public Optional<Integer> call(CommandSpec spec) {
      if (file == null) {
        return Optional.empty();
      }
      for (String other : OTHERS) {
        if (spec.commandLine().getParseResult().hasMatchedOption(other)) {
          throw new BadInputException(
              "--file and %s exclude each other: the file has shapes and configurations. Remove one.",
              other);
        }
      }
      MeasuringOptions measuring = mixin(spec, "measuring", MeasuringOptions.class);
      Path results = spec.findOption("--results").getValue();
      try {
        FileGate gate =
            FileGate.check(
                file,
                mixin(spec, "named", NamedKernel.class).folder(),
                spec.findOption("--device").getValue(),
                results == null ? Path.of("results") : results,
                measuring.settings(),
                measuring.reservation(),
                News.of(spec));
        mixin(spec, "out", OutOption.class).print(spec, formatted(spec, gate), gate.text());
        return Optional.of(
            switch (gate.verdict()) {
              case HOLDS -> 0;
              case FAILS -> 1;
              case UNDECIDED -> 3;
            });
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EnvironmentException("The gate was interrupted.", e);
      }
    }

    private static String formatted(CommandSpec spec, FileGate gate) {
      String format = String.valueOf(spec.findOption("--format").<Object>getValue());
      return switch (format.toUpperCase(Locale.ROOT)) {
        case "TEXT" -> gate.text();
        case "JSON" -> gate.json();
        case "MARKDOWN" -> gate.markdown();
        default -> throw new BadInputException("--file has the formats text, json and markdown.");
      };
    }

    private static <T> T mixin(CommandSpec spec, String name, Class<T> type) {
      return type.cast(Objects.requireNonNull(spec.mixins().get(name), name).userObject());
    }
  }
}
