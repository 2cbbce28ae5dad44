package dev.evokernel.worker.serve;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.FaultKernel;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.TimedShapes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which caches launches are timed from, on a device that writes down what it was asked. */
class EvaluationEngineTest {

  private static final Binary BINARY = new Binary(Path.of("/none"), "d1", 0);

  @TempDir Path folder;
  private final Kernel kernel = FaultKernel.read("cpu");
  private final Set<String> timed = new LinkedHashSet<>();

  /** Launches outside of timed batches. */
  private int verified;

  /** Time of a launch outside of timed batches. */
  private Duration launch = Duration.ZERO;

  /** Wrong elements of every output. */
  private int wrong;

  private String backend = "cpu";

  private final Deque<Long> digests = new ArrayDeque<>();

  private EvaluationEngine bench() {
    var contexts = new ArrayList<EvaluationEngine.ShapeContext>();
    for (Shape shape :
        List.of(kernel.shape("small"), kernel.shape("ragged").with(CacheState.COLD))) {
      contexts.add(
          new EvaluationEngine.ShapeContext(
              shape, new Noted(shape.name()), new CorrectnessGate(kernel, shape, List.of(1L))));
    }
    Device device = new NotedDevice();
    var job =
        new DeviceJob(
            kernel.file(),
            backend,
            device.identity(),
            new PreparedReference(Optional.empty(), folder, Duration.ZERO),
            contexts.stream().map(EvaluationEngine.ShapeContext::shape).toList(),
            List.of(1L),
            SamplingSettings.DEFAULT,
            Duration.ofSeconds(10));
    return new EvaluationEngine(
        device, kernel, contexts, job, new HashMap<>(), (_, _, _) -> {}, _ -> {}, _ -> {});
  }

  private EvaluationRequest request() {
    return EvaluationRequest.of(kernel.defaultConfiguration(), BINARY);
  }

  private Outcome evaluate(EvaluationRequest request) {
    return ((Reply.EvaluationEnded) bench().evaluate(request)).evaluated().outcome();
  }

  @Test
  void evaluate_asTheShapesAsk_flushesForTheColdOneAlone() {
    assertThat(evaluate(request())).isInstanceOf(Measured.class);

    assertThat(timed).containsExactly("small hot", "ragged cold");
  }

  @Test
  void evaluate_asTheJobAsks_isTheSameOnEveryShape() {
    evaluate(request().sampledBy(SamplingSettings.DEFAULT.from(CacheState.COLD)));
    assertThat(timed).containsExactly("small cold", "ragged cold");

    timed.clear();
    evaluate(request().sampledBy(SamplingSettings.DEFAULT.from(CacheState.HOT)));
    assertThat(timed).containsExactly("small hot", "ragged hot");
  }

  private static EvaluationRequest requiring(EvaluationRequest like, Map<String, String> bits) {
    return new EvaluationRequest(
        like.configuration(),
        like.binary(),
        like.best(),
        bits,
        like.limit(),
        like.shapes(),
        like.sampling());
  }

  @Test
  void evaluate_withTheRequiredBits_isTimed() {
    var measured = (Measured) evaluate(request());
    String bits = measured.measurements().getFirst().bits();
    assertThat(bits).hasSize(16);

    assertThat(evaluate(requiring(request(), Map.of("small", bits)))).isInstanceOf(Measured.class);
  }

  @Test
  void evaluate_withOtherBitsThanRequired_isRejectedBeforeItIsTimed() {
    Outcome outcome = evaluate(requiring(request(), Map.of("ragged", "0123456789abcdef")));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(Rejection.OTHER_BITS);
              assertThat(rejected.shape()).isEqualTo("ragged");
            });
    assertThat(timed).isEmpty();
  }

  @Test
  void request_likeTheDefault_requiresBitsOnlyOfAKernelThatDoes() {
    var measured = (Measured) evaluate(request());

    assertThat(request().likeDefault(kernel, Optional.of(measured)).bits()).isEmpty();
  }

  private List<Integer> samplesBeside(Map<String, Double> best) {
    return ((Measured) evaluate(request().racing(best)))
        .measurements().stream().map(measured -> measured.samples().count()).toList();
  }

  @Test
  void evaluate_farFromTheBest_isTimedByAFewSamples() {
    assertThat(samplesBeside(Map.of("small", 45_000.0, "ragged", 45_000.0)))
        .allMatch(samples -> samples <= 12);
  }

  @Test
  void evaluate_farFromTheBest_isVerifiedByOneLaunchForEachInputSet() {
    samplesBeside(Map.of("small", 45_000.0, "ragged", 45_000.0));

    assertThat(verified).isEqualTo(2);
  }

  @Test
  void evaluate_longLaunchesFarFromTheBestOnAGpu_isTimedByItsVerification() {
    launch = Duration.ofMillis(4);
    Map<String, Double> best = Map.of("small", 1_000_000.0, "ragged", 1_000_000.0);
    assertThat(samplesBeside(best)).allMatch(samples -> samples > 1);
    backend = "cuda";
    timed.clear();
    assertThat(samplesBeside(best)).containsOnly(1);
    assertThat(timed).isEmpty();
    wrong = 3;
    assertThat(evaluate(request().racing(best))).isInstanceOf(Outcome.Rejected.class);
  }

  @Test
  void evaluate_launchesNotLongOrNotFarFromTheBestOnAGpu_isTimedBySamples() {
    backend = "cuda";
    launch = Duration.ofMillis(4);
    assertThat(samplesBeside(Map.of("small", 1e12, "ragged", 1_000_000.0)))
        .allMatch(samples -> samples > 1);
    launch = Duration.ZERO;
    assertThat(samplesBeside(Map.of("small", 45_000.0, "ragged", 45_000.0)))
        .allMatch(samples -> samples > 1);
  }

  @Test
  void evaluate_nearOnOneShapeApart_passesTheWholeGateThere() {
    apart(Map.of("small", 5_000.0, "ragged", 49_500.0));
    int oneShape = verified - 2;
    verified = 0;
    evaluate(request());

    assertThat(oneShape).isEqualTo(verified / 2).isGreaterThanOrEqualTo(9);
  }

  @Test
  void evaluate_wrongAndSlow_isRejectedBeforeItIsTimed() {
    wrong = 3;

    assertThat(evaluate(request().racing(Map.of("small", 1.0, "ragged", 1.0))))
        .isInstanceOf(Outcome.Rejected.class);
    assertThat(timed).isEmpty();
  }

  @Test
  void evaluate_notRepeatableOnce_isMeasuredInTheSecondAttempt() {
    digests.addAll(List.of(0L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L));

    assertThat(evaluate(request())).isInstanceOf(Measured.class);
  }

  @Test
  void evaluate_notRepeatableTwice_isRejected() {
    for (int attempt = 0; attempt < 2; attempt++) {
      digests.addAll(List.of(0L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L));
    }
    assertThat(evaluate(request()))
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Rejection.NOT_REPEATABLE));
  }

  @Test
  void evaluate_nearTheBest_isTimedInFull() {
    assertThat(samplesBeside(Map.of("small", 49_500.0, "ragged", 49_500.0)))
        .allMatch(samples -> samples >= 50);
  }

  @Test
  void evaluate_slowOnOneShapeButNearOverAll_isTimedInFull() {
    assertThat(samplesBeside(Map.of("small", 45_000.0, "ragged", 55_000.0)))
        .allMatch(samples -> samples >= 10)
        .anyMatch(samples -> samples >= 50);
  }

  private List<Measurement> apart(Map<String, Double> best, String... shapes) {
    EvaluationRequest request = request().racing(best).on(new TimedShapes(List.of(shapes), true));
    return ((Measured) evaluate(request)).measurements();
  }

  @Test
  void evaluate_onOneShape_verifiesAndTimesThatAlone() {
    assertThat(apart(Map.of(), "ragged")).extracting(Measurement::shape).containsExactly("ragged");
    assertThat(timed).containsExactly("ragged cold");
  }

  @Test
  void evaluate_shapesApart_timesInFullWhereItIsNear() {
    List<Measurement> measured = apart(Map.of("small", 5_000.0, "ragged", 49_500.0));
    assertThat(measured).extracting(Measurement::shape).containsExactly("small", "ragged");
    assertThat(measured.getFirst().samples().count()).isLessThanOrEqualTo(12);
    assertThat(measured.getLast().samples().count()).isGreaterThanOrEqualTo(50);
  }

  @Test
  void finals_asTheShapesAsk_flushForTheColdOneAlone() {
    var finalist = new Finalist(kernel.defaultConfiguration(), BINARY);
    var finals =
        new FinalsRequest(List.of(finalist, finalist), List.of(), FinalsSettings.withSeed(1));
    assertThat(bench().finals(finals))
        .isInstanceOfSatisfying(
            Reply.FinalsEnded.class,
            reply -> assertThat(reply.attempt()).isInstanceOf(FinalsAttempt.Measured.class));

    assertThat(timed).startsWith("small hot", "ragged cold").doesNotContain("small cold");
  }

  private final class NotedDevice implements Device {

    @Override
    public DeviceIdentity identity() {
      return new DeviceIdentity("fake", "a device that takes notes", "1");
    }

    @Override
    public DeviceLimits limits() {
      return new DeviceLimits(
          Arrays.stream(Limit.values()).collect(Collectors.toMap(limit -> limit, _ -> 1L)));
    }

    @Override
    public Program load(Kernel of, Configuration configuration, Binary binary) {
      return () -> {};
    }

    @Override
    public Workspace workspace(Kernel of, Shape shape, PreparedReference reference) {
      return new Noted(shape.name());
    }

    @Override
    public void close() {}
  }

  private final class Noted implements Workspace {

    private final String shape;

    Noted(String shape) {
      this.shape = shape;
    }

    @Override
    public long time(Program program, Batch batch) {
      timed.add(shape + (batch.cache() == CacheState.HOT ? " hot" : " cold"));
      return 50_000L * batch.launches();
    }

    @Override
    public void alternate(List<InputSet> inputSets) {}

    @Override
    public InputSet read(BufferSet set) {
      return InputSet.usual(1);
    }

    @Override
    public void fetch(BufferSet set, Argument.Buffer output, MemorySegment into) {}

    @Override
    public void place(Argument.Buffer output, MemorySegment elements) {}

    @Override
    public List<OutputComparison> compare(BufferSet set) {
      return List.of(new OutputComparison("y", 1000, wrong, 0, 5, 1.0, 1.0, 0.5 + wrong));
    }

    @Override
    public void prepare(InputSet inputSet) {}

    @Override
    public List<Spread> expected() {
      return List.of();
    }

    @Override
    public void poison(GuardFill guards) {}

    @Override
    public void launch(Program program) {
      verified++;
      LockSupport.parkNanos(launch.toNanos());
    }

    @Override
    public long outputDigest(BufferSet set) {
      return digests.isEmpty() ? 0 : digests.pop();
    }

    @Override
    public Optional<String> modifiedInput() {
      return Optional.empty();
    }

    @Override
    public Optional<String> damagedCanary() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }
}
