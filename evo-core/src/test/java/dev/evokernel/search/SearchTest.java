package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.SearchComponents.SearchComponent;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.search.SearchSettings.Patience;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.Spaces;
import dev.evokernel.surrogate.Surrogate.AcquisitionSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchTest {

  private final SearchSpace large = Landscape.large();
  private final Function<Configuration, Trial> rugged = Landscape.rugged(large, 7);

  @Test
  void run_sameSeedAndAnswers_proposesTheSame() {
    var first = Landscape.proposals(large, List.of(), 42, 200, rugged);
    assertThat(Landscape.proposals(large, List.of(), 42, 200, rugged)).isEqualTo(first);
    assertThat(Landscape.proposals(large, List.of(), 43, 200, rugged)).isNotEqualTo(first);
  }

  @Test
  void run_manyGenerations_proposesOnlyValidConfigurationsAndEachOnce() {
    var proposals = Landscape.proposals(large, List.of(), 1, 500, rugged);
    assertThat(proposals)
        .hasSize(500)
        .extracting(Proposal::configuration)
        .doesNotHaveDuplicates()
        .allMatch(large::contains);
    assertThat(proposals)
        .extracting(Proposal::origin)
        .contains("random", "crossover", "mutation", "crossover+mutation", "refinement");
    assertThat(proposals).extracting(Proposal::generation).isSorted();
  }

  @Test
  void run_defaultAndInitialConfigurations_standFirstInOrderWithTheirOrigins() {
    List<InitialConfiguration> seeds =
        LongStream.of(9, 5, 5, 70)
            .mapToObj(
                index ->
                    new InitialConfiguration(
                        large.at(index), index == 9 ? "default" : "seed:" + index))
            .toList();
    var proposals = Landscape.proposals(large, seeds, 1, 20, rugged);
    assertThat(proposals.subList(0, 4))
        .containsExactly(
            new Proposal(1, 0, "default", large.at(9)),
            new Proposal(2, 0, "seed:5", large.at(5)),
            new Proposal(3, 0, "seed:70", large.at(70)),
            new Proposal(4, 0, "random", proposals.get(3).configuration()));
  }

  @Test
  void run_whateverIsBred_namesParentsThatWereProposedBefore() {
    var proposals = Landscape.proposals(large, List.of(), 1, 400, rugged);
    for (int i = 0; i < proposals.size(); i++) {
      Proposal proposal = proposals.get(i);
      assertThat(proposals.subList(0, i))
          .extracting(Proposal::number)
          .containsAll(proposal.parents());
      int parents =
          switch (proposal.origin()) {
            case "random" -> 0;
            case "mutation", "refinement" -> 1;
            default -> 2;
          };
      assertThat(proposal.parents()).as(proposal.origin()).hasSize(parents);
    }
    assertThat(proposals)
        .extracting(Proposal::origin)
        .contains("random", "crossover", "mutation", "refinement");
  }

  @Test
  void run_moreSeedsThanABatch_evaluatesAllOfThemInGenerationZero() {
    List<InitialConfiguration> seeds =
        LongStream.range(0, 100)
            .mapToObj(i -> new InitialConfiguration(large.at(i), "seed:" + i))
            .toList();
    assertThat(Landscape.proposals(large, seeds, 1, 101, rugged))
        .extracting(Proposal::generation)
        .startsWith(0)
        .endsWith(0, 1);
  }

  @Test
  void new_seedOutsideTheSpace_saysWhichConstraintItBreaks() {
    Configuration broken = large.at(0).with("TILE_M", Value.of(8)).with("ROWS", Value.of(6));
    assertThatThrownBy(
            () ->
                Landscape.proposals(
                    large, List.of(new InitialConfiguration(broken, "seed:file")), 1, 9, rugged))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'seed:file'")
        .hasMessageContaining("TILE_M=8 ROWS=6 breaks 'TILE_M % ROWS == 0'");
  }

  @Test
  void run_tinySpace_exhaustsItAndStops() {
    SearchSpace tiny =
        Spaces.space(List.of(Spaces.range("A", 1, 7), Spaces.range("B", 1, 7)), "A != B");
    var record = new ArrayList<Proposal>();
    var evaluator = Landscape.budget(1000, Landscape.rugged(tiny, 3), record);
    SearchResult result = new Search(tiny, new SearchSettings(8, 1, 4), List.of()).run(evaluator);
    assertThat(result.ending()).isEqualTo(Ending.SPACE_EXHAUSTED);
    assertThat(result.evaluations()).isEqualTo(42);
    assertThat(record).extracting(Proposal::configuration).hasSize(42).doesNotHaveDuplicates();
  }

  /** More than a search with patience needs. */
  private static final int BUDGET = 800;

  private SearchResult patient(Patience patience, List<Proposal> record) {
    return new Search(large, new SearchSettings(32, 1, 4, patience), List.of())
        .run(Landscape.budget(BUDGET, rugged, record));
  }

  @Test
  void run_withPatience_endsEarlierOnTheSameCourse() {
    var whole = new ArrayList<Proposal>();
    assertThat(patient(Patience.NEVER_ENDS, whole).ending()).isEqualTo(Ending.BUDGET_SPENT);
    var shorter = new ArrayList<Proposal>();
    SearchResult ended = patient(new Patience(0.05, 20), shorter);
    assertThat(ended.ending()).isEqualTo(Ending.PATIENCE_SPENT);
    assertThat(ended.evaluations()).isEqualTo(shorter.size()).isBetween(25L, BUDGET - 50L);
    assertThat(shorter).isEqualTo(whole.subList(0, shorter.size()));
    var again = new ArrayList<Proposal>();
    assertThat(patient(new Patience(0.05, 20), again)).isEqualTo(ended);
  }

  @Test
  void run_withMorePatience_endsNoEarlier() {
    var little = new ArrayList<Proposal>();
    var more = new ArrayList<Proposal>();
    var most = new ArrayList<Proposal>();
    patient(new Patience(0.2, 10), little);
    patient(new Patience(0.05, 10), more);
    patient(new Patience(0.05, 40), most);
    assertThat(little.size()).isLessThanOrEqualTo(more.size());
    assertThat(more.size()).isLessThan(most.size());
  }

  @Test
  void run_withoutAModel_hasEndlessPatience() {
    var record = new ArrayList<Proposal>();
    SearchResult result =
        new Search(
                large,
                new SearchSettings(32, 1, 4, new Patience(0.99, 1)),
                List.of(),
                SearchComponents.FULL.without(SearchComponent.MODEL))
            .run(Landscape.budget(200, rugged, record));
    assertThat(result.ending()).isEqualTo(Ending.BUDGET_SPENT);
  }

  @Test
  void newPatience_outsideItsBounds_isRefused() {
    assertThatThrownBy(() -> new Patience(1, 5)).hasMessageContaining("below 100%");
    assertThatThrownBy(() -> new Patience(0.01, 0)).hasMessageContaining("≥ 1, was 0");
  }

  @Test
  void run_tinySpaceWithoutNumbers_exhaustsItAndStops() {
    SearchSpace tiny =
        Spaces.sieved(List.of(Spaces.range("A", 1, 7), Spaces.range("B", 1, 7)), "A != B");
    assertThat(tiny.isNumbered()).isFalse();
    var record = new ArrayList<Proposal>();
    var evaluator = Landscape.budget(1000, Landscape.rugged(tiny, 3), record);
    SearchResult result = new Search(tiny, new SearchSettings(8, 1, 4), List.of()).run(evaluator);
    assertThat(result.ending()).isEqualTo(Ending.SPACE_EXHAUSTED);
    assertThat(record).extracting(Proposal::configuration).hasSize(42).doesNotHaveDuplicates();
  }

  @Test
  void run_spaceBeyondLongs_proposesValidConfigurationsAndBeatsRandomOnes() {
    SearchSpace huge =
        Spaces.space(
            IntStream.range(0, 24).mapToObj(i -> Spaces.range("P" + i, 1, 10)).toList(),
            IntStream.range(0, 24).mapToObj(i -> "P" + i).collect(Collectors.joining(" + "))
                + " <= 140",
            "P3 % P4 == 0",
            "P5 * P6 <= 40");
    assertThat(huge.isNumbered()).isFalse();
    Function<Configuration, Trial> objective = Landscape.rugged(huge, 5);
    var proposals = Landscape.proposals(huge, List.of(), 1, 500, objective);
    assertThat(proposals)
        .extracting(Proposal::configuration)
        .hasSize(500)
        .doesNotHaveDuplicates()
        .allMatch(huge::contains);
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    double drawn =
        Stream.generate(() -> huge.sample(random))
            .limit(5_000)
            .mapToDouble(configuration -> objective.apply(configuration).objective().orElseThrow())
            .min()
            .orElseThrow();
    double found =
        proposals.stream()
            .mapToDouble(it -> objective.apply(it.configuration()).objective().orElseThrow())
            .min()
            .orElseThrow();
    assertThat(found).isLessThan(drawn);
  }

  @Test
  void run_singleConfiguration_evaluatesItAndStops() {
    SearchSpace single = Spaces.space(List.of(Spaces.integers("A", 1)));
    var record = new ArrayList<Proposal>();
    var evaluator = Landscape.budget(10, configuration -> Trial.measured(configuration, 1), record);
    var search =
        new Search(
            single,
            new SearchSettings(8, 1, 4),
            List.of(new InitialConfiguration(single.at(0), "default")));
    assertThat(search.run(evaluator).champion()).hasValue(Trial.measured(single.at(0), 1));
    assertThat(record).hasSize(1);
  }

  @Test
  void run_everythingRejected_goesOnWithFreshOnes() {
    var record = new ArrayList<Proposal>();
    SearchResult result =
        new Search(large, new SearchSettings(32, 1, 4), List.of())
            .run(Landscape.budget(200, Trial::rejected, record));
    assertThat(result.champion()).isEmpty();
    assertThat(result.evaluations()).isEqualTo(200);
    assertThat(record).extracting(Proposal::configuration).doesNotHaveDuplicates();
  }

  @Test
  void run_valueThatIsAlwaysRejected_isLearntAndAvoided() {
    Function<Configuration, Trial> half =
        configuration ->
            configuration.value("LAYOUT").equals(Value.of("row"))
                ? rugged.apply(configuration)
                : Trial.rejected(configuration);
    var proposals = Landscape.proposals(large, List.of(), 5, 300, half);
    long rejected =
        proposals.subList(100, 300).stream()
            .filter(proposal -> half.apply(proposal.configuration()).isRejected())
            .count();
    assertThat(rejected).isLessThan(40);
  }

  @Test
  void run_budgetEnds_keepsTheBestOfWhatWasEvaluated() {
    var record = new ArrayList<Proposal>();
    SearchResult result =
        new Search(large, new SearchSettings(32, 1, 4), List.of())
            .run(Landscape.budget(21, rugged, record));
    assertThat(result.ending()).isEqualTo(Ending.BUDGET_SPENT);
    assertThat(result.evaluations()).isEqualTo(21);
    assertThat(result.champion().orElseThrow().objective().orElseThrow())
        .isEqualTo(
            record.stream()
                .map(proposal -> rugged.apply(proposal.configuration()))
                .mapToDouble(trial -> trial.objective().orElseThrow())
                .min()
                .orElseThrow());
  }

  @Test
  void run_severalInFlight_learnsInOrderAndBreedsOnceSomethingIsKnown() {
    var events = new ArrayList<String>();
    Evaluator evaluator =
        proposal -> {
          int number = events.size();
          events.add("begin");
          return () -> {
            events.add("learn " + number);
            return Optional.of(rugged.apply(proposal.configuration())).filter(_ -> number < 4);
          };
        };
    new Search(large, new SearchSettings(8, 1, 3), List.of()).run(evaluator);
    assertThat(events)
        .containsExactly(
            "begin", "begin", "begin", "learn 0", "begin", "learn 1", "begin", "learn 2",
            "learn 4");
  }

  @ParameterizedTest
  @CsvSource({"16, 7, 3", "16, 8, 4", "16, 55, 15", "16, 56, 16", "64, 30, 12", "64, 200, 64"})
  void run_manyInFlight_areAsManyAsWhatIsKnownAllows(int inFlight, int known, int underWay) {
    var learnt = new AtomicInteger();
    var begun = new AtomicInteger();
    var mostAt = new TreeMap<Integer, Integer>();
    Evaluator evaluator =
        proposal -> {
          mostAt.put(learnt.get(), begun.incrementAndGet() - learnt.get());
          return () ->
              learnt.incrementAndGet() > known + 2 * inFlight
                  ? Optional.empty()
                  : Optional.of(rugged.apply(proposal.configuration()));
        };
    new Search(large, new SearchSettings(8, 1, inFlight), List.of()).run(evaluator);
    assertThat(mostAt).containsEntry(known, underWay);
  }

  @Test
  void run_moreSeedsThanMayBeBredBlindly_areUnderWayAtOnce() {
    var seeds =
        IntStream.range(0, 12)
            .mapToObj(i -> new InitialConfiguration(large.at(1000L * i), "earlier"))
            .toList();
    var begun = new AtomicInteger();
    Evaluator evaluator =
        _ -> {
          begun.incrementAndGet();
          return Optional::empty;
        };
    new Search(large, new SearchSettings(8, 1, 16), seeds).run(evaluator);
    assertThat(begun).hasValue(12);
  }

  @Test
  void newSettings_negativeNumberKnownBefore_isRefused() {
    var settings = new SearchSettings(8, 1, 16);
    assertThatThrownBy(() -> settings.withKnownBefore(-1)).hasMessageContaining("≥ 0, was -1");
    assertThat(settings.withKnownBefore(24).inFlightAfter(4)).isEqualTo(9);
  }

  @Test
  void run_pieceLeftOut_bringsNoNewcomers() {
    Map<SearchComponent, String> brought =
        Map.of(
            SearchComponent.CROSSOVER, "crossover",
            SearchComponent.REFINEMENT, "refinement");
    brought.forEach(
        (piece, origin) -> {
          var record = new ArrayList<Proposal>();
          new Search(
                  large,
                  new SearchSettings(8, 3, 1),
                  List.of(),
                  SearchComponents.FULL.without(piece))
              .run(Landscape.budget(150, rugged, record));
          assertThat(record).hasSize(150);
          assertThat(record).extracting(Proposal::origin).doesNotContain(origin);
        });
  }

  @Test
  void components_nothingThatBringsNewcomers_isRefused() {
    assertThatThrownBy(
            () -> new SearchComponents(Set.of(SearchComponent.MODEL), AcquisitionSettings.DEFAULT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Maybe add IMMIGRATION");
  }

  @Test
  void run_noModel_stillEvolves() {
    var record = new ArrayList<Proposal>();
    var blind =
        SearchComponents.FULL.without(SearchComponent.MODEL).without(SearchComponent.RESTARTS);
    new Search(large, new SearchSettings(16, 3, 4), List.of(), blind)
        .run(Landscape.budget(600, rugged, record));
    double early = median(record.subList(0, 16));
    assertThat(median(record.subList(500, 600))).isLessThan(0.7 * early);
  }

  private double median(List<Proposal> proposals) {
    return proposals.stream()
        .mapToDouble(it -> rugged.apply(it.configuration()).objective().orElseThrow())
        .sorted()
        .skip(proposals.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void run_evaluatorAnswersForAnother_isReported() {
    Evaluator confused =
        _ -> () -> Optional.of(Trial.measured(new Configuration(Map.of("A", Value.of(1))), 1));
    var search = new Search(large, new SearchSettings(8, 1, 4), List.of());
    assertThatThrownBy(() -> search.run(confused))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("with a trial of A=1.");
  }
}
