package dev.evokernel.report;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.render.Report;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.RunHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code evo_finals.csv}: every finalist on every shape, one row each, with the state of the
 * device. What a device does not report stays empty; a run without finals has the headings alone.
 */
public record FinalsLog(RunHistory history) implements Report {

  @Override
  public Document document() {
    var headings =
        new ArrayList<>(
            List.of("candidate", "role", "shape", "cache", "samples", "p50_ns", "p90_ns"));
    headings.addAll(List.of("joules", "speedup", "low", "high", "p_value", "cliffs_delta"));
    headings.addAll(FinalsDevice.fields(DeviceState.UNKNOWN).sequencedKeySet());
    return Document.of(
        new Data.Records(
            headings,
            history.finals().map(FinalsDecision::results).orElse(List.of()).stream()
                .map(one -> row(history, one))
                .toList()));
  }

  private static List<@Nullable Object> row(RunHistory history, FinalistMeasurement one) {
    var row = new ArrayList<@Nullable Object>();
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
    row.addAll(FinalsDevice.fields(one.device()).values());
    return row;
  }

  private static String speedUp(FinalistMeasurement one, Function<SpeedUp, Double> number) {
    return one.speedUp().map(number).map(String::valueOf).orElse("");
  }
}
