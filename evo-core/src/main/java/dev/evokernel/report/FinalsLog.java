package dev.evokernel.report;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.RunHistory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code evo_finals.csv}: every finalist on every shape, one row each, with what the device was
 * like meanwhile. What a device does not tell stays empty; a run without finals has the headings
 * alone.
 */
public final class FinalsLog {

  private FinalsLog() {}

  public static String csv(RunHistory history) {
    var headings =
        new ArrayList<>(
            List.of("candidate", "role", "shape", "cache", "samples", "p50_ns", "p90_ns"));
    headings.addAll(List.of("joules", "speedup", "low", "high", "p_value", "cliffs_delta"));
    headings.addAll(FinalsDevice.fields(DeviceState.UNKNOWN).sequencedKeySet());
    var rows = new ArrayList<List<String>>();
    rows.add(headings);
    history.finals().map(FinalsDecision::results).orElse(List.of()).stream()
        .map(one -> row(history, one))
        .forEach(rows::add);
    return Csv.of(rows);
  }

  private static List<String> row(RunHistory history, FinalistMeasurement one) {
    var row = new ArrayList<String>();
    row.add(Integer.toString(one.candidate()));
    row.add(one.role().label());
    row.add(one.shape());
    row.add(history.run().subject().workload(one.shape()).shape().cache().label());
    row.add(Integer.toString(one.samples().count()));
    row.add(Double.toString(one.samples().p50()));
    row.add(Double.toString(one.samples().p90()));
    row.add(one.joules().isPresent() ? Double.toString(one.joules().getAsDouble()) : "");
    row.add(speedUp(one, SpeedUp::ratio));
    row.add(speedUp(one, SpeedUp::low));
    row.add(speedUp(one, SpeedUp::high));
    row.add(speedUp(one, SpeedUp::pValue));
    row.add(speedUp(one, SpeedUp::cliffsDelta));
    FinalsDevice.fields(one.device()).values().forEach(value -> row.add(cell(value)));
    return row;
  }

  private static String speedUp(FinalistMeasurement one, Function<SpeedUp, Double> number) {
    return one.speedUp().map(number).map(String::valueOf).orElse("");
  }

  private static String cell(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Collection<?> many ->
          many.stream().map(String::valueOf).collect(Collectors.joining(" "));
      default -> value.toString();
    };
  }
}
