package dev.evokernel.lab.selftest.session;

import dev.evokernel.lab.selftest.LieDetection;
import dev.evokernel.tuning.device.BadInputException;
import java.util.List;

/**
 * Which part of a self-test is wanted.
 *
 * @param only {@code faults}, {@code lies} or names of lying kernels; empty for everything
 */
public record SelfTestScope(List<String> only) {

  private static final String FAULTS = "faults";
  private static final String LIES = "lies";

  public SelfTestScope {
    only = List.copyOf(only);
  }

  boolean hasFaults() {
    return only.isEmpty() || only.contains(FAULTS);
  }

  boolean hasLies() {
    return only.isEmpty() || only.stream().anyMatch(one -> !one.equals(FAULTS));
  }

  boolean includes(String lie) {
    return only.isEmpty() || only.contains(LIES) || only.contains(lie);
  }

  /**
   * @throws BadInputException if a lie has no such name
   */
  void check(String backend) {
    List<String> lies = LieDetection.names(backend);
    for (String one : only) {
      if (!one.equals(FAULTS) && !one.equals(LIES) && !lies.contains(one)) {
        throw new BadInputException(
            "--only must be 'faults', 'lies' or lying kernels of the backend %s, was '%s'. They are %s."
                .formatted(backend, one, String.join(", ", lies)));
      }
    }
  }
}
