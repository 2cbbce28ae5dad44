package dev.evokernel.seeding;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.Spaces;
import dev.evokernel.store.StoredInitialConfiguration;
import org.junit.jupiter.api.Test;

final class InitialDesignTest {

  private static final Parameter TILE = Spaces.integers("TILE", 16, 32, 64, 128);
  private static final Parameter WARPS = Spaces.integers("WARPS", 1, 2, 4, 8);
  private static final Parameter LAYOUT = Spaces.words("LAYOUT", "row", "column");
  private static final SearchSpace SPACE =
      Spaces.space(List.of(TILE, WARPS, LAYOUT), "TILE // WARPS >= 16");
  private static final Configuration DEFAULT = configuration(32, 1, "row");

  private final InitialDesign design = new InitialDesign(SPACE, DEFAULT, new SplittableRandom(1));

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
    design.suggest(new InitialConfiguration(configuration(128, 8, "column"), "a"));
    assertThat(design.all())
        .containsExactly(
            new StoredInitialConfiguration("a", configuration(128, 8, "column"), "", true));
  }

  @Test
  void suggest_valueThatIsGone_becomesTheNearestByRatio() {
    design.suggest(new InitialConfiguration(configuration(96, 1, "row"), "a"));
    assertThat(design.all())
        .containsExactly(
            new StoredInitialConfiguration(
                "a", configuration(128, 1, "row"), "repaired: TILE=128 instead of 96", true));
  }

  @Test
  void suggest_whatBreaksAConstraint_becomesTheNearestValid() {
    design.suggest(new InitialConfiguration(configuration(64, 8, "row"), "a"));
    StoredInitialConfiguration initial = design.all().getFirst();
    assertThat(SPACE.contains(initial.configuration())).isTrue();
    assertThat(initial.note()).startsWith("repaired: ").doesNotContain("LAYOUT", ",");
  }

  @Test
  void suggest_partOfAConfiguration_isCompletedFromTheDefaultIfItIsEnough() {
    Configuration partial =
        new Configuration(
            new LinkedHashMap<>(
                java.util.Map.of("TILE", Value.of(64), "LAYOUT", Value.of("column"))));
    design.suggest(new InitialConfiguration(partial, "a"));
    design.suggest(new InitialConfiguration(of("TILE", Value.of(64)), "b"));
    design.suggest(new InitialConfiguration(of("BLOCK", Value.of(64)), "c"));
    assertThat(design.all())
        .containsExactly(
            new StoredInitialConfiguration(
                "a",
                configuration(64, 1, "column"),
                "repaired: WARPS=1, which it leaves open",
                true),
            new StoredInitialConfiguration(
                "b", of("TILE", Value.of(64)), "2 of 3 parameters would have to change", false),
            new StoredInitialConfiguration(
                "c", of("BLOCK", Value.of(64)), "it names no parameter of this kernel", false));
  }

  @Test
  void suggest_numbersOfAnotherType_areTheSameNumbers() {
    var values = new LinkedHashMap<>(configuration(64, 2, "row").values());
    values.put("WARPS", Value.of(2.0));
    design.suggest(new InitialConfiguration(new Configuration(values), "a"));
    assertThat(design.all())
        .containsExactly(
            new StoredInitialConfiguration("a", configuration(64, 2, "row"), "", true));
  }

  @Test
  void suggest_theSameTwice_isUsedOnceAndSaysWithWhichItAgrees() {
    design.suggest(new InitialConfiguration(DEFAULT, "a"));
    design.suggest(new InitialConfiguration(configuration(64, 2, "row"), "b"));
    design.suggest(new InitialConfiguration(configuration(63, 2, "row"), "c"));
    assertThat(design.all())
        .extracting(initial -> initial.origin() + " " + initial.used() + " " + initial.note())
        .containsExactly(
            "a false the same as the default",
            "b true ",
            "c false repaired: TILE=64 instead of 63; the same as b");
    assertThat(InitialDesign.generation(DEFAULT, design.all()))
        .containsExactly(
            new InitialConfiguration(DEFAULT, "default"),
            new InitialConfiguration(configuration(64, 2, "row"), "b"));
  }

  @Test
  void suggestAtMost_passesOverWhatIsThere() {
    design.suggest(new InitialConfiguration(configuration(64, 2, "row"), "a"));
    List<InitialConfiguration> some =
        Stream.of(
                DEFAULT,
                configuration(64, 2, "row"),
                configuration(64, 4, "row"),
                configuration(128, 4, "row"),
                configuration(128, 8, "row"))
            .map(configuration -> new InitialConfiguration(configuration, "prior"))
            .toList();
    design.suggest(some, 2);
    assertThat(design.all())
        .extracting(StoredInitialConfiguration::configuration)
        .containsExactly(
            configuration(64, 2, "row"), configuration(64, 4, "row"), configuration(128, 4, "row"));
    design.suggest(some, 0);
    assertThat(design.all()).hasSize(3);
  }
}
