package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.kernel.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Outputs that a check accepted for one input set, to be offered for another. A check that accepts
 * them again ignores its inputs. The outputs are copied once and released when taken.
 */
final class ForgedOutputs {

  /**
   * The outputs of one input set, presented for another.
   *
   * @param of the input set for which the outputs are right
   * @param as the input set for which the outputs are wrong
   * @param configuration that wrote the outputs
   */
  record Forgery(
      InputSet of, InputSet as, Configuration configuration, List<CheckExchange.Written> outputs) {}

  private @Nullable Forgery first;
  private @Nullable Forgery whole;
  private boolean done;

  void note(InputSet inputSet, Configuration configuration, List<CheckExchange.Written> outputs) {
    Forgery known = first;
    if (done || whole != null || inputSet.special().isPresent()) {
      return;
    }
    if (known == null || !known.configuration().equals(configuration)) {
      first = new Forgery(inputSet, inputSet, configuration, copies(outputs));
    } else if (!known.of().equals(inputSet) && differ(known.outputs(), outputs)) {
      whole = new Forgery(known.of(), inputSet, configuration, known.outputs());
    }
  }

  /** Returns the forgery at the first call after two input sets are recorded, then never again. */
  Optional<Forgery> take() {
    Optional<Forgery> found = Optional.ofNullable(whole);
    if (found.isPresent()) {
      done = true;
      first = null;
      whole = null;
    }
    return found;
  }

  private static List<CheckExchange.Written> copies(List<CheckExchange.Written> outputs) {
    return outputs.stream()
        .map(
            output ->
                new CheckExchange.Written(
                    output.name(),
                    output.type(),
                    output.dimensions(),
                    Arena.ofAuto()
                        .allocate(output.data().byteSize(), Long.BYTES)
                        .copyFrom(output.data())))
        .toList();
  }

  private static boolean differ(
      List<CheckExchange.Written> some, List<CheckExchange.Written> others) {
    for (int i = 0; i < some.size(); i++) {
      if (some.get(i).data().mismatch(others.get(i).data()) >= 0) {
        return true;
      }
    }
    return false;
  }
}
