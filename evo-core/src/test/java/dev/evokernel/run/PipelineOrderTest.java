package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.QuietBackend;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchComponents;
import dev.evokernel.search.SearchComponents.SearchComponent;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import org.junit.jupiter.api.Test;

/** Runs whose evaluations end in any order, and whose journal is cut off anywhere. */
final class PipelineOrderTest extends PipelineFixture {

  private static final int IN_FLIGHT = 6;

  private SearchComponents components = SearchComponents.FULL;

  /** The journal at one instant: what a killed process leaves. */
  private record Journal(List<Candidate> candidates, Map<Integer, List<Integer>> order) {

    private boolean lists(int number) {
      return candidates.stream()
          .anyMatch(one -> one.number() == number && one.evaluation().isPresent());
    }
  }

  private Journal journal() {
    return new Journal(stored(), store.events(ExampleRun.ID).learningOrder());
  }

  /** Session that searches the whole space. Its candidates end in a random order. */
  private final class Session implements Evaluator {

    private final RandomGenerator random;
    private final Journal before = journal();
    private final Map<Configuration, CountDownLatch> gates = new ConcurrentHashMap<>();
    private final Set<Configuration> opened = new HashSet<>();
    private final Map<Integer, Configuration> begun = new HashMap<>();
    private final Set<Configuration> evaluated = ConcurrentHashMap.newKeySet();
    private final List<Proposal> proposals = new ArrayList<>();
    private final List<Journal> journals = Collections.synchronizedList(new ArrayList<>());
    private final boolean keepsJournals;
    private final Pipeline pipeline;

    Session(boolean ends, long seed, boolean keepsJournals) {
      byEnds = ends; // In order, all in flight end as they like.
      recorded = this::keep;
      this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      this.keepsJournals = keepsJournals;
      disturbs = false;
      compilers = IN_FLIGHT;
      compile =
          configuration -> {
            gate(configuration).await();
            return Examples.compiled(configuration.toString());
          };
      evaluate =
          request -> {
            evaluated.add(request.configuration());
            keep();
            int nanos = Math.floorMod(request.configuration().toString().hashCode(), 1000);
            return timed(1000 + nanos, 100);
          };
      this.pipeline = session();
    }

    private CountDownLatch gate(Configuration configuration) {
      return gates.computeIfAbsent(configuration, _ -> new CountDownLatch(1));
    }

    private void open(Configuration configuration) {
      opened.add(configuration);
      gate(configuration).countDown();
    }

    private void keep() {
      if (keepsJournals) {
        journals.add(journal());
      }
    }

    Session run() {
      try (pipeline) {
        var space = SearchSpace.of(kernel, kernel.shapes(), QuietBackend.NO_LIMITS);
        var initial = new InitialConfiguration(kernel.defaultConfiguration(), "default");
        new Search(space, new SearchSettings(8, 42, IN_FLIGHT), List.of(initial), components)
            .run(this, pipeline.context());
      }
      assertThat(pipeline.isInterrupted()).isFalse();
      return this;
    }

    @Override
    public Pending begin(Proposal proposal) {
      keep();
      proposals.add(proposal);
      begun.put(proposal.number(), proposal.configuration());
      Pending pending = pipeline.begin(proposal);
      return () -> {
        open(proposal.configuration());
        begun.values().stream().filter(_ -> !byEnds).forEach(this::open);
        return pending.trial();
      };
    }

    /** Lets one more evaluation end, first that of the default, if the search has to wait. */
    @Override
    public List<Integer> next(int learnt, List<Integer> inFlight) {
      keep();
      if (byEnds && inFlight.stream().noneMatch(before::lists)) {
        List<Configuration> closed =
            inFlight.stream().map(begun::get).filter(one -> !opened.contains(one)).toList();
        open(inFlight.contains(1) ? closed.getFirst() : closed.get(random.nextInt(closed.size())));
      }
      return pipeline.next(learnt, inFlight);
    }
  }

  /** A store with a journal that was cut off. */
  private void restore(Journal journal) {
    store.close();
    store = ResultStore.inMemory(Path.of("results"));
    store.begin(ExampleRun.run());
    for (Candidate candidate : journal.candidates()) {
      for (int i = 0; i < candidate.attempts(); i++) {
        store.attempt(ExampleRun.ID, candidate.proposal());
      }
      candidate
          .evaluation()
          .ifPresent(ended -> store.record(ExampleRun.ID, candidate.proposal(), ended));
    }
    journal.order().forEach((learnt, next) -> store.events(ExampleRun.ID).learns(learnt, next));
  }

  @Test
  void run_whatAnEarlierSessionLearntByEnds_isProposedAgainAndNotEvaluated() {
    Session first = new Session(true, 1, false).run();
    assertThat(first.proposals).hasSize(Saxpy.VALID);
    assertThat(journal().order()).hasSizeGreaterThan(20);
    Session again = new Session(true, 2, false).run();
    assertThat(again.proposals).isEqualTo(first.proposals);
    assertThat(again.evaluated).isEmpty();
  }

  @Test
  void run_journalCutAtEachLine_proposesAllOfItAgain() {
    proposesAllAgain(true, true, 1);
  }

  /** The journal of an evo that learnt in order alone, and one whose devices a fleet has now. */
  @Test
  void run_journalOfAnotherOrderCut_proposesAllOfItAgain() {
    proposesAllAgain(false, true, 8);
    restore(new Journal(List.of(), Map.of()));
    proposesAllAgain(true, false, 8);
  }

  private void proposesAllAgain(boolean before, boolean after, int step) {
    components = components.without(SearchComponent.MODEL); // Hundreds of searches.
    List<Journal> journals =
        new Session(before, 1, true).run().journals.stream().distinct().toList();
    assertThat(journals.size()).isGreaterThan(Saxpy.VALID);
    for (int cut = 0; cut < journals.size(); cut += step) {
      Journal journal = journals.get(cut);
      restore(journal);
      Session resumed = new Session(after, 100 + cut, false).run();
      assertThat(resumed.proposals)
          .as("cut at %d", cut)
          .containsAll(journal.candidates().stream().map(Candidate::proposal).toList());
      assertThat(resumed.evaluated)
          .as("cut at %d", cut)
          .hasSize(Saxpy.VALID - Math.toIntExact(ended(journal)));
      if (cut % 8 > 0) {
        continue;
      }
      Session again = new Session(after, 3, false).run();
      assertThat(again.proposals).as("cut at %d", cut).isEqualTo(resumed.proposals);
      assertThat(again.evaluated).isEmpty();
    }
  }

  private static long ended(Journal journal) {
    return journal.candidates().stream().filter(one -> one.evaluation().isPresent()).count();
  }
}
