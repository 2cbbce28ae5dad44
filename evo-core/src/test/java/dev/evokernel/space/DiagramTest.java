package dev.evokernel.space;

import dev.evokernel.space.binding.ConstructionEffort;
import dev.evokernel.space.binding.TestComponent;

final class DiagramTest extends NumberedContract {

  @Override
  Diagram represent(TestComponent component) {
    return new DiagramBuilder(
            component.parameters(),
            component.within(),
            component.conditions(),
            component.frames(),
            ConstructionEffort.USUAL)
        .diagram()
        .orElseThrow();
  }
}
