package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.Block;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.stats.Contrast;
import dev.evokernel.store.Candidate;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.ComparisonSettings;
import dev.evokernel.tuning.DeviceReservation;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo gate --file}: whether each bucket of a file still holds. A bucket holds
 * while its configuration is correct and not slower than the kernel's default.
 *
 * @param changes what differs from the recorded measurement
 */
public record FileGate(
    Path file, List<String> changes, double margin, List<Line> lines, String command)
    implements Report {

  /** Verdict on a bucket. */
  public enum Verdict {
    HOLDS,
    FAILS,
    UNDECIDED;

    /** Verdict of the regression gate's rule. */
    static Verdict of(Optional<Contrast> contrast) {
      return contrast.isEmpty() || contrast.get().isRegression()
          ? FAILS
          : contrast.get().notSlower() ? HOLDS : UNDECIDED;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Finding on a bucket.
   *
   * @param recorded speed-up over the default in the file's evidence
   * @param now speed-up over the default; empty for a rejected configuration
   */
  public record Line(
      String shape,
      Configuration configuration,
      double recorded,
      Optional<Contrast> now,
      Optional<Rejected> rejection) {

    Verdict verdict() {
      return Verdict.of(now);
    }
  }

  public FileGate {
    changes = List.copyOf(changes);
    lines = List.copyOf(lines);
  }

  /**
   * Measures every bucket beside the default.
   *
   * @param kernel folder of the kernel; null for the folder that the evidence names
   * @param device null for the backend of the evidence
   * @throws BadInputException if the file, its evidence or the kernel cannot be used
   */
  public static FileGate check(
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
    MeasuredWith now =
        measurement.measure(
            "gate",
            () ->
                lines(measurement).stream().noneMatch(line -> line.verdict() == Verdict.UNDECIDED),
            reservation,
            news);
    return new FileGate(
        evidence.path(),
        accepted.with().changes(now),
        settings.margin(),
        lines(measurement),
        Launcher.command("gate --file " + Launcher.path(evidence.path())));
  }

  private static List<Line> lines(Remeasurement measurement) {
    return measurement.buckets().stream()
        .map(
            bucket ->
                new Line(
                    bucket.shape().name(),
                    bucket.configuration(),
                    bucket.times().speedUp(),
                    measurement.overDefault(bucket, bucket.configuration()),
                    measurement.rejection(bucket.configuration())))
        .toList();
  }

  /** The worst verdict of all buckets. */
  public Verdict verdict() {
    return lines.stream()
        .map(Line::verdict)
        .reduce(
            Verdict.HOLDS,
            (one, other) ->
                one == Verdict.FAILS || other == Verdict.FAILS
                    ? Verdict.FAILS
                    : one == Verdict.UNDECIDED ? one : other);
  }

  @Override
  public Document document() {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("file", file.toString());
    json.put("verdict", verdict().label());
    json.put("margin", margin);
    json.put("changes", changes);
    json.put(
        "buckets",
        lines.stream()
            .map(
                line -> {
                  var object = new LinkedHashMap<String, @Nullable Object>();
                  object.put("shape", line.shape());
                  object.put("verdict", line.verdict().label());
                  object.put("recorded_speedup", line.recorded());
                  object.put("speedup", line.now().map(now -> now.p50().ratio()));
                  object.put("low", line.now().map(now -> now.p50().low()));
                  object.put("high", line.now().map(now -> now.p50().high()));
                  object.put("rejection", line.rejection().map(Rejected::message));
                  return object;
                })
            .toList());
    json.put("command", command);
    return Document.framed(
        List.of("File:  " + file, changed(changes)),
        List.of(Block.Paragraph.of(sentence()), table()),
        command,
        Data.Fields.of(json));
  }

  static String changed(List<String> changes) {
    return changes.isEmpty()
        ? "Measured with what the file was measured with."
        : "Changed since:  " + String.join("; ", changes);
  }

  private String sentence() {
    long failing = lines.stream().filter(line -> line.verdict() == Verdict.FAILS).count();
    return switch (verdict()) {
      case HOLDS -> "Every bucket holds: none is slower than the default.";
      case FAILS ->
          "%d of %d buckets no longer hold. Renew the file: %s"
              .formatted(failing, lines.size(), Launcher.command("renew " + Launcher.path(file)));
      case UNDECIDED -> "Undecided: the machine is too noisy.";
    };
  }

  private Table table() {
    return new Table.Columns<Line>()
        .text("shape", Line::shape)
        .text("verdict", line -> line.verdict().label())
        .quantity("recorded", line -> Units.formatted("%.3f×", OptionalDouble.of(line.recorded())))
        .text("speed-up now (CI)", line -> line.now().map(now -> now.p50().toString()))
        .text("rejected", line -> line.rejection().map(Candidate::reasonOf))
        .text("configuration", Line::configuration)
        .rows(lines);
  }
}
