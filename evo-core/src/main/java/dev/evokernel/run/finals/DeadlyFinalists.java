package dev.evokernel.run.finals;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.run.record.CandidateRegistry;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.LostToFinalistException;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsResult;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.FinalsSeating;
import dev.evokernel.workers.RunDevice;

/**
 * A record of the devices that each finalist has cost. A finalist that has cost the number of
 * devices permitted in the search is seated no more. The remaining finalists are measured without
 * it.
 *
 * <p>A lost host does not report which finalist was on its device, so all finalists seated there
 * become suspects. Each suspect is measured alone, in a few rounds, before it is seated with others
 * again. A suspect that costs another host is out. Suspects are measured one at a time, whatever
 * the number of devices.
 */
final class DeadlyFinalists implements FinalsDevices.Holding {

  private final FinalsDevices.Holding holding;
  private final Map<Configuration, List<String>> devices = new HashMap<>();
  private final Map<Configuration, String> suspects = new HashMap<>();
  private final Lock alone = new ReentrantLock(true);

  DeadlyFinalists(FinalsDevices.Holding holding) {
    this.holding = holding;
  }

  /** Measures a seating. The succession hears of unseated finalists as of failed ones. */
  @Override
  public FinalsResult on(RunDevice device, FinalsSeating seating, FinalistSuccession succession)
      throws InterruptedException {
    for (Finalist one : seating.finalists()) {
      clear(device, one, seating.settings());
    }
    var entered = new ArrayList<>(seating.finalists());
    var seated = new ArrayList<Integer>();
    var outcomes = new TreeMap<Integer, Outcome>();
    for (int i = 0; i < entered.size(); i++) {
      Optional<Rejected> why = out(entered.get(i));
      if (why.isPresent()) {
        outcomes.put(i, why.get());
        succession.successor(i, why.get()).ifPresent(entered::add);
      } else {
        seated.add(i);
      }
    }
    var left = new FinalsSeating(seated.stream().map(entered::get).toList(), seating.settings());
    try {
      FinalsResult result =
          holding.on(
              device,
              left,
              (position, why) -> {
                Optional<Finalist> next = succession.successor(seated.get(position), why);
                next.ifPresent(
                    successor -> {
                      seated.add(entered.size());
                      entered.add(successor);
                    });
                return next;
              });
      for (int i = 0; i < result.outcomes().size(); i++) {
        outcomes.put(seated.get(i), result.outcomes().get(i));
      }
      return new FinalsResult(List.copyOf(outcomes.values()), result.baselines());
    } catch (LostToFinalistException e) {
      lost(entered.get(seated.get(e.position())), device.name());
      throw e;
    } catch (DeviceLostException e) {
      seated.forEach(i -> suspect(entered.get(i), device.name()));
      throw e;
    }
  }

  /** Measures a suspect alone on a device, and clears it if the device survives. */
  private void clear(RunDevice device, Finalist finalist, FinalsSettings settings)
      throws InterruptedException {
    alone.lockInterruptibly();
    try {
      Optional<String> before = suspected(finalist);
      if (before.isPresent()) {
        holding.on(
            device, new FinalsSeating(List.of(finalist), few(settings)), FinalistSuccession.NONE);
        cleared(finalist);
      }
    } catch (DeviceLostException e) {
      suspected(finalist).ifPresent(before -> lost(finalist, before));
      lost(finalist, device.name());
      cleared(finalist);
      throw e;
    } finally {
      alone.unlock();
    }
  }

  /**
   * Returns settings for a few rounds. They are never of the first process, which has the
   * baselines.
   */
  private static FinalsSettings few(FinalsSettings settings) {
    int rounds = Math.min(settings.rounds(), FinalsSettings.LEAST_ROUNDS);
    int number = Math.max(2, settings.process().number());
    return new FinalsSettings(
        rounds,
        rounds,
        settings.sample(),
        settings.atMost(),
        settings.seed(),
        false,
        settings.time(),
        new FinalsProcess(
            number, Math.max(number, settings.process().of()), settings.process().share()));
  }

  private synchronized void suspect(Finalist finalist, String device) {
    suspects.putIfAbsent(finalist.configuration(), device);
  }

  private synchronized Optional<String> suspected(Finalist finalist) {
    return Optional.ofNullable(suspects.get(finalist.configuration()));
  }

  private synchronized void cleared(Finalist finalist) {
    suspects.remove(finalist.configuration());
  }

  private synchronized void lost(Finalist finalist, String device) {
    devices.computeIfAbsent(finalist.configuration(), _ -> new ArrayList<>()).add(device);
  }

  private synchronized Optional<Rejected> out(Finalist finalist) {
    List<String> lost = devices.getOrDefault(finalist.configuration(), List.of());
    return lost.size() < CandidateRegistry.ATTEMPTS
        ? Optional.empty()
        : Optional.of(
            new Rejected(
                Rejection.CRASH,
                "",
                ("%d devices were lost while it was measured in the finals: %s. It is measured on"
                        + " no other.")
                    .formatted(lost.size(), String.join(", ", lost))));
  }
}
