package dev.evokernel.space;

final class DiagramTest extends NumberedContract {

  @Override
  Diagram represent(TestComponent component) {
    return new DiagramBuilder(
            component.parameters(),
            component.within(),
            component.conditions(),
            component.frames(),
            SearchSpace.ConstructionEffort.USUAL)
        .diagram()
        .orElseThrow();
  }
}
