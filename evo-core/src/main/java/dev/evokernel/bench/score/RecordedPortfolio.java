package dev.evokernel.bench.score;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.space.SearchSpace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Recordings of one kernel on several devices, taken as one kernel's times on several shapes.
 *
 * @param kernel its name
 * @param devices one for each shape
 * @param space the configurations that stand in all recordings
 */
record RecordedPortfolio(String kernel, List<RecordedSpace> devices, SearchSpace space) {

  RecordedPortfolio {
    devices = List.copyOf(devices);
  }

  /** The kernels that were recorded on several devices. */
  static List<RecordedPortfolio> of(List<RecordedSpace> spaces) {
    var portfolios = new ArrayList<RecordedPortfolio>();
    var rest = new ArrayList<>(spaces);
    while (!rest.isEmpty()) {
      String kernel = Transfer.kernel(rest.getFirst());
      List<RecordedSpace> same =
          rest.stream().filter(one -> Transfer.kernel(one).equals(kernel)).toList();
      rest.removeAll(same);
      if (same.size() > 1) {
        portfolios.add(
            new RecordedPortfolio(same.getFirst().recording().kernel(), same, common(same)));
      }
    }
    return portfolios;
  }

  private static SearchSpace common(List<RecordedSpace> devices) {
    RecordedSpace first = devices.getFirst();
    Set<Configuration> others = new HashSet<>(configurations(devices.get(1)));
    devices.stream().skip(2).forEach(one -> others.retainAll(Set.copyOf(configurations(one))));
    return SearchSpace.listed(
        first.recording().parameters(),
        configurations(first).stream().filter(others::contains).toList());
  }

  private static List<Configuration> configurations(RecordedSpace space) {
    return space.recording().entries().stream().map(one -> one.configuration()).toList();
  }

  /** Milliseconds on each device; {@link Double#NaN} where it failed. */
  double[] millis(Configuration configuration) {
    return devices.stream()
        .mapToDouble(device -> device.of(configuration).millis().orElse(Double.NaN))
        .toArray();
  }
}
