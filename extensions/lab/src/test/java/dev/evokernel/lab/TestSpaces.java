package dev.evokernel.lab;

import module java.base;

/** The two recordings that {@link ModelLandscapes} made, and what lies beside them. */
public final class TestSpaces {

  private TestSpaces() {}

  /** The list of both. */
  public static Path list() {
    return file("spaces.json");
  }

  public static Path file(String name) {
    URL url = Objects.requireNonNull(TestSpaces.class.getResource(name));
    try {
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public static List<RecordedSpace> load() throws InterruptedException {
    return SpaceList.read(list()).load(new Cores(1));
  }
}
