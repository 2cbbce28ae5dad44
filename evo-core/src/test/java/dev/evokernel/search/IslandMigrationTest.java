package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.SearchContext.IslandMigration;
import dev.evokernel.space.SearchSpace;
import org.junit.jupiter.api.Test;

final class IslandMigrationTest {

  private static final SearchSpace SPACE = Landscape.large();
  private static final int EVALUATIONS = 60;

  private static InitialConfiguration migrant(long index) {
    return new InitialConfiguration(SPACE.at(index), "run other/" + index + " on L4");
  }

  private static List<Proposal> proposals(SearchContext.Migration migration) {
    var record = new ArrayList<Proposal>();
    new Search(SPACE, new SearchSettings(16, 42, 4), List.of())
        .run(
            Landscape.budget(EVALUATIONS, Landscape.rugged(SPACE, 7), record),
            Contexts.with(migration, SearchContext.alone()));
    return record;
  }

  @Test
  void next_ofMoreThanThereIsRoomFor_takesOneInEightProposals() {
    List<InitialConfiguration> many =
        List.of(
            migrant(1),
            migrant(2),
            migrant(3),
            migrant(4),
            migrant(5),
            migrant(6),
            migrant(7),
            migrant(8),
            migrant(9),
            migrant(10),
            migrant(11),
            migrant(12));
    List<Proposal> proposals = proposals(new IslandMigration(() -> many, Optional::of));
    List<Integer> places =
        proposals.stream()
            .filter(one -> one.origin().startsWith("run other/"))
            .map(proposals::indexOf)
            .toList();
    assertThat(places).first().isEqualTo(5); // After generation 0.
    assertThat(places).hasSize(7);
    for (int i = 1; i < places.size(); i++) {
      assertThat(places.get(i) - places.get(i - 1)).isEqualTo(IslandMigration.INTERVAL);
    }
    assertThat(proposals).extracting(Proposal::configuration).doesNotHaveDuplicates();
  }

  @Test
  void next_ofWhatDoesNotFitOrWasTaken_goesOnToTheNext() {
    List<Configuration> unfit = List.of(SPACE.at(1));
    var migration =
        new IslandMigration(
            () -> List.of(migrant(1), migrant(2), migrant(3)),
            one -> Optional.of(one).filter(_ -> !unfit.contains(one.configuration())));
    assertThat(migration.next(0)).contains(migrant(2));
    assertThat(migration.next(1)).isEmpty();
    assertThat(migration.next(8)).contains(migrant(3));
    assertThat(migration.next(16)).isEmpty();
  }

  @Test
  void run_offeredWhatItProposedItself_goesOnAsIfAlone() {
    List<Proposal> alone = proposals(SearchContext.Migration.NONE);
    Configuration own = alone.get(2).configuration();
    assertThat(proposals(_ -> Optional.of(new InitialConfiguration(own, "run other/1 on L4"))))
        .isEqualTo(alone);
  }

  @Test
  void inTurn_ofSeveralSearches_beginsWithTheBestOfEach() {
    assertThat(
            IslandMigration.inTurn(
                List.of(List.of(migrant(1), migrant(2)), List.of(), List.of(migrant(3))), 3))
        .containsExactly(migrant(1), migrant(3), migrant(2));
  }
}
