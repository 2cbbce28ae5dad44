package dev.evokernel.lab.measure;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Extras;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Variants;
import dev.evokernel.kernel.source.Baseline;
import dev.evokernel.kernel.source.ShapeRanges;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.run.TuningRun;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.listen.FinalsState;
import dev.evokernel.run.listen.Progress;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.simulation.SimulatedBackend;
import dev.evokernel.simulation.SimulatedKernel;
import dev.evokernel.simulation.SimulatedPace;
import dev.evokernel.simulation.SimulatedPace.Part;
import dev.evokernel.simulation.SimulatedWorkers;
import dev.evokernel.spec.Acceptance;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.Origin;
import dev.evokernel.spec.Problem;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SearchSpec;
import dev.evokernel.spec.SeedingSpec;
import dev.evokernel.stats.objective.AcceptanceRule;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.DeviceActivity;
import dev.evokernel.store.run.StoredRun;

/**
 * Time of a short run outside the search, on one device and on several: whole runs on a {@link
 * SimulatedKernel} whose devices take as long as real ones.
 *
 * @param scratch an empty folder
 * @param progress receives a line of text for each run
 */
public record FinalsStudy(FinalsStudy.Settings settings, Path scratch, Consumer<String> progress) {

  private static final int SAMPLES = 20;
  private static final int IN_FLIGHT_OF_EACH = 4;

  /**
   * Settings of the runs.
   *
   * @param devices number of devices of each run
   * @param budget of each run
   */
  public record Settings(List<Integer> devices, Budget budget, int shapes, SimulatedPace pace) {

    public Settings {
      devices = List.copyOf(devices);
    }
  }

  /**
   * Times of one run.
   *
   * @param starting until the devices are ready
   * @param examining from the first examination of a finalist to the last
   * @param processes from the start of the first process of the finals to the end of the last
   * @param processTime sum over the processes
   * @param finals from the end of the search to the decision
   */
  public record Row(
      int devices,
      int evaluations,
      @JsonProperty("starting_seconds") Duration starting,
      @JsonProperty("examining_seconds") Duration examining,
      @JsonProperty("processes") int processCount,
      @JsonProperty("processes_seconds") Duration processes,
      @JsonProperty("process_time_seconds") Duration processTime,
      @JsonProperty("finals_seconds") Duration finals,
      @JsonProperty("run_seconds") Duration whole) {}

  public List<Row> measure() throws InterruptedException, IOException {
    var rows = new ArrayList<Row>();
    for (int devices : settings.devices()) {
      progress.accept("a run on %d simulated devices".formatted(devices));
      rows.add(run(devices));
    }
    return rows;
  }

  private Row run(int devices) throws InterruptedException, IOException {
    RunSpec spec = spec(devices);
    Files.createDirectories(spec.folder());
    var spans = new Spans();
    RunEnvironment environment =
        RunEnvironment.simulated(
            spec,
            InstantSource.system(),
            System::nanoTime,
            _ -> {
              spans.pass(Part.OPENING, settings.pace().opening());
              return new SimulatedWorkers(
                  spec.kernel(), SAMPLES, spec.devices(), settings.pace(), spans);
            });
    try (ResultStore store = ResultStore.open(spec.folder().resolve(ResultStore.FILE_NAME))) {
      RunHistory history =
          new TuningRun(spec, store, environment).run(Optional.empty(), clearing(spans));
      return row(devices, history, spans);
    }
  }

  /** Clears the spans when the finals begin: examinations during the search do not count. */
  private static RunListener clearing(Spans spans) {
    return new RunListener() {
      private boolean cleared;

      @Override
      public void finals(FinalsState state, Progress at) {
        if (!cleared) {
          cleared = true;
          spans.clear();
        }
      }
    };
  }

  private static Row row(int devices, RunHistory history, Spans spans) {
    StoredRun run = history.run();
    return new Row(
        devices,
        history.candidates().size(),
        run.timeBudget().of(DeviceActivity.STARTING),
        spans.wall(Part.EXAMINING),
        spans.count(Part.PROCESSES),
        spans.wall(Part.PROCESSES),
        spans.sum(Part.PROCESSES),
        run.timeBudget().of(DeviceActivity.FINALS),
        run.spent());
  }

  private RunSpec spec(int devices) {
    String id = "finals-on-" + devices;
    Kernel kernel = kernel(scratch.resolve(id).resolve("kernel"));
    List<DeviceIdentity> identities =
        IntStream.range(0, devices).mapToObj(SimulatedBackend::device).toList();
    return new RunSpec(
        id,
        new Problem(kernel, kernel.shapes(), Objective.DEFAULT),
        new Hardware(new SimulatedBackend(), identities),
        new SearchSpec(
            new SearchSettings(
                SearchSettings.DEFAULT.population(),
                SearchSettings.DEFAULT.seed(),
                IN_FLIGHT_OF_EACH * devices),
            settings.budget(),
            List.of(),
            SeedingSpec.NONE,
            Optional.empty()),
        new EvaluationSpec(
            EvaluationSpec.DEFAULT.verification(),
            EvaluationSpec.DEFAULT.sampling(),
            DriftSettings.OFF,
            EvaluationSpec.DEFAULT.timeouts()),
        new Acceptance(
            AcceptanceRule.DEFAULT,
            kernel.extras().baselines().stream().map(Baseline::name).toList(),
            FinalsSettings.ROUNDS,
            FinalsSettings.PROCESSES),
        new Origin(
            scratch, "simulated", scratch, "", Optional.empty(), "simulated", Optional.empty()));
  }

  /** Kernel of the run, with a baseline if the pace has a start time for one. */
  private Kernel kernel(Path folder) {
    Kernel plain = SimulatedKernel.of(settings.shapes(), folder);
    Duration start = settings.pace().baselines();
    return start.isZero()
        ? plain
        : new Kernel(
            plain.identity(),
            plain.entryPoint(),
            plain.correctness(),
            plain.space(),
            plain.shapes(),
            plain.work(),
            new Extras(
                List.of(new Baseline.Command("library", List.of("simulated"), List.of(), start)),
                Optional.empty(),
                List.of(),
                List.of(),
                ShapeRanges.NONE),
            Variants.NONE);
  }

  /** Times at which the parts of a run were under way, over all devices. Thread-safe. */
  private static final class Spans implements SimulatedPace.Passing {

    /**
     * @param began start of the first
     * @param ended end of the last
     * @param nanos sum of the durations
     */
    private record Span(long began, long ended, int count, long nanos) {

      private Span and(Span later) {
        return new Span(
            Math.min(began, later.began),
            Math.max(ended, later.ended),
            count + later.count,
            nanos + later.nanos);
      }
    }

    private final Map<Part, Span> spans = new EnumMap<>(Part.class);

    /** Waits for the time and records it for the part. */
    @Override
    public void pass(Part part, Duration time) throws InterruptedException {
      long began = System.nanoTime();
      Thread.sleep(time);
      long ended = System.nanoTime();
      synchronized (this) {
        spans.merge(part, new Span(began, ended, 1, ended - began), Span::and);
      }
    }

    synchronized void clear() {
      spans.clear();
    }

    /** Time from the start of the first to the end of the last. */
    synchronized Duration wall(Part part) {
      Span span = spans.get(part);
      return span == null ? Duration.ZERO : Duration.ofNanos(span.ended() - span.began());
    }

    /** Sum of the durations, as on a single device. */
    synchronized Duration sum(Part part) {
      Span span = spans.get(part);
      return span == null ? Duration.ZERO : Duration.ofNanos(span.nanos());
    }

    synchronized int count(Part part) {
      Span span = spans.get(part);
      return span == null ? 0 : span.count();
    }
  }
}
