package dev.evokernel.cuda;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.outcome.Rejection;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * The parameters of a function in a binary. The driver reads as many values as there are, each as
 * long as its parameter, wherever that leads.
 *
 * @param function its name, for messages
 * @param bytes of each parameter, in order
 */
record FunctionParameters(String function, List<Long> bytes) {

  FunctionParameters {
    bytes = List.copyOf(bytes);
  }

  /**
   * @param bytesAt the size of the parameter at a position; empty behind the last one, and wherever
   *     the driver answers with an error
   * @return empty if there is none, since a driver that cannot tell says the same
   */
  static Optional<FunctionParameters> of(String function, LongFunction<OptionalLong> bytesAt) {
    var bytes = new ArrayList<Long>();
    for (OptionalLong next = bytesAt.apply(0);
        next.isPresent();
        next = bytesAt.apply(bytes.size())) {
      bytes.add(next.getAsLong());
    }
    return bytes.isEmpty()
        ? Optional.empty()
        : Optional.of(new FunctionParameters(function, bytes));
  }

  /**
   * @param names of the arguments, those that are appended to the kernel's own among them
   * @param values of the first of them; further ones are appended later
   * @throws RejectionException if the function takes another number of them, or more bytes of one
   */
  void require(List<String> names, List<MemorySegment> values) {
    if (names.size() != bytes.size()) {
      throw refusal(
          "The function '%s' takes %d parameters, and is launched with %d arguments: %s. Maybe 'arguments' in kernel.yaml %s."
              .formatted(
                  function,
                  bytes.size(),
                  names.size(),
                  String.join(", ", names),
                  names.size() < bytes.size() ? "lacks one" : "has one too many"));
    }
    for (int i = 0; i < values.size(); i++) {
      if (bytes.get(i) > values.get(i).byteSize()) {
        throw refusal(
            "The function '%s' takes %d bytes as its parameter %d, and the argument '%s' has %d. Maybe correct its 'type' in kernel.yaml, or its place in 'arguments'."
                .formatted(function, bytes.get(i), i + 1, names.get(i), values.get(i).byteSize()));
      }
    }
  }

  private static RejectionException refusal(String message) {
    return new RejectionException(Rejection.LAUNCH_FAILURE, message);
  }
}
