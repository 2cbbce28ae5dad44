package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;

class LaunchSpecTest {

  private final LaunchSpec launch = LaunchSpec.ofThisJvm(Path.of("logs"));

  @Test
  void ofThisJvm_any_hasTheSameClassPathWithJarsFirst() {
    List<String> entries = entries(launch.classPath());

    assertThat(entries)
        .containsExactlyInAnyOrderElementsOf(entries(System.getProperty("java.class.path")));
    assertThat(entries)
        .isSortedAccordingTo(Comparator.comparing(entry -> Files.isDirectory(Path.of(entry))));
  }

  private static List<String> entries(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty())
        .toList();
  }

  @Test
  void ofThisJvm_nativeLibraries_arePassedOn() {
    assertThat(launch.jvmFlags())
        .contains("-Djava.library.path=" + System.getProperty("java.library.path"));
  }

  @Test
  void onBusyCores_withoutTheUsersChoice_bindsThreads() {
    Map<String, String> user = Map.of("OMP_NUM_THREADS", "4", "HOME", "/home/user");

    assertThat(launch.onBusyCores(user).environment())
        .containsAllEntriesOf(launch.environment())
        .containsEntry("OMP_PROC_BIND", "true");
    assertThat(LaunchSpec.openMpOnBusyCores(user)).isEqualTo("OMP_PLACES=cores OMP_PROC_BIND=true");
  }

  @Test
  void onBusyCores_whereTheUserHasChosen_changesNothing() {
    Map<String, String> user = Map.of("OMP_WAIT_POLICY", "passive", "HOME", "/home/user");

    assertThat(launch.onBusyCores(user)).isEqualTo(launch);
    assertThat(LaunchSpec.openMpOnBusyCores(user)).isEqualTo("OMP_WAIT_POLICY=passive");
  }
}
