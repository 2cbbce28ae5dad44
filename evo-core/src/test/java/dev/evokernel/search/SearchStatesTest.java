package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.SearchContext.SearchStates;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.Spaces;
import dev.evokernel.surrogate.RelatedOutput;
import dev.evokernel.surrogate.ResponseSurface.Observation;
import dev.evokernel.surrogate.ShapeOutputs;
import dev.evokernel.surrogate.UnknownOutputs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SearchStatesTest {

  private static final SearchSpace LARGE = Landscape.large();

  /** Keeps every state that a search reaches, as bytes, with what it had learnt by then. */
  private static final class AllStates implements SearchStates {

    private final Optional<Kept> first;
    private final List<Trial> learnt = new ArrayList<>();
    private final List<byte[]> states = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();

    AllStates(Optional<Kept> first) {
      this.first = first;
    }

    @Override
    public Optional<Kept> kept() {
      return first;
    }

    @Override
    public void learnt(Trial trial) {
      learnt.add(trial);
    }

    @Override
    public void reached(SearchState state) {
      states.add(state.bytes());
      positions.add(learnt.size());
    }

    Kept at(int i) throws IOException {
      return new Kept(SearchState.of(states.get(i)), learnt.subList(0, positions.get(i)));
    }
  }

  private static SearchContext storing(SearchContext context, SearchStates states) {
    return Altered.of(context, "states", states);
  }

  private static List<Proposal> proposals(
      SearchSpace space,
      int inFlight,
      int evaluations,
      Function<Configuration, Trial> objective,
      SearchStates states) {
    return proposals(
        space, inFlight, evaluations, objective, storing(SearchContext.alone(), states));
  }

  private static List<Proposal> proposals(
      SearchSpace space,
      int inFlight,
      int evaluations,
      Function<Configuration, Trial> objective,
      SearchContext context) {
    var record = new ArrayList<Proposal>();
    new Search(space, new SearchSettings(16, 42, inFlight), List.of())
        .run(Landscape.budget(evaluations, objective, record), context);
    return record;
  }

  @ParameterizedTest
  @CsvSource({"1, 330", "5, 330", "16, 600"})
  void run_fromAnyStateThatWasReached_proposesWhatTheSearchThatLeftItDid(
      int inFlight, int evaluations) throws IOException {
    goesOnAlike(LARGE, inFlight, evaluations, 29);
  }

  @ParameterizedTest
  @CsvSource({"1, 330", "5, 330", "16, 600"})
  @Tag("full")
  void run_fromManyMoreStates_proposesWhatTheSearchThatLeftThemDid(int inFlight, int evaluations)
      throws IOException {
    goesOnAlike(LARGE, inFlight, evaluations, 7);
  }

  @Test
  void run_fromAStateInASpaceWithoutNumbers_goesOnAlikeUntilItIsExhausted() throws IOException {
    SearchSpace tiny =
        Spaces.sieved(List.of(Spaces.range("A", 1, 12), Spaces.range("B", 1, 12)), "A != B");
    assertThat(tiny.isNumbered()).isFalse();
    goesOnAlike(tiny, 4, 1000, 5);
  }

  /** Outcomes are learnt as evaluations end, and in the same order again. */
  @Test
  void run_ofEndsFromAnyStateThatWasReached_goesOnAlike() throws IOException {
    Function<Configuration, Trial> rugged = Landscape.rugged(LARGE, 7);
    Function<Proposal, Trial> outcomes = proposal -> rugged.apply(proposal.configuration());
    var search = new Search(LARGE, new SearchSettings(16, 42, 16), List.of());
    var states = new AllStates(Optional.empty());
    var numbered = SearchContext.numbered(SearchContext.ProposalNumbers.counting());
    var whole = new ShuffledEnds(outcomes, 1, 200);
    search.run(whole, storing(numbered, states));
    assertThat(states.states).hasSizeGreaterThan(8);
    for (int i = states.states.size() - 1; i >= 0; i -= 19) {
      SearchStates.Kept kept = states.at(i);
      var learnt = kept.learnt().stream().map(Trial::configuration).collect(Collectors.toSet());
      var again = new AllStates(Optional.of(kept));
      var rest = new ShuffledEnds(outcomes, 2, 200 - learnt.size()).repeating(whole);
      search.run(rest, storing(numbered, again));
      assertThat(rest.proposals)
          .as("from %d on", learnt.size())
          .isEqualTo(
              whole.proposals.stream()
                  .filter(one -> !learnt.contains(one.configuration()))
                  .toList());
      assertThat(again.learnt).isEqualTo(states.learnt);
      assertThat(again.states.getLast()).isEqualTo(states.states.getLast());
    }
  }

  @Test
  void run_withPatienceFromAStateThatWasReached_endsAtTheSameProposal() throws IOException {
    var settings = new SearchSettings(16, 42, 4, new SearchSettings.Patience(0.05, 20));
    Function<Configuration, Trial> objective = Landscape.rugged(LARGE, 7);
    var states = new AllStates(Optional.empty());
    var whole = new ArrayList<Proposal>();
    SearchResult ended =
        new Search(LARGE, settings, List.of())
            .run(Landscape.budget(2000, objective, whole), storing(SearchContext.alone(), states));
    assertThat(ended.ending()).isEqualTo(SearchResult.Ending.PATIENCE_SPENT);
    var rest = new ArrayList<Proposal>();
    int last = states.states.size() - 1;
    SearchResult again =
        new Search(LARGE, settings, List.of())
            .run(
                Landscape.budget(2000, objective, rest),
                storing(SearchContext.alone(), new AllStates(Optional.of(states.at(last)))));
    assertThat(again).isEqualTo(ended);
    assertThat(rest).isEqualTo(whole.subList(states.positions.get(last), whole.size()));
  }

  /** Every third configuration is rejected; the population stagnates and dissolves on the way. */
  private static void goesOnAlike(SearchSpace space, int inFlight, int evaluations, int step)
      throws IOException {
    Function<Configuration, Trial> rugged = Landscape.rugged(space, 7);
    Function<Configuration, Trial> objective =
        configuration ->
            configuration.hashCode() % 3 == 0
                ? Trial.rejected(configuration)
                : rugged.apply(configuration);
    var states = new AllStates(Optional.empty());
    List<Proposal> whole = proposals(space, inFlight, evaluations, objective, states);
    assertThat(states.states).hasSizeGreaterThan(8);
    for (int i = states.states.size() - 1; i >= 0; i -= step) {
      int position = states.positions.get(i);
      var again = new AllStates(Optional.of(states.at(i)));
      assertThat(proposals(space, inFlight, evaluations - position, objective, again))
          .as("from %d on", position)
          .isEqualTo(whole.subList(position, whole.size()));
      assertThat(again.learnt).isEqualTo(states.learnt);
      assertThat(again.states.getLast()).isEqualTo(states.states.getLast());
    }
  }

  /** At two places that a first session noted, as a run's journal does. */
  @Test
  void run_thatTookOverFromOthers_goesOnAlikeFromAnyState() throws IOException {
    SearchContext.Migration noted =
        bred ->
            bred == 24 || bred == 96
                ? Optional.of(new InitialConfiguration(LARGE.at(bred), "run other/7 on L4"))
                : Optional.empty();
    var states = new AllStates(Optional.empty());
    List<Proposal> whole = migrating(300, states, noted);
    assertThat(whole).filteredOn(one -> one.origin().startsWith("run other/")).hasSize(2);
    for (int i = states.states.size() - 1; i >= 0; i -= 13) {
      int position = states.positions.get(i);
      var again = new AllStates(Optional.of(states.at(i)));
      assertThat(migrating(300 - position, again, noted))
          .as("from %d on", position)
          .isEqualTo(whole.subList(position, whole.size()));
    }
  }

  private static List<Proposal> migrating(
      int evaluations, SearchStates states, SearchContext.Migration migration) {
    var record = new ArrayList<Proposal>();
    new Search(LARGE, new SearchSettings(16, 42, 5), List.of())
        .run(
            Landscape.budget(evaluations, Landscape.rugged(LARGE, 7), record),
            Contexts.with(migration, storing(SearchContext.alone(), states)));
    return record;
  }

  /** Three shapes, two of them alike, and on each of them a landscape of its own. */
  @Test
  void run_forAPortfolioFromAStateThatWasReached_goesOnAlikeAndRepeatsNoConfiguration()
      throws IOException {
    var states = new AllStates(Optional.empty());
    List<Proposal> whole = portfolio(220, states);
    assertThat(states.states).hasSizeGreaterThan(8);
    assertThat(whole).extracting(Proposal::configuration).doesNotHaveDuplicates();
    assertThat(whole).extracting(Proposal::shapes).contains(List.of(), List.of("2"));
    for (int i = states.states.size() - 1; i >= 0; i -= 17) {
      int position = states.positions.get(i);
      var again = new AllStates(Optional.of(states.at(i)));
      assertThat(portfolio(220 - position, again))
          .as("from %d on", position)
          .isEqualTo(whole.subList(position, whole.size()));
    }
  }

  private static List<Proposal> portfolio(int evaluations, SearchStates states) {
    List<Function<Configuration, Trial>> shapes =
        List.of(
            Landscape.rugged(LARGE, 7), Landscape.rugged(LARGE, 7), Landscape.rugged(LARGE, 31));
    var record = new ArrayList<Proposal>();
    new Search(LARGE, new SearchSettings(8, 42, 3), List.of(), SearchComponents.FULL)
        .run(
            proposal -> {
              if (record.size() == evaluations) {
                return Optional::empty;
              }
              record.add(proposal);
              return () -> Optional.of(Landscape.onShapes(proposal, shapes));
            },
            storing(Contexts.on(UnknownOutputs.of(3, 0.5, 1), SearchContext.alone()), states));
    return record;
  }

  /** The times of a sample of the space on another landscape that resembles the searched one. */
  private static SearchContext knowing(SearchStates states) {
    Function<Configuration, Trial> near = Landscape.rugged(LARGE, 7);
    var random = new SplittableRandom(4);
    List<Observation> measured =
        Stream.generate(() -> LARGE.draw(random))
            .limit(300)
            .flatMap(
                choices ->
                    near.apply(LARGE.configuration(choices)).objective().stream()
                        .mapToObj(time -> new Observation(choices, 3 + 2 * time)))
            .toList();
    var related =
        new RelatedOutput(
            "near", OptionalInt.empty(), LARGE.parameters(), measured, new SplittableRandom(1));
    return storing(
        Contexts.on(ShapeOutputs.SINGLE.with(List.of(List.of(related))), SearchContext.alone()),
        states);
  }

  @Test
  void run_knowingAnotherOutputFromAnyState_goesOnAlike() throws IOException {
    Function<Configuration, Trial> objective = Landscape.rugged(LARGE, 7);
    var states = new AllStates(Optional.empty());
    List<Proposal> whole = proposals(LARGE, 5, 200, objective, knowing(states));
    assertThat(whole).extracting(Proposal::origin).contains("near");
    for (int i = 0; i < states.states.size(); i += 5) {
      int position = states.positions.get(i);
      List<Proposal> rest =
          proposals(
              LARGE,
              5,
              200 - position,
              objective,
              knowing(new AllStates(Optional.of(states.at(i)))));
      assertThat(rest).as("from state %d", i).isEqualTo(whole.subList(position, whole.size()));
    }
  }

  @Test
  void run_withoutAModel_leavesNoState() {
    var states = new AllStates(Optional.empty());
    new Search(
            LARGE,
            SearchSettings.DEFAULT,
            List.of(),
            SearchComponents.FULL.without(SearchComponents.SearchComponent.MODEL))
        .run(
            Landscape.budget(50, Landscape.rugged(LARGE, 7), new ArrayList<>()),
            storing(SearchContext.alone(), states));
    assertThat(states.learnt).hasSize(50);
    assertThat(states.states).isEmpty();
  }

  @Test
  void of_bytesThatAreNoState_isRefused() {
    assertThatThrownBy(() -> SearchState.of(new byte[] {1, 2, 3})).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> SearchState.of()).isInstanceOf(IOException.class);
  }
}
