package dev.evokernel.lab.score.record;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.replay.Recorded;
import dev.evokernel.space.SearchSpace;

/**
 * Recordings of one kernel on several devices, used as times on several shapes.
 *
 * @param kernel name of the kernel
 * @param devices one for each shape
 * @param space configurations that all recordings contain
 */
public record RecordedPortfolio(String kernel, List<RecordedSpace> devices, SearchSpace space) {

  public RecordedPortfolio {
    devices = List.copyOf(devices);
  }

  public static List<RecordedPortfolio> of(List<RecordedSpace> spaces) {
    return Transfer.kernels(spaces).stream()
        .map(
            same -> new RecordedPortfolio(same.getFirst().recording().kernel(), same, common(same)))
        .toList();
  }

  private static SearchSpace common(List<RecordedSpace> devices) {
    RecordedSpace first = devices.getFirst();
    Set<Configuration> others = new HashSet<>(configurations(devices.get(1)));
    devices.stream()
        .skip(2)
        .forEach(device -> others.retainAll(Set.copyOf(configurations(device))));
    return SearchSpace.listed(
        first.recording().parameters(),
        configurations(first).stream().filter(others::contains).toList());
  }

  private static List<Configuration> configurations(RecordedSpace space) {
    return space.recording().entries().stream().map(Recorded::configuration).toList();
  }

  /** Milliseconds on each device; {@link Double#NaN} where the configuration failed. */
  public double[] millis(Configuration configuration) {
    return devices.stream()
        .mapToDouble(device -> device.of(configuration).millis().orElse(Double.NaN))
        .toArray();
  }
}
