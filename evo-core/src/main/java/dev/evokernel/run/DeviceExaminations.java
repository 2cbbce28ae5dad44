package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.finals.BuiltFinalist;
import dev.evokernel.finals.FinalistSelection.Examination;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.workers.EvaluationStep;

/**
 * Verification of candidates with special inputs and on fuzzed shapes, with one candidate at a time
 * on each device. If another device fails, the first device verifies its candidate.
 *
 * @param devices at least one
 * @param passed tests for a candidate that the search examined
 */
public record DeviceExaminations(
    List<EvaluationStep> devices, Predicate<Configuration> passed, Consumer<String> news)
    implements Examination {

  /**
   * @param given false if the device failed
   */
  private record Answer(boolean given, Optional<Rejected> refusal) {}

  @Override
  public Optional<Rejected> refusal(BuiltFinalist finalist) throws InterruptedException {
    return refusal(0, finalist);
  }

  private Optional<Rejected> refusal(int device, BuiltFinalist finalist)
      throws InterruptedException {
    Configuration configuration = finalist.candidate().configuration();
    return passed.test(configuration)
        ? Optional.empty()
        : devices.get(device).examine(configuration, finalist.binary());
  }

  @Override
  public int atOnce() {
    return devices.size();
  }

  @Override
  public List<Optional<Rejected>> refusals(List<BuiltFinalist> some) throws InterruptedException {
    var asked = new ArrayList<Callable<Answer>>();
    for (int i = 0; i < some.size(); i++) {
      BuiltFinalist one = some.get(i);
      int device = i;
      asked.add(() -> answer(device, one));
    }
    var refusals = new ArrayList<Optional<Rejected>>();
    for (Answer answer : Concurrently.all(asked)) {
      BuiltFinalist one = some.get(refusals.size());
      refusals.add(answer.given() ? answer.refusal() : refusal(one));
    }
    return refusals;
  }

  private Answer answer(int device, BuiltFinalist one) throws InterruptedException {
    try {
      return new Answer(true, refusal(device, one));
    } catch (EnvironmentException | ChangedDeviceException e) {
      if (device == 0) {
        throw e;
      }
      news.accept(
          "note: candidate %d is examined on the first device instead: %s"
              .formatted(one.candidate().number(), e.getMessage()));
      return new Answer(false, Optional.empty());
    }
  }
}
