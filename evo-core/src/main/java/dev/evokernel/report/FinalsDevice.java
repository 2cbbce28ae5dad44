package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Throttle;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.text.DeviceText;
import dev.evokernel.report.text.Plain;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.run.StoredRun;
import org.jspecify.annotations.Nullable;

/**
 * Device state in the finals, by shape. All finalists of a shape share their rounds, and so the
 * device state.
 */
public final class FinalsDevice {

  private FinalsDevice() {}

  /** Device state on one shape; unknown without finals, and for finals of an old evo. */
  static DeviceState on(RunHistory history, String shape) {
    return history.finals().map(FinalsDecision::results).orElse(List.of()).stream()
        .filter(measured -> measured.shape().equals(shape))
        .map(FinalistMeasurement::device)
        .distinct()
        .reduce(DeviceState.UNKNOWN, DeviceState::plus);
  }

  /** A row for each shape; empty if nothing is known. */
  public static Optional<Table> table(RunHistory history) {
    var states = new LinkedHashMap<String, String>();
    StoredRun run = history.run();
    for (String shape : run.subject().shapes()) {
      String words = DeviceText.of(on(history, shape));
      if (!words.isEmpty()) {
        states.put(run.subject().workload(shape).shape().toString(), words);
      }
    }
    if (states.isEmpty()) {
      return Optional.empty();
    }
    var table = Table.builder().text("shape", "device state");
    states.forEach(table::row);
    return Optional.of(table.build());
  }

  /** A field for each quantity that a device can report; null if it was not reported. */
  static SequencedMap<String, @Nullable Object> fields(DeviceState state) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("core_mhz", Plain.of(state.coreMegahertz()));
    fields.put("memory_mhz", Plain.of(state.memoryMegahertz()));
    fields.put("watts", Plain.of(state.watts()));
    fields.put("celsius", Plain.of(state.celsius()));
    fields.put("load", Plain.of(state.load()));
    fields.put("cores", state.cores().orElse(null));
    fields.put("throttles", state.throttles().stream().sorted().map(Throttle::label).toList());
    fields.put("neighbours", state.neighbours().isPresent() ? state.neighbours().getAsInt() : null);
    fields.put("shared", state.shared());
    fields.put("discarded", state.discarded());
    return fields;
  }
}
