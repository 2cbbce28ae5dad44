package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.QuietBackend;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchContext;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Trial;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.EvaluationSpec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec.Timeouts;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.Acceptance;
import dev.evokernel.spec.RunSpec.Origin;
import dev.evokernel.spec.RunSpec.SearchSpec;
import dev.evokernel.spec.RunSpec.SeedingSpec;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.store.Budget;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.TimeBudget;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.TimedShapes;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import dev.evokernel.workers.RunClock.Stopwatch;
import dev.evokernel.workers.RunClock.Timesheet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A pipeline on a device, compilers and a clock that a test scripts. */
public abstract class PipelineFixture {

  public static final long DEFAULT = 64;

  @TempDir Path folder;
  public final Kernel kernel = Saxpy.read();
  public final AtomicLong nanos = new AtomicLong();
  public final Timesheet timesheet = new Timesheet(TimeBudget.NONE);

  /** What happened in which order, for example {@code compile 64}. */
  public final List<String> events = Collections.synchronizedList(new ArrayList<>());

  public ResultStore store;
  public Objective objective = Objective.DEFAULT;
  public Optional<PortfolioSettings> portfolio = Optional.empty();
  public LongSupplier nanoClock = nanos::get;
  public boolean disturbs = true;
  public int compilers = 1;

  /** Learning as evaluations end, not in the order of the proposals. */
  public boolean byEnds;

  /** Called after each outcome was recorded, and before the search can learn it. */
  public Runnable recorded = () -> {};

  /** Pause of a device between evaluations. */
  public DeviceLoop.Pause pause = DeviceLoop.Pause.NONE;

  public Budget budget = new Budget(Duration.ofSeconds(100), Budget.UNLIMITED);
  public CompileStep compile = configuration -> Examples.compiled(configuration.toString());
  public EvaluationStep evaluate = request -> timed(1000, 100);

  @BeforeEach
  void begin() {
    store = ResultStore.open(folder.resolve("evo.db"));
    store.begin(ExampleRun.run());
  }

  @AfterEach
  void close() {
    store.close();
  }

  public static Evaluated timed(double small, double ragged) {
    return Examples.assessed(Examples.measured(small, ragged));
  }

  public RunSpec spec() {
    return new RunSpec(
        ExampleRun.ID,
        kernel,
        kernel.shapes(),
        objective,
        new QuietBackend(disturbs),
        List.of(QuietBackend.DEVICE),
        false,
        new SearchSpec(SearchSettings.DEFAULT, budget, List.of(), SeedingSpec.NONE, portfolio),
        new EvaluationSpec(
            new VerificationSettings(2, 0, VerificationSettings.Sanitizing.NEVER),
            SamplingSettings.DEFAULT,
            DriftSettings.OFF,
            new Timeouts(Duration.ofSeconds(1), Duration.ofSeconds(1))),
        Acceptance.DEFAULT,
        new Origin(
            Path.of("kernels/saxpy"),
            "hash",
            folder,
            "kernel: saxpy",
            Optional.empty(),
            "0",
            Optional.empty()));
  }

  public EvaluationStep device() {
    return new EvaluationStep() {
      @Override
      public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
        events.add("evaluate " + request.configuration().value("BLOCK"));
        TimedShapes shapes = request.shapes();
        Evaluated evaluated = evaluate.evaluate(request);
        return evaluated.outcome() instanceof Measured measured && !shapes.names().isEmpty()
            ? evaluated.with(
                new Measured(
                    measured.measurements().stream()
                        .filter(one -> shapes.names().contains(one.shape()))
                        .toList()))
            : evaluated;
      }

      @Override
      public void renew() {
        events.add("renew");
      }
    };
  }

  public RunClock clock() {
    return new RunClock(
        nanoClock, InstantSource.fixed(Examples.NOW), new Stopwatch(nanoClock, 0), timesheet);
  }

  /** One device without checks of its health. */
  public DeviceGroup devices(
      RunSpec spec, RunFindings findings, RunClock time, TimePlan plan, RunListener listener) {
    return OnlyDevice.of(device(), spec, store, findings, time, plan, listener);
  }

  public Pipeline session() {
    RunSpec spec = spec();
    var registry = new CandidateRegistry(stored());
    RunFindings findings = RunFindings.of((configuration, digest) -> digest, registry);
    RunClock time = clock();
    var listener =
        new RunListener() {
          @Override
          public void evaluated(Evaluation evaluation, Progress progress) {
            recorded.run();
          }
        };
    var plan = new TimePlan(spec, time.stopwatch(), Duration.ZERO, Duration.ZERO);
    return new Pipeline(
        spec,
        SearchContext.numbered(registry),
        new CompileStep() {
          @Override
          public Compilation compile(Configuration configuration) throws InterruptedException {
            events.add("compile " + configuration.value("BLOCK"));
            return compile.compile(configuration);
          }

          @Override
          public boolean learnsByEnds() {
            return byEnds;
          }
        },
        compilers,
        registry,
        store.events(ExampleRun.ID),
        devices(spec, findings, time, plan, listener),
        time,
        plan,
        pause,
        listener);
  }

  /** What a search hears that has all of them in flight at once. */
  public static List<Trial> trials(Pipeline pipeline, List<Proposal> proposals) {
    return trials(pipeline, proposals, proposals.size());
  }

  /** What a search hears that has this many of them in flight. */
  public static List<Trial> trials(Pipeline pipeline, List<Proposal> proposals, int inFlight) {
    var trials = new ArrayList<Trial>();
    var pending = new ArrayDeque<Evaluator.Pending>();
    var left = new ArrayDeque<>(proposals);
    while (!left.isEmpty() || !pending.isEmpty()) {
      while (!left.isEmpty() && pending.size() < inFlight) {
        pending.add(pipeline.begin(numbered(left.remove(), pipeline)));
      }
      pending.remove().trial().ifPresent(trials::add);
    }
    return trials;
  }

  /** The proposal with the number that the pipeline's run gives it. */
  public static Proposal numbered(Proposal proposal, Pipeline pipeline) {
    return Altered.of(
        proposal, "number", pipeline.context().numbers().number(proposal.configuration()));
  }

  /** In a session of their own. */
  public List<Trial> trials(List<Proposal> proposals) {
    try (Pipeline pipeline = session()) {
      return trials(pipeline, proposals);
    }
  }

  public List<Candidate> stored() {
    return store.candidates(ExampleRun.ID);
  }

  public Evaluation stored(int number) {
    return store.candidate("latest/" + number).evaluation().orElseThrow();
  }

  /** The events' first letters: c for compile, e for evaluate. */
  public String rhythm() {
    return events.stream().map(event -> event.substring(0, 1)).reduce("", String::concat);
  }

  /** Copies a run with another id and search. */
  protected static RunSpec as(RunSpec spec, String otherId, SearchSpec other) {
    return Altered.of(spec, "id", otherId, "search", other);
  }
}
