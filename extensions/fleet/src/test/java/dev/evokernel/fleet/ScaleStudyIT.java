package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.run.Progress;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.TuningRun;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ChildJvm;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Memory of the coordinator in runs on simulated devices. Properties of the system set the size:
 * {@code evo.scale.evaluations}, {@code evo.scale.shapes}, {@code evo.scale.samples} and {@code
 * evo.scale.portfolio}.
 */
@Tag("full")
final class ScaleStudyIT {

  /** Bytes of the heap that a candidate may leave; its measurements are 60 kB. */
  private static final long BYTES = 10_000;

  private static final int FIRST = 500;

  @TempDir private Path folder;

  /** A process in which nothing else is measured, and whose heap nothing else fills. */
  static final class Child implements RunListener {
    private final List<Integer> stages;
    private int evaluated;

    private Child(List<Integer> stages) {
      this.stages = stages;
    }

    /** Prints evaluations and reachable bytes at each stage, and at the end of a resumed run. */
    public static void main(String[] arguments) throws InterruptedException, IOException {
      var run =
          new SimulatedRun(
              Integer.parseInt(arguments[1]),
              Integer.parseInt(arguments[2]),
              16,
              Boolean.parseBoolean(arguments[3]),
              42,
              Path.of(arguments[0]));
      List<Integer> stages = Arrays.stream(arguments).skip(4).map(Integer::valueOf).toList();
      int last = stages.getLast();
      try (ResultStore store = ResultStore.open(run.folder().resolve(ResultStore.FILE_NAME))) {
        tuning(run, last, store).run(Optional.empty(), new Child(stages));
        tuning(run, last + 20, store)
            .run(Optional.of(store.resume(SimulatedRun.ID, "")), new Child(List.of(20)));
      }
    }

    private static TuningRun tuning(SimulatedRun run, int evaluations, ResultStore store)
        throws IOException {
      RunSpec spec = run.spec(evaluations);
      return new TuningRun(
          spec,
          store,
          RunEnvironment.simulated(
              spec, InstantSource.system(), System::nanoTime, _ -> run.workers()));
    }

    @Override
    public void evaluated(Evaluation evaluation, Progress progress) {
      if (stages.contains(++evaluated)) {
        System.gc();
        System.gc(); // The second collection frees objects whose cleaners ran after the first.
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        System.out.println(progress.evaluations() + " " + heap);
      }
    }
  }

  @Test
  void measure_candidatesWithLargeMeasurements_leaveThemToTheStore()
      throws InterruptedException, IOException {
    int evaluations = Integer.getInteger("evo.scale.evaluations", 900);
    var arguments =
        new ArrayList<>(
            List.of(
                folder.toString(),
                System.getProperty("evo.scale.shapes", "10"),
                System.getProperty("evo.scale.samples", "400"),
                System.getProperty("evo.scale.portfolio", "false")));
    IntStream.of(FIRST, 5_000, 20_000, 50_000, evaluations)
        .filter(stage -> stage <= evaluations)
        .forEach(stage -> arguments.add(Integer.toString(stage)));
    Process child = ChildJvm.start(Child.class, arguments.toArray(String[]::new));
    List<long[]> stages =
        child
            .inputReader()
            .lines()
            .peek(System.out::println)
            .map(line -> Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray())
            .toList();
    assertThat(child.waitFor()).isZero();
    assertThat(stages).extracting(stage -> stage[0]).startsWith((long) FIRST);
    assertThat(stages.getLast()[0]).isEqualTo(evaluations + 20);
    long[] end = stages.get(stages.size() - 2);
    assertThat(end[0]).isEqualTo(evaluations);
    assertThat(end[1] - stages.getFirst()[1]).isLessThan((evaluations - FIRST) * BYTES);
  }
}
