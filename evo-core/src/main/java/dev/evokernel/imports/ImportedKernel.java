package dev.evokernel.imports;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;

/**
 * A kernel as another tuner's file describes it.
 *
 * @param origin the file
 * @param code what is compiled and launched
 * @param space what is tuned
 * @param shape the problem's dimensions by their names
 * @param arguments of the kernel, in order
 * @param verification what the result is compared with
 * @param data files of inputs, by the paths under which the folder keeps them
 * @param notes what was assumed, and what could not be carried over
 */
public record ImportedKernel(
    Path origin,
    Code code,
    Space space,
    SequencedMap<String, Long> shape,
    List<T1Arguments.ImportedArgument> arguments,
    Verification verification,
    Map<String, ImportedData> data,
    List<String> notes) {

  /**
   * What is compiled and launched.
   *
   * @param backend {@code cpu} or {@code cuda}
   * @param sources absolute
   * @param compiler where the usual one does not compile the sources
   * @param launch where the backend has grids
   */
  public record Code(
      String backend,
      List<Path> sources,
      String entry,
      List<String> flags,
      Optional<String> compiler,
      Optional<T1Launch> launch) {
    public Code {
      sources = List.copyOf(sources);
      flags = List.copyOf(flags);
    }
  }

  /**
   * What is tuned.
   *
   * @param start the default configuration, which breaks no constraint
   * @param constraints in evo's language, each with its reason, which may be empty
   */
  public record Space(
      List<Parameter> parameters, Configuration start, Map<String, String> constraints) {
    public Space {
      parameters = List.copyOf(parameters);
      constraints = Collections.unmodifiableMap(new LinkedHashMap<>(constraints));
    }
  }

  /**
   * What the result is compared with: the files where there are any, and the kernel itself in its
   * default configuration otherwise.
   *
   * @param expected by the outputs' names, one for each output or none at all
   * @param tolerance absolute, if the file has one
   */
  public record Verification(Map<String, ImportedData> expected, OptionalDouble tolerance) {
    public Verification {
      expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
    }
  }

  public ImportedKernel {
    shape = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(shape));
    arguments = List.copyOf(arguments);
    data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    notes = List.copyOf(notes);
  }

  /** Whether the results to compare with came along. */
  public boolean hasExpectedResults() {
    return !verification.expected().isEmpty();
  }
}
