package dev.evokernel.space;

final class ListingTest extends NumberedContract {

  @Override
  Listing represent(TestComponent component) {
    long[] keys =
        new Listing.Enumeration(
                component.parameters(),
                component.within(),
                component.conditions(),
                component.frames())
            .keys()
            .orElseThrow();
    return new Listing(
        component.within().stream().mapToInt(p -> p).toArray(),
        component.within().stream()
            .mapToInt(p -> component.parameters().get(p).values().size())
            .toArray(),
        keys);
  }
}
