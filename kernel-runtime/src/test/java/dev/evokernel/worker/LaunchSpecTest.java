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
  void with_variables_addsThem() {
    assertThat(launch.with(Map.of("OMP_PROC_BIND", "true")).environment())
        .containsAllEntriesOf(launch.environment())
        .containsEntry("OMP_PROC_BIND", "true");
  }
}
