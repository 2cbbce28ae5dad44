package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;
import dev.evokernel.spec.Host;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.Role;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.FinalsCourse;
import dev.evokernel.worker.FinalsResult;
import dev.evokernel.workers.RunDevice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FinalsDevicesTest {

  /** A device that is only asked for its name. */
  private record Named(String id) implements RunDevice {

    @Override
    public DeviceIdentity identity() {
      return new DeviceIdentity(id, "H200", "580");
    }

    @Override
    public String host() {
      return Host.name();
    }

    @Override
    public DeviceLimits limits() {
      throw new IllegalStateException();
    }

    @Override
    public FinalsResult finals(
        List<Finalist> finalists,
        FinalsSettings settings,
        FinalistSuccession succession,
        FinalsCourse course) {
      throw new IllegalStateException();
    }

    @Override
    public int ready() {
      throw new IllegalStateException();
    }

    @Override
    public Evaluated evaluate(
        Configuration configuration, Binary binary, Map<String, Double> best) {
      throw new IllegalStateException();
    }

    @Override
    public Evaluated evaluate(
        Configuration configuration, Binary binary, Map<String, Double> best, Duration limit) {
      throw new IllegalStateException();
    }
  }

  private final List<String> news = new ArrayList<>();
  private final List<String> held = new ArrayList<>();
  private final FinalsDevices devices =
      new FinalsDevices(List.of(new Named("cuda:0"), new Named("cuda:1")));

  private void hold(int number, FinalsDevices.Holding holding) throws InterruptedException {
    devices.hold(new FinalsProcess(number, 5, 0.5), holding, news::add);
  }

  private FinalsResult noted(RunDevice device) {
    held.add(device.name());
    return new FinalsResult(List.of(), List.of());
  }

  @Test
  void hold_ofFiveProcesses_keepsPairsTogetherOnTurns() throws InterruptedException {
    for (int number = 1; number <= 5; number++) {
      hold(number, this::noted);
    }
    assertThat(held).containsExactly("cuda:0", "cuda:1", "cuda:1", "cuda:0", "cuda:0");
    assertThat(news).isEmpty();
  }

  @Test
  void hold_onADeviceThatFails_isHeldOnTheFirst() throws InterruptedException {
    hold(
        2,
        device -> {
          if (device.name().equals("cuda:1")) {
            throw new EnvironmentException("No process starts.");
          }
          return noted(device);
        });
    hold(3, this::noted);
    assertThat(held).containsExactly("cuda:0", "cuda:0");
    assertThat(news).singleElement().asString().contains("cuda:1", "No process starts.");
  }

  @Test
  void hold_onTheFirstThatIsLost_isHeldOnTheOther() throws InterruptedException {
    hold(
        1,
        device -> {
          if (device.name().equals("cuda:0")) {
            throw new EnvironmentException("Its host was lost.");
          }
          return noted(device);
        });
    assertThat(held).containsExactly("cuda:1");
    assertThat(news).singleElement().asString().contains("cuda:0", "Its host was lost.");
  }

  @Test
  void hold_whereTheLastFails_fails() {
    assertThatThrownBy(
            () ->
                hold(
                    1,
                    _ -> {
                      throw new EnvironmentException("No process starts.");
                    }))
        .isInstanceOf(EnvironmentException.class);
  }

  @Test
  void confirmed_ofProcessesOnTwoDevices_saysWhatEachMeasured() throws InterruptedException {
    for (int number = 1; number <= 3; number++) {
      hold(number, this::noted);
    }
    FinalsDecision decision =
        new FinalsDecision(
            List.of(
                measurement(1, Role.DEFAULT, 100, 100, 100),
                measurement(2, Role.CHAMPION, 50, 80, 80)),
            new Verdict(true, List.of("On a it is faster.")),
            List.of());
    assertThat(devices.confirmed(decision).verdict().reasons())
        .containsExactly(
            "On a it is faster.",
            "By device, the geometric mean of the shapes: 2.000 times on cuda:0, 1.250 times on"
                + " cuda:1.");
  }

  @Test
  void confirmed_ofProcessesOnOneDevice_staysAsItIs() throws InterruptedException {
    hold(1, this::noted);
    FinalsDecision decision =
        new FinalsDecision(
            List.of(measurement(1, Role.DEFAULT, 100), measurement(2, Role.CHAMPION, 50)),
            new Verdict(true, List.of("On a it is faster.")),
            List.of());
    assertThat(devices.confirmed(decision)).isEqualTo(decision);
  }

  /** One sample of so many nanoseconds in each process. */
  private static FinalistMeasurement measurement(int candidate, Role role, double... nanos) {
    var processes = new TreeMap<Integer, Samples>();
    IntStream.range(0, nanos.length)
        .forEach(i -> processes.put(i + 1, Samples.of(nanos[i], nanos[i], nanos[i])));
    return new FinalistMeasurement(
        candidate,
        role,
        "a",
        new ProcessSamples(processes),
        OptionalDouble.empty(),
        Optional.empty(),
        DeviceState.UNKNOWN);
  }
}
