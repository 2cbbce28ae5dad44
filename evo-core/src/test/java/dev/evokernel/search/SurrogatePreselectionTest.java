package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.ShapeOutputs;
import dev.evokernel.surrogate.Surrogate;
import dev.evokernel.surrogate.Surrogate.AcquisitionSettings;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class SurrogatePreselectionTest extends PreselectionContract {

  @Override
  Preselection preselection(
      SearchSpace space, ProposedSet proposed, VariationOperators operators, RandomStream random) {
    var surrogate =
        new Surrogate(
            space.parameters(), false, AcquisitionSettings.DEFAULT, ShapeOutputs.SINGLE, random);
    return new SurrogatePreselection(space, proposed, operators, surrogate, List.of());
  }

  @Test
  void next_afterLearning_isBetterThanWhatWasProposedBlindly() {
    SearchSpace space = Landscape.large();
    Function<Configuration, Trial> objective = Landscape.rugged(space, 7);
    List<Configuration> proposals = new Trials(space, 1).run(200, 4, objective).proposals();

    assertThat(mean(proposals.subList(100, 200), objective))
        .isLessThan(0.8 * mean(proposals.subList(0, 10), objective));
  }

  private static double mean(List<Configuration> of, Function<Configuration, Trial> objective) {
    return of.stream()
        .mapToDouble(configuration -> objective.apply(configuration).objective().orElseThrow())
        .average()
        .orElseThrow();
  }
}
