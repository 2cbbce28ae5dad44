package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Device;
import dev.evokernel.config.JobReader;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Trial;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs that are killed again and again, or whose workers are killed or stopped, at any instant of a
 * process's life: while it starts, while it searches, in the finals. {@code -Devo.kills=N} strikes
 * N times of each kind, {@code -Devo.kills.seed=N} at other instants; {@code target/kills.txt} says
 * where they fell.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
final class KilledRunIT {

  private static final int KILLS = Integer.getInteger("evo.kills", 3);
  private static final long SEED = Long.getLong("evo.kills.seed", 1);
  private static final int EVALUATIONS = 6;

  /** Where the kills fell, for people; Maven runs tests in the module's folder. */
  private static final Path FIGURES = Path.of("target", "kills.txt");

  @TempDir Path folder;
  private final SplittableRandom random = new SplittableRandom(SEED);

  /** Where it was killed, and how often. */
  private final Map<String, Integer> kills = new TreeMap<>();

  /** What each kill of the current job left behind, for whoever reads of a failure. */
  private final List<String> course = new ArrayList<>();

  private int jobs;
  private long kept;

  @Test
  void resume_afterAKillInTheSearch_losesAndRepeatsNothing()
      throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    Workspace workspace = workspace();
    try (ChildEvo child = sitting(workspace)) {
      child.until(() -> workspace.finished() >= 2);
      child.kill();
    }
    List<Candidate> before = finished(workspace.history().candidates());
    finish(workspace);
    assertThat(before).hasSizeGreaterThan(1);
    assertThat(workspace.history().candidates()).containsAll(before);
  }

  @Test
  @Tag("full")
  void resume_afterKillsAtRandomInstants_losesAndRepeatsNothing()
      throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    Duration life = undisturbed();
    while (kills() < KILLS) {
      killed(workspace(), life);
    }
    note("killed %s, in %d jobs; %d evaluations outlived a kill".formatted(kills, jobs - 1, kept));
  }

  /** Between two strikes an evaluation ends: a candidate that is hit twice is rejected. */
  @Test
  @Tag("full")
  void run_workersKilledOrStoppedAtRandomInstants_rejectsNoCandidate()
      throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    while (kills() < KILLS) {
      Workspace workspace = workspace();
      try (ChildEvo child = sitting(workspace)) {
        while (kills() < KILLS && !child.endsWithin(Duration.ofMillis(random.nextLong(1500)))) {
          String signal = random.nextBoolean() ? "KILL" : "STOP";
          long before = workspace.finished();
          if (child.strike(signal, random)) {
            kills.merge(signal + " in the " + stage(child), 1, Integer::sum);
            child.until(() -> workspace.finished() > before);
          }
        }
        assertThat(child.await())
            .as("%s %s%s", kills, child.out(), child.err())
            .isIn(Execution.FINISHED);
      }
      assertThat(workspace.history().candidates()).hasSize(EVALUATIONS);
      assertThat(workspace.failures()).as("%s", kills).isEmpty();
    }
    note("workers struck by %s, in %d jobs".formatted(kills, jobs));
  }

  private static void note(String line) throws IOException {
    Files.createDirectories(FIGURES.toAbsolutePath().getParent());
    Files.writeString(FIGURES, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private int kills() {
    return kills.values().stream().mapToInt(Integer::intValue).sum();
  }

  private Workspace workspace() throws IOException {
    Workspace workspace = Workspace.in(Files.createDirectory(folder.resolve("job-" + jobs++)));
    workspace.append("budget: {evaluations: " + EVALUATIONS + "}\n");
    return workspace;
  }

  /** How long a run takes that nobody kills. */
  private Duration undisturbed() throws IOException {
    Workspace workspace = workspace();
    long began = System.nanoTime();
    finish(workspace);
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /** One job, killed until it finishes before the next kill, or until there were enough. */
  private void killed(Workspace workspace, Duration life) throws IOException, InterruptedException {
    List<Candidate> before = List.of();
    course.clear();
    while (kills() < KILLS) {
      try (ChildEvo child = sitting(workspace)) {
        if (child.endsWithin(Duration.ofNanos(random.nextLong(life.toNanos())))) {
          assertThat(child.await()).as("%s", child.err()).isIn(Execution.FINISHED);
          break;
        }
        child.kill();
        kills.merge(stage(child), 1, Integer::sum);
        course.add("killed in the " + stage(child));
      }
      List<Candidate> after = workspace.hasRun() ? workspace.history().candidates() : List.of();
      course.addAll(lines(after));
      assertThat(after).as("%s", course).containsAll(finished(before));
      kept += finished(after).size();
      before = after;
    }
    finish(workspace);
    assertThat(workspace.history().candidates()).as("%s", course).containsAll(finished(before));
  }

  /** Ends a job, and checks that it is what it would have been undisturbed. */
  private void finish(Workspace workspace) {
    if (!workspace.hasRun()) {
      Execution run = workspace.run();
      assertThat(run.code()).as(run.err()).isIn(Execution.FINISHED);
    } else if (workspace.history().run().status() != RunStatus.FINISHED) {
      Execution rest = workspace.resume();
      assertThat(rest.code()).as(rest.err()).isIn(Execution.FINISHED);
    }
    RunHistory history = workspace.history();
    assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(history.finals()).isPresent();
    course.add("finished in the end");
    course.addAll(lines(history.candidates()));
    assertThat(history.candidates()).as("%s", course).hasSize(EVALUATIONS);
    assertThat(configurations(history)).as("%s", course).doesNotHaveDuplicates();
    assertThat(proposals(workspace, history)).as("%s", course).isEqualTo(configurations(history));
  }

  /** Every candidate's number, configuration, outcome and objective. */
  private static List<String> lines(List<Candidate> candidates) {
    return candidates.stream()
        .map(
            one ->
                "%d %s: %s %s after %d attempts"
                    .formatted(
                        one.number(),
                        one.configuration(),
                        one.outcomeLabel(),
                        one.objective(),
                        one.attempts()))
        .toList();
  }

  private static ChildEvo sitting(Workspace workspace) throws IOException {
    return workspace.hasRun()
        ? ChildEvo.start(workspace, "run", "--resume", "latest")
        : ChildEvo.start(workspace, "run");
  }

  private static String stage(ChildEvo child) {
    String out = child.out();
    return out.contains("measuring the finalists")
        ? "finals"
        : out.contains("searching") ? "search" : "start-up";
  }

  private static List<Candidate> finished(List<Candidate> candidates) {
    return candidates.stream().filter(candidate -> candidate.evaluation().isPresent()).toList();
  }

  /** By number. */
  private static List<Configuration> configurations(RunHistory history) {
    return history.candidates().stream().map(Candidate::configuration).toList();
  }

  /** First proposals of an uninterrupted search, given the same answers and order. */
  private static List<Configuration> proposals(Workspace workspace, RunHistory history) {
    Kernel kernel = Saxpy.read();
    Map<Configuration, Candidate> answers =
        history.candidates().stream()
            .collect(Collectors.toMap(Candidate::configuration, Function.identity()));
    var proposed = new ArrayList<Configuration>();
    Backend cpu = Backend.named("cpu");
    try (Device device = cpu.open(cpu.devices().getFirst())) {
      var search =
          new Search(
              SearchSpace.of(kernel, kernel.shapes(), device.limits()),
              settings(workspace, history),
              List.of(new InitialConfiguration(kernel.defaultConfiguration(), "default")));
      Map<Integer, List<Integer>> order = order(workspace, history);
      search.run(
          new Evaluator() {
            @Override
            public Pending begin(Proposal proposal) {
              Configuration configuration = proposal.configuration();
              proposed.add(configuration);
              Optional<Trial> known =
                  Optional.ofNullable(answers.get(configuration))
                      .flatMap(Candidate::evaluation)
                      .map(evaluation -> new Trial(configuration, evaluation.objective()));
              return () -> known;
            }

            @Override
            public List<Integer> next(int learnt, List<Integer> inFlight) {
              return order.getOrDefault(learnt, List.of(inFlight.getFirst()));
            }
          });
    }
    return proposed.subList(0, Math.min(EVALUATIONS, proposed.size()));
  }

  private static Map<Integer, List<Integer>> order(Workspace workspace, RunHistory history) {
    try (var store = ResultStore.openReadOnly(workspace.database())) {
      return store.events(history.run().id()).learningOrder();
    }
  }

  /** As the run itself wrote them down when it began. */
  private static SearchSettings settings(Workspace workspace, RunHistory history) {
    Path job = workspace.results().resolve(history.run().id()).resolve("evo.yaml");
    SearchOptions search = JobReader.read(job).search();
    assertThat(search.inFlight()).isPresent();
    return search.settings(search.inFlight().getAsInt());
  }
}
