package dev.evokernel.kernel;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** How an input buffer is filled. Random fills use the input set's random seed. */
public sealed interface Fill {

  /** Independent normal variates. */
  record Normal(double mean, double deviation) implements Fill {}

  /** Independent uniform variates from {@code [low, high)}; for integer types whole numbers. */
  record Uniform(double low, double high) implements Fill {
    public Uniform {
      if (!(low < high)) {
        throw new IllegalArgumentException(
            "A uniform fill needs low < high, not [" + low + ", " + high + ").");
      }
    }
  }

  /** The same number everywhere. */
  record Constant(double value) implements Fill {}

  /** The element's own index: 0, 1, 2 … */
  record Index() implements Fill {}

  /** Elements that are given for each shape and input set, in a {@code .npy} file. */
  sealed interface Given extends Fill {}

  /**
   * The elements of {@code .npy} files.
   *
   * @param folder the kernel's
   * @param names of the files, relative to the folder; {@code {shape}} in them stands for the
   *     shape's name. Input sets take them in turn, by their random seeds
   */
  record Files(Path folder, List<String> names) implements Given {
    public Files {
      names = List.copyOf(names);
      if (names.isEmpty()) {
        throw new IllegalArgumentException("A fill from files names at least one.");
      }
    }

    /** The file for one shape and input set. */
    public Path file(Shape shape, long seed) {
      return file(shape, names.get(Math.floorMod(seed, names.size())));
    }

    /** All files of some shapes. */
    Stream<Path> files(List<Shape> shapes) {
      return shapes.stream().flatMap(shape -> names.stream().map(name -> file(shape, name)));
    }

    private Path file(Shape shape, String name) {
      return new DistantSources(folder).resolve(name.replace("{shape}", shape.name()));
    }
  }

  /**
   * What a command writes for one shape and input set.
   *
   * @param words the program and its arguments
   * @param files those of the words that name a file of the kernel's
   * @param limit how long it may take for one shape and input set
   */
  record Generated(List<String> words, List<Path> files, Duration limit) implements Given {
    public Generated {
      words = List.copyOf(words);
      files = List.copyOf(files);
      if (words.isEmpty()) {
        throw new IllegalArgumentException("A command has at least one word.");
      }
      if (!limit.isPositive()) {
        throw new IllegalArgumentException("The limit of a fill must be > 0, was " + limit + ".");
      }
    }

    @Override
    public String toString() {
      return String.join(" ", words);
    }
  }

  /** One element in eight is −∞, and the others are filled as usual. */
  record Pierced(Fill rest) implements Fill {}
}
