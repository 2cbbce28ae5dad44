package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.fixture.Altered;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.run.DetailedEvaluator;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random configurations of every kernel that ships, none of which may be taken for a lie. As many
 * as {@code -Devo.honest=300} says and {@code -Devo.honest.seconds=500} has time for, on the
 * backend {@code -Devo.honest.backend=cuda}, on as many of the smallest shapes as {@code
 * -Devo.honest.shapes=1}.
 */
@EnabledIfSystemProperty(named = "evo.honest", matches = "\\d+")
final class HonestKernelsIT {

  private static final Set<String> ACCUSATIONS =
      Set.of(
          "suspicious",
          "left-behind",
          "out-of-bounds-read",
          "illegal-access",
          "input-modified",
          "not-repeatable");

  private static final int IN_FLIGHT = 6;

  @TempDir Path folder;

  static List<Path> kernels() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", "kernels").toAbsolutePath().normalize())) {
      return files
          .filter(file -> file.endsWith("kernel.yaml"))
          .filter(file -> KernelFile.at(file).backends().contains(backend()))
          .filter(
              file ->
                  Objects.requireNonNull(file.getParent())
                      .getFileName()
                      .toString()
                      .matches(System.getProperty("evo.honest.kernels", ".*")))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void run_randomConfigurations_accusesNone(Path file) throws InterruptedException {
    Backend backend = Backend.named(backend());
    Kernel kernel = KernelReader.read(file, backend());
    RunSpec plan = plan(kernel, backend);

    RunHistory history;
    try (ResultStore store = ResultStore.open(plan.origin().results().resolve("evo.db"))) {
      history =
          new SelfTestFolder.Jobs(one -> RunEnvironment.ofThisMachine(one, InstantSource.system()))
              .run(plan, store, Optional.empty(), HonestKernelsIT::propose);
    }

    List<String> accused =
        Stream.concat(
                history.candidates().stream()
                    .flatMap(one -> one.evaluation().stream())
                    .flatMap(
                        one ->
                            one.outcome() instanceof Rejected rejected
                                ? Stream.of(rejected)
                                : Stream.empty()),
                history.flags().exclusions().stream().map(exclusion -> exclusion.why()))
            .filter(rejected -> ACCUSATIONS.contains(rejected.reason().label()))
            .map(rejected -> rejected.reason().label() + ": " + rejected.message())
            .toList();
    assertThat(accused).as("%s, %d candidates", file, history.candidates().size()).isEmpty();
    assertThat(history.candidates()).hasSizeGreaterThan(1);
    long measured =
        history.candidates().stream()
            .flatMap(one -> one.evaluation().stream())
            .filter(one -> !(one.outcome() instanceof Rejected))
            .count();
    System.out.printf(
        "%s on %s: %d candidates, %d measured, none accused%n",
        Objects.requireNonNull(file.getParent()).getFileName(),
        backend(),
        history.candidates().size(),
        measured);
  }

  private static Ending propose(
      SearchSpace space, List<InitialConfiguration> initial, DetailedEvaluator evaluator)
      throws InterruptedException {
    var random = new java.util.SplittableRandom(15);
    assertThat(
            evaluator
                .begin(
                    evaluator.context().proposal(initial.getFirst().configuration(), 0, "default"))
                .trial())
        .isPresent();
    var pending = new ArrayDeque<Evaluator.Pending>();
    long end =
        System.nanoTime() + Duration.ofSeconds(Long.getLong("evo.honest.seconds", 3600)).toNanos();
    for (int i = 0; i < Integer.getInteger("evo.honest") && System.nanoTime() < end; i++) {
      pending.add(evaluator.begin(evaluator.context().proposal(space.sample(random), 0, "random")));
      if (pending.size() == IN_FLIGHT) {
        var _ = pending.remove().trial();
      }
    }
    while (!pending.isEmpty()) {
      var _ = pending.remove().trial();
    }
    return Ending.BUDGET_SPENT;
  }

  private RunSpec plan(Kernel kernel, Backend backend) {
    var shapes = new ArrayList<>(kernel.shapes());
    shapes.sort(
        Comparator.comparingDouble(
            (Shape shape) ->
                kernel.work().flops().real(kernel.frame(kernel.defaultConfiguration(), shape))));
    List<Shape> smallest =
        shapes.subList(0, Math.min(shapes.size(), Integer.getInteger("evo.honest.shapes", 1)));
    RunSpec usual =
        new SelfTestFolder(backend, backend.devices().getFirst(), kernel, folder.resolve("results"))
            .plan("honest-1");
    return Altered.of(
        usual, "kernel", kernel, "shapes", smallest, "evaluation", EvaluationSpec.DEFAULT);
  }

  private static String backend() {
    return System.getProperty("evo.honest.backend", "cpu");
  }
}
