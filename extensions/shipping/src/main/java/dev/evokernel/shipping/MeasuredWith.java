package dev.evokernel.shipping;

import module java.base;

/**
 * Circumstances in which the times of a file were measured.
 *
 * @param at when the measurement began
 * @param sourceHash a digest of {@code kernel.yaml} and of every source
 */
record MeasuredWith(
    String run,
    String at,
    String evo,
    String device,
    String driver,
    String compiler,
    String host,
    String sourceHash) {

  String sentence() {
    return "Measured by evo %s, %s, on %s, driver %s, with %s."
        .formatted(evo, run, device, driver, compiler);
  }

  /** Version of Triton in the compiler's name, for example {@code 3.5.0}; empty without Triton. */
  Optional<String> triton() {
    return Pattern.compile("(?i)triton[ -]?(\\d+(?:\\.\\d+)+)")
        .matcher(compiler)
        .results()
        .map(found -> found.group(1))
        .findFirst();
  }

  /** The device's model with underscores, as PyTorch's users have it in the names of files. */
  String deviceWord() {
    return device.replace(' ', '_');
  }

  /** Differences to a later measurement, for example {@code driver 570 → 580}. */
  List<String> changes(MeasuredWith later) {
    return Stream.of(
            change("evo", evo, later.evo),
            change("device", device, later.device),
            change("driver", driver, later.driver),
            change("compiler", compiler, later.compiler),
            change("source", brief(sourceHash), brief(later.sourceHash)))
        .flatMap(Optional::stream)
        .toList();
  }

  private static String brief(String hash) {
    return hash.substring(0, Math.min(12, hash.length()));
  }

  private static Optional<String> change(String what, String before, String after) {
    return before.equals(after)
        ? Optional.empty()
        : Optional.of("%s %s → %s".formatted(what, before, after));
  }
}
