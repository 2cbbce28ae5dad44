package dev.evokernel.report;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.roofline.Ceiling;
import dev.evokernel.roofline.Roofline;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;
import java.nio.file.Path;
import java.util.Optional;

/** Share of a device's measured limit that a time reaches. */
public final class LimitShare {

  private LimitShare() {}

  /** The limit; empty if it was not measured, or the kernel's arithmetic is unknown. */
  public static Optional<Ceiling> ceiling(
      Optional<MeasuredLimits> limits, Optional<Arithmetic> arithmetic, Workload workload) {
    return roofline(limits, arithmetic).map(roofline -> roofline.ceiling(workload));
  }

  /** The roofline; empty if it was not measured, or the kernel's arithmetic is unknown. */
  public static Optional<Roofline> roofline(
      Optional<MeasuredLimits> limits, Optional<Arithmetic> arithmetic) {
    return limits.flatMap(known -> arithmetic.flatMap(type -> Roofline.of(known, type)));
  }

  public static Optional<Ceiling> ceiling(RunHistory history, Workload workload) {
    return ceiling(history.limits(), history.run().subject().arithmetic(), workload);
  }

  /** The share of the limit: {@code 63.2 %}; a dash if the limit is unknown. */
  public static String text(Optional<Ceiling> ceiling, double p50) {
    return ceiling.map(limit -> Units.percent(limit.share(p50))).orElse("-");
  }

  /** The command that measures a device's limits. */
  public static String command(String folder, String device) {
    return Launcher.command(
        "roofline %s --device %s"
            .formatted(Launcher.path(Path.of(folder)), Printable.word(device)));
  }

  /** The command that measures the limits of the device of a run. */
  public static String command(RunHistory history) {
    return command(history.run().subject().folder(), history.run().provenance().device().id());
  }
}
