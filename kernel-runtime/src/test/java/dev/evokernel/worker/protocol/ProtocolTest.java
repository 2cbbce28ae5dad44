package dev.evokernel.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.FixedCount;
import dev.evokernel.measure.Race;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.measure.StableNoise;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Samples;
import dev.evokernel.outcome.Spent;
import dev.evokernel.outcome.Throttle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProtocolTest {

  private static final DeviceIdentity CPU = new DeviceIdentity("cpu", "A, 2 cores", "Linux 6");
  private static final DeviceState STATE =
      new DeviceState(
          OptionalDouble.of(1980),
          OptionalDouble.empty(),
          OptionalDouble.of(0.5),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          Optional.of("0-3"),
          Set.of(Throttle.POWER_BRAKE, Throttle.CLOCK_SETTING),
          OptionalInt.of(2),
          true,
          7);
  private static final Binary BINARY = new Binary(Path.of("/cache/a b.so"), "ab", 12);

  static Stream<Request> requests() {
    var values = new LinkedHashMap<String, Value>();
    values.put("TILE", Value.of(64));
    values.put("SCALE", Value.of(2.0));
    values.put("HUGE", Value.of(1e300));
    values.put("ON", Value.of(true));
    values.put("ORDER", Value.of("row"));
    var configuration = new Configuration(values);
    return Stream.of(
        new Request.Compile(configuration, List.of("ABLATE_BARRIERS")),
        new Request.CompileReference(),
        new Request.PrepareDevice(new JobTarget(Path.of("/kernel.yaml"), "cpu", CPU)),
        job(SamplingSettings.DEFAULT),
        job(SamplingSettings.DEFAULT.until(new FixedCount(7)).from(CacheState.COLD)),
        job(SamplingSettings.DEFAULT.until(new StableNoise(0.01)).racing(Race.OFF)),
        new Request.Evaluate(
            EvaluationRequest.of(configuration, BINARY)
                .racing(Map.of("small", 1234.5))
                .sampledBy(SamplingSettings.DEFAULT)),
        new Request.Evaluate(
            EvaluationRequest.of(configuration, BINARY).within(Duration.ofMillis(1500))),
        new Request.Evaluate(
            EvaluationRequest.of(configuration, BINARY)
                .on(new TimedShapes(List.of("small"), true))),
        new Request.MeasureFinals(
            new FinalsRequest(
                List.of(new Finalist(configuration, BINARY)),
                List.of("openblas"),
                FinalsSettings.withSeed(42))),
        new Request.MeasureBaseline("openblas"));
  }

  private static Request job(SamplingSettings sampling) {
    return new Request.OpenDevice(
        new DeviceJob(
            Path.of("/k/kernel.yaml"),
            "cpu",
            CPU,
            new PreparedReference(Optional.of(BINARY), Path.of("/c"), Duration.ofSeconds(9)),
            List.of(
                new Shape("small", Map.of("M", 128L)),
                new Shape("ragged", Map.of("M", 77L), Map.of(), CacheState.COLD)),
            List.of(1L, Long.MIN_VALUE),
            sampling,
            Duration.ofMillis(1500)));
  }

  static Stream<Reply> replies() {
    var nan = new OutputComparison("C", 10, 1, 1, 3, Double.NaN, -0.1, Double.POSITIVE_INFINITY);
    return Stream.of(
        new Reply.Hello(1, 7),
        new Reply.Resting(Duration.ofMillis(50)),
        new Reply.ReferenceCompiled(Optional.empty(), Duration.ZERO),
        new Reply.Compiled(new Compilation.Compiled(BINARY)),
        new Reply.Compiled(new Compilation.Failed("line 1\n\"x\"", true)),
        new Reply.EvaluationEnded(
            new Evaluated(
                new Outcome.Measured(
                    List.of(
                        new Measurement("small", Samples.of(1.5, 0.1 + 0.2), 9, List.of(nan)),
                        new Measurement(
                            "large",
                            Samples.of(3),
                            1,
                            List.of(nan),
                            new Resources(32, 0, 0, 0, 1),
                            OptionalDouble.of(0.25),
                            STATE))),
                new Spent(1, 2, 3),
                0),
            true,
            List.of("on shape 'small' …")),
        new Reply.FinalsEnded(
            new FinalsAttempt.Measured(
                List.of(new Outcome.Rejected(Rejection.NOT_FINITE, "small", "y[7] is NaN")),
                List.of(BaselineReading.refused("openblas", "small", "", "there is none")))),
        new Reply.FinalsEnded(
            new FinalsAttempt.FinalistFailed(
                1, new Outcome.Rejected(Rejection.CRASH, "", "died"), Optional.of(Loss.DIED))),
        new Reply.FinalsEnded(new FinalsAttempt.BaselineFailed("openblas", List.of())),
        new Reply.BaselineMeasured(
            List.of(
                BaselineReading.measured(
                    "openblas",
                    "OpenBLAS 0.3.21",
                    new Measurement("small", Samples.of(1.5, 2.5), 9, List.of(nan))))));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void json_requestThereAndBack_isEqual(Request request) {
    String json = Protocol.JSON.writerFor(Request.class).writeValueAsString(request);

    assertThat(Protocol.JSON.readValue(json, Request.class)).isEqualTo(request);
  }

  @ParameterizedTest
  @MethodSource("replies")
  void json_replyThereAndBack_isEqual(Reply reply) {
    String json = Protocol.JSON.writerFor(Reply.class).writeValueAsString(reply);

    assertThat(Protocol.JSON.readValue(json, Reply.class)).isEqualTo(reply);
  }
}
