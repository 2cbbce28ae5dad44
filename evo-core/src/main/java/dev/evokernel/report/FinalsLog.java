package dev.evokernel.report;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Plain;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code evo_finals.csv}: a row for each finalist and shape, with the state of the device.
 * A quantity that the device does not report is empty. Without finals the file has only headings.
 */
public record FinalsLog(RunHistory history) implements Report {

  @Override
  public Document document() {
    var columns =
        new Data.Columns<FinalistMeasurement>()
            .add("candidate", FinalistMeasurement::candidate)
            .add("role", measured -> measured.role().label())
            .add("shape", FinalistMeasurement::shape)
            .add("cache", measured -> cache(measured.shape()))
            .add("samples", measured -> measured.samples().count())
            .add("p50_ns", measured -> measured.samples().p50())
            .add("p90_ns", measured -> measured.samples().p90())
            .add("joules", measured -> Plain.of(measured.joules()))
            .add("speedup", measured -> speedUp(measured, SpeedUp::ratio))
            .add("low", measured -> speedUp(measured, SpeedUp::low))
            .add("high", measured -> speedUp(measured, SpeedUp::high))
            .add("p_value", measured -> speedUp(measured, SpeedUp::pValue))
            .add("cliffs_delta", measured -> speedUp(measured, SpeedUp::cliffsDelta));
    for (String field : DeviceFacts.fields(DeviceState.UNKNOWN).keySet()) {
      columns.add(field, measured -> DeviceFacts.fields(measured.device()).get(field));
    }
    return Document.of(
        columns.rows(history.finals().map(FinalsDecision::results).orElse(List.of())));
  }

  private String cache(String shape) {
    return history.run().subject().workload(shape).shape().cache().label();
  }

  private static @Nullable Double speedUp(
      FinalistMeasurement measured, Function<SpeedUp, Double> number) {
    return measured.speedUp().map(number).orElse(null);
  }
}
