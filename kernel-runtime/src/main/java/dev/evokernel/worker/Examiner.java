package dev.evokernel.worker;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.Draw;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Frame;
import dev.evokernel.gate.Verdict;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Outcome.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The second layer of the gate: special inputs on the declared shapes, and the usual inputs on
 * shapes that nobody declared. Too dear for every candidate, so only those that may lead come here.
 *
 * <p>A configuration whose constraints refuse a fuzzed shape is not asked about it: nobody promised
 * that it works there.
 */
final class Examiner {

  private final Device device;
  private final Kernel kernel;
  private final List<Bench.Place> declared;
  private final DeviceJob job;
  private final Bench.Witness witness;
  private @Nullable List<Bench.Place> fuzzed;

  Examiner(
      Device device,
      Kernel kernel,
      List<Bench.Place> declared,
      DeviceJob job,
      Bench.Witness witness) {
    this.device = device;
    this.kernel = kernel;
    this.declared = List.copyOf(declared);
    this.job = job;
    this.witness = witness;
  }

  Reply examine(Configuration configuration, Binary binary) {
    Optional<Rejected> refusal = refusal(configuration, binary);
    return new Reply.Examined(refusal, refusal.isPresent() && !device.usable());
  }

  private Optional<Rejected> refusal(Configuration configuration, Binary binary) {
    List<Bench.Place> ragged = fuzzed();
    String shape = "";
    try (Program program = device.load(kernel, configuration, binary)) {
      for (Bench.Place place : declared) {
        shape = place.shape().name();
        if (special(place, program) instanceof Verdict.Refused(Rejected rejection)) {
          return Optional.of(rejection);
        }
      }
      for (Bench.Place place : ragged) {
        shape = place.shape().name();
        witness.sees("gate on a fuzzed shape", shape, 0);
        if (allows(configuration, place.shape())
            && place.gate().check(place.workspace(), program)
                instanceof Verdict.Refused(Rejected rejection)) {
          return Optional.of(rejection);
        }
      }
      return Optional.empty();
    } catch (RejectionException e) {
      return Optional.of(e.on(shape));
    }
  }

  private Verdict special(Bench.Place place, Program program) {
    List<Draw> draws =
        job.examination().special()
            ? kernel.special().stream()
                .map(special -> Draw.special(job.seeds().getFirst(), special))
                .toList()
            : List.of();
    for (Draw draw : draws) {
      witness.sees("gate with special inputs", place.shape().name(), 0);
      place.workspace().prepare(draw);
    }
    return place.gate().examine(place.workspace(), program, draws);
  }

  /** Laid out when the first candidate comes. */
  private List<Bench.Place> fuzzed() {
    List<Bench.Place> laidOut = fuzzed;
    if (laidOut == null) {
      laidOut = new ArrayList<>();
      for (Shape shape : job.examination().fuzzed()) {
        laidOut.add(Bench.Place.prepare(device, kernel, shape, job, witness));
      }
      fuzzed = laidOut;
    }
    return laidOut;
  }

  private boolean allows(Configuration configuration, Shape shape) {
    Frame frame = Bindings.frame(kernel, device.limits(), shape, configuration);
    try {
      return kernel.constraints().stream()
          .allMatch(constraint -> constraint.condition().test(frame));
    } catch (EvaluationException e) {
      return false;
    }
  }
}
