package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.reference.PythonProcess;
import dev.evokernel.gate.RepeatedLaunches;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.EnergyMeter;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.Rounds;
import dev.evokernel.measure.Sampling;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsClock;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.serve.EvaluationEngine.ShapeContext;

/**
 * The measurement of finals: loads all finalists at once, verifies a launch of each again, and
 * measures them in interleaved rounds with the baselines.
 */
final class FinalsMeasurement {

  private static final class LoadedFinalist {
    final int position;
    final Program program;
    final List<Measurement> measurements = new ArrayList<>();

    VerificationResult.Accepted verified = new VerificationResult.Accepted(List.of(), Map.of());

    LoadedFinalist(int position, Program program) {
      this.position = position;
      this.program = program;
    }
  }

  private static final int NONE = -1;

  /** The most batches of a turn on a device whose cores other processes use. */
  private static final int TRIES = 12;

  /** Time for the reference beside that of its programs. */
  private static final Duration REFERENCE = Duration.ofSeconds(60);

  private final EvaluationEngine engine;
  private final FinalsSettings settings;
  private int running = NONE;
  private String shape = "";

  FinalsMeasurement(EvaluationEngine engine, FinalsSettings settings) {
    this.engine = engine;
    this.settings = settings;
  }

  FinalsAttempt measure(List<Finalist> entries, Baselines baselines) {
    var finalists = new ArrayList<LoadedFinalist>();
    var clock =
        new FinalsClock(
            settings.time(),
            engine.contexts().stream().map(context -> context.shape().name()).toList(),
            settings.energy() ? EnergyMeter.USUAL.multipliedBy(entries.size()) : Duration.ZERO,
            System::nanoTime);
    try {
      for (int i = 0; i < entries.size(); i++) {
        enter("loading for the finals", i);
        Finalist entry = entries.get(i);
        finalists.add(
            new LoadedFinalist(
                i, engine.device().load(kernel(entry), entry.configuration(), entry.binary())));
      }
      var random = new SplittableRandom(settings.seed());
      for (ShapeContext context : engine.contexts()) {
        shape = context.shape().name();
        measure(context, finalists, baselines, random.split(), clock);
      }
      return new FinalsAttempt.Measured(
          finalists.stream()
              .<Outcome>map(finalist -> new Outcome.Measured(finalist.measurements))
              .toList(),
          baselines.readings());
    } catch (RejectionException e) {
      return new FinalsAttempt.FinalistFailed(running, e.on(shape), Optional.empty());
    } finally {
      finalists.forEach(finalist -> finalist.program.close());
    }
  }

  private Kernel kernel(Finalist entry) {
    return entry
        .kernelFile()
        .map(file -> KernelReader.readAgain(file, engine.kernel().backend()))
        .orElse(engine.kernel());
  }

  /** Measures every finalist on one shape. The rejection of {@code running} is thrown. */
  private void measure(
      ShapeContext context,
      List<LoadedFinalist> finalists,
      Baselines baselines,
      RandomGenerator random,
      FinalsClock clock) {
    int position = engine.contexts().indexOf(context);
    List<BatchTimer> others = baselines.open(context, clock.baselines());
    long opened = clock.nanos(); // The correctness gate prepares its own inputs.
    Duration reference = engine.job().reference().limit().plus(REFERENCE);
    boolean quick = context.gate().inTurn().size() > 2; // Then the reference needs no such time.
    var fresh = new FreshInputs(quick ? () -> {} : () -> engine.grace().accept(reference));
    context.workspace().prepare(fresh.at(0)); // The clock plans with the time of the reference.
    PythonProcess.end();
    for (LoadedFinalist finalist : finalists) {
      enter("verification before the finals", finalist.position);
      // Once suffices: the search has checked it in full, and each turn of the rounds is verified.
      finalist.verified =
          EvaluationEngine.accepted(
              context.gate().checkOnce(context.workspace(), finalist.program));
    }
    List<Sampling> samplings =
        new Rounds(
                settings,
                engine.job().target().resolveBackend().compilingDisturbsTiming() ? TRIES : 1,
                context.shape().cache(),
                random,
                System::nanoTime,
                clock.rounds(position, clock.nanos() - opened),
                listener(finalists.size(), position))
            .measure(
                finalists.stream().map(finalist -> timer(context, finalist)).toList(),
                others,
                engine.monitor());
    baselines.finish(context, samplings.subList(finalists.size(), samplings.size()));
    requireNoMemory(context, finalists, fresh);
    for (LoadedFinalist finalist : finalists) {
      Sampling sampling = samplings.get(finalist.position);
      OptionalDouble joules = energy(context, finalist, sampling);
      enter("verification after the finals", finalist.position);
      context.workspace().poison();
      context.workspace().launch(finalist.program);
      finalist.measurements.add(
          context.measured(
              finalist.program,
              sampling,
              EvaluationEngine.accepted(
                      context.gate().recheck(context.workspace(), finalist.verified))
                  .accuracy(),
              joules,
              engine.units(finalist.program, context.shape())));
    }
  }

  /**
   * Rejects a finalist that is wrong on new inputs, or slower there than on those of the rounds. If
   * every finalist is slower there, the default among them, the inputs make the difference.
   */
  private void requireNoMemory(
      ShapeContext context, List<LoadedFinalist> finalists, FreshInputs fresh) {
    var launches = new RepeatedLaunches(context.gate(), context.workspace(), System::nanoTime);
    var slower = new TreeMap<Integer, Rejected>();
    for (LoadedFinalist finalist : finalists) {
      enter("verification with new inputs", finalist.position);
      Optional<Rejected> fault =
          launches.fasterOnUsualInputs(finalist.program, fresh.forOneCandidate());
      PythonProcess.end();
      fault.ifPresent(rejected -> slower.put(finalist.position, rejected));
      if (fault.isPresent() && fault.get().reason() != Rejection.SUSPICIOUS) {
        throw RejectionException.of(fault.get());
      }
    }
    if (!slower.isEmpty() && slower.size() < finalists.size()) {
      running = slower.firstKey();
      throw RejectionException.of(slower.firstEntry().getValue());
    }
  }

  private static BatchTimer timer(ShapeContext context, LoadedFinalist finalist) {
    return context.verified(
        finalist.program,
        context.shape().cache(),
        finalist.verified.digests(),
        Double.POSITIVE_INFINITY);
  }

  private OptionalDouble energy(ShapeContext context, LoadedFinalist finalist, Sampling sampling) {
    if (!settings.energy()) {
      return OptionalDouble.empty();
    }
    enter("the energy measurement of the finals", finalist.position);
    return new EnergyMeter(engine.device()::joules)
        .measure(context.timer(finalist.program, CacheState.HOT), sampling.samples().p50());
  }

  /** Reports progress before the launches that settle the caches, never inside a timed sample. */
  private Rounds.Listener listener(int finalists, int position) {
    return new Rounds.Listener() {

      @Override
      public void begins(int program) {
        if (program >= finalists) { // A baseline reports its own progress.
          running = NONE;
        } else if (running != program) {
          enter("the finals", program);
        }
      }

      @Override
      public void ended(int round, int about) {
        int shapes = engine.contexts().size();
        engine.rounds().accept(new Reply.FinalsProgress(shape, position + 1, shapes, round, about));
      }
    };
  }

  private void enter(String stage, int position) {
    running = position;
    engine.listener().entered(stage, shape, position);
  }
}
