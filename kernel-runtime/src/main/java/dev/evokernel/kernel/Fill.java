package dev.evokernel.kernel;

import module java.base;

/** Fill of an input buffer. Random fills use the input set's random seed. */
public sealed interface Fill {

  /** Whether other random seeds give other elements. */
  default boolean isRandom() {
    return switch (this) {
      case Normal _, Uniform _ -> true;
      case Constant _, Index _, Given _ -> false;
      case Sorted(Fill rest) -> rest.isRandom();
      case Pierced(Fill rest) -> rest.isRandom();
    };
  }

  /** Independent normal variates. */
  record Normal(double mean, double deviation) implements Fill {}

  /** Independent uniform variates from {@code [low, high)}; integers for integer types. */
  record Uniform(double low, double high) implements Fill {
    public Uniform {
      if (!(low < high)) {
        throw new IllegalArgumentException(
            "A uniform fill needs low < high, not [" + low + ", " + high + ").");
      }
    }
  }

  record Constant(double value) implements Fill {}

  /** Index of each element: 0, 1, 2 … */
  record Index() implements Fill {}

  /** Elements of a {@code .npy} file for each shape and input set. */
  sealed interface Given extends Fill {
    /** Files that contain or generate the elements for these shapes. */
    Stream<Path> files(List<Shape> shapes);
  }

  /**
   * Elements of {@code .npy} files of the kernel.
   *
   * @param names paths relative to the folder; {@code {shape}} stands for the shape's name. Input
   *     sets take them in turn, by random seed
   */
  record Files(Path folder, List<String> names) implements Given {
    public Files {
      names = List.copyOf(names);
      if (names.isEmpty()) {
        throw new IllegalArgumentException("A fill from files names at least one.");
      }
    }

    public Path file(Shape shape, long seed) {
      return file(shape, names.get(Math.floorMod(seed, names.size())));
    }

    @Override
    public Stream<Path> files(List<Shape> shapes) {
      return shapes.stream().flatMap(shape -> names.stream().map(name -> file(shape, name)));
    }

    private Path file(Shape shape, String name) {
      return new DistantSources(folder).resolve(name.replace("{shape}", shape.name()));
    }
  }

  /** Elements that a program makes for each shape and input set. */
  record Generated(ArrayProgram program) implements Given {
    @Override
    public Stream<Path> files(List<Shape> shapes) {
      return program.files().stream();
    }
  }

  /** Usual fill in ascending order: of all random numbers, element i has (i + 1)/(i + 1001). */
  record Sorted(Fill rest) implements Fill {}

  /** Usual fill with −∞ in one element of eight. */
  record Pierced(Fill rest) implements Fill {}
}
