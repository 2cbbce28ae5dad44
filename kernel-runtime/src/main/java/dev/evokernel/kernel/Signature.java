package dev.evokernel.kernel;

import java.util.List;
import java.util.stream.Stream;

/**
 * What an entry point takes.
 *
 * @param arguments in the order of the entry point's parameters
 */
public record Signature(List<Argument> arguments) {

  public Signature {
    arguments = List.copyOf(arguments);
  }

  /** The buffers that the kernel writes, in the order of its parameters. */
  public List<Argument.Buffer> outputs() {
    return buffers().filter(Argument.Buffer::output).toList();
  }

  /** The device memory that all blocks of a launch share, in the order of its parameters. */
  public List<Argument.Scratch> scratch() {
    return arguments.stream()
        .flatMap(argument -> argument instanceof Argument.Scratch it ? Stream.of(it) : Stream.of())
        .toList();
  }

  /** The special inputs that at least one of its buffers allows. */
  public List<Special> special() {
    return Stream.of(Special.values())
        .filter(special -> buffers().anyMatch(it -> it.special().contains(special)))
        .toList();
  }

  private Stream<Argument.Buffer> buffers() {
    return arguments.stream()
        .flatMap(argument -> argument instanceof Argument.Buffer it ? Stream.of(it) : Stream.of());
  }
}
