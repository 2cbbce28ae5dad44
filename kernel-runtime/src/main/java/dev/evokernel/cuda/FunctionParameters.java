package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.RejectionException;

/**
 * Parameters of a function in a binary. Each launch is checked against them, because the driver
 * reads as many values as there are parameters, each as long as its parameter, even beyond the
 * arguments.
 *
 * @param function its name, for messages
 * @param bytes of each parameter, in order
 */
record FunctionParameters(String function, List<Long> bytes) {

  public FunctionParameters {
    bytes = List.copyOf(bytes);
  }

  /**
   * @param bytesAt the size of the parameter at a position; empty after the last one, and where the
   *     driver answers with an error
   * @return empty without parameters, because a driver that cannot report them gives the same
   *     answer
   */
  public static Optional<FunctionParameters> of(
      String function, LongFunction<OptionalLong> bytesAt) {
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
   * @param names of the arguments, including those appended to the kernel's own
   * @param values of the first arguments; others are appended later
   */
  public void require(List<String> names, List<MemorySegment> values) {
    if (names.size() != bytes.size()) {
      throw RejectionException.launchFailure(
          "The function '%s' takes %d parameters, but is launched with %d arguments: %s. Maybe 'arguments' in kernel.yaml %s."
              .formatted(
                  function,
                  bytes.size(),
                  names.size(),
                  String.join(", ", names),
                  names.size() < bytes.size() ? "lacks one" : "has one too many"));
    }
    for (int i = 0; i < values.size(); i++) {
      if (bytes.get(i) > values.get(i).byteSize()) {
        throw RejectionException.launchFailure(
            "The function '%s' takes %d bytes as its parameter %d, but the argument '%s' has %d. Correct its 'type' in kernel.yaml, or its place in 'arguments'."
                .formatted(function, bytes.get(i), i + 1, names.get(i), values.get(i).byteSize()));
      }
    }
  }
}
