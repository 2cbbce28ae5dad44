package dev.evokernel.seeding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.Spaces;
import dev.evokernel.store.StoredInitialConfiguration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class InitialDesignTest {

  private static final Parameter TILE = Spaces.integers("TILE", 16, 32, 64, 128);
  private static final Parameter WARPS = Spaces.integers("WARPS", 1, 2, 4, 8);
  private static final Parameter LAYOUT = Spaces.words("LAYOUT", "row", "column");
  private static final SearchSpace SPACE =
      Spaces.space(List.of(TILE, WARPS, LAYOUT), "TILE // WARPS >= 16");
  private static final Configuration DEFAULT = configuration(32, 1, "row");

  private final InitialDesign founders = new InitialDesign(SPACE, DEFAULT, new SplittableRandom(1));

  private static Configuration configuration(long tile, long warps, String layout) {
    var values = new LinkedHashMap<String, Value>();
    values.put("TILE", Value.of(tile));
    values.put("WARPS", Value.of(warps));
    values.put("LAYOUT", Value.of(layout));
    return new Configuration(values);
  }

  private static Configuration of(String name, Value value) {
    var values = new LinkedHashMap<String, Value>();
    values.put(name, value);
    return new Configuration(values);
  }

  @Test
  void suggest_whatIsValid_isTakenAsItIs() {
    founders.suggest(new InitialConfiguration(configuration(128, 8, "column"), "a"));
    assertThat(founders.all())
        .containsExactly(
            new StoredInitialConfiguration("a", configuration(128, 8, "column"), "", true));
  }

  @Test
  void suggest_valueThatIsGone_becomesTheNearestByRatio() {
    founders.suggest(new InitialConfiguration(configuration(96, 1, "row"), "a"));
    assertThat(founders.all())
        .containsExactly(
            new StoredInitialConfiguration(
                "a", configuration(128, 1, "row"), "repaired: TILE=128 instead of 96", true));
  }

  @Test
  void suggest_whatBreaksAConstraint_becomesTheNearestValid() {
    founders.suggest(new InitialConfiguration(configuration(64, 8, "row"), "a"));
    StoredInitialConfiguration seed = founders.all().getFirst();
    assertThat(SPACE.contains(seed.configuration())).isTrue();
    assertThat(seed.note()).startsWith("repaired: ").doesNotContain("LAYOUT", ",");
  }

  @Test
  void suggest_partOfAConfiguration_isCompletedFromTheDefaultIfItIsEnough() {
    Configuration partial =
        new Configuration(
            new LinkedHashMap<>(
                java.util.Map.of("TILE", Value.of(64), "LAYOUT", Value.of("column"))));
    founders.suggest(new InitialConfiguration(partial, "a"));
    founders.suggest(new InitialConfiguration(of("TILE", Value.of(64)), "b"));
    founders.suggest(new InitialConfiguration(of("BLOCK", Value.of(64)), "c"));
    assertThat(founders.all())
        .containsExactly(
            new StoredInitialConfiguration(
                "a", configuration(64, 1, "column"), "repaired: WARPS=1, which it left open", true),
            new StoredInitialConfiguration(
                "b", of("TILE", Value.of(64)), "2 of 3 parameters would have to change", false),
            new StoredInitialConfiguration(
                "c", of("BLOCK", Value.of(64)), "it names no parameter of this kernel", false));
  }

  @Test
  void suggest_numbersOfAnotherType_areTheSameNumbers() {
    var values = new LinkedHashMap<>(configuration(64, 2, "row").values());
    values.put("WARPS", Value.of(2.0));
    founders.suggest(new InitialConfiguration(new Configuration(values), "a"));
    assertThat(founders.all())
        .containsExactly(
            new StoredInitialConfiguration("a", configuration(64, 2, "row"), "", true));
  }

  @Test
  void suggest_theSameTwice_isUsedOnceAndSaysOfWhom() {
    founders.suggest(new InitialConfiguration(DEFAULT, "a"));
    founders.suggest(new InitialConfiguration(configuration(64, 2, "row"), "b"));
    founders.suggest(new InitialConfiguration(configuration(63, 2, "row"), "c"));
    assertThat(founders.all())
        .extracting(seed -> seed.origin() + " " + seed.used() + " " + seed.note())
        .containsExactly(
            "a false the same as the default",
            "b true ",
            "c false repaired: TILE=64 instead of 63; the same as b");
    assertThat(InitialDesign.generation(DEFAULT, founders.all()))
        .containsExactly(
            new InitialConfiguration(DEFAULT, "default"),
            new InitialConfiguration(configuration(64, 2, "row"), "b"));
  }

  @Test
  void suggestAtMost_passesOverWhatIsThere() {
    founders.suggest(new InitialConfiguration(configuration(64, 2, "row"), "a"));
    List<InitialConfiguration> some =
        Stream.of(
                DEFAULT,
                configuration(64, 2, "row"),
                configuration(64, 4, "row"),
                configuration(128, 4, "row"),
                configuration(128, 8, "row"))
            .map(configuration -> new InitialConfiguration(configuration, "prior"))
            .toList();
    founders.suggest(some, 2);
    assertThat(founders.all())
        .extracting(StoredInitialConfiguration::configuration)
        .containsExactly(
            configuration(64, 2, "row"), configuration(64, 4, "row"), configuration(128, 4, "row"));
    founders.suggest(some, 0);
    assertThat(founders.all()).hasSize(3);
  }
}
