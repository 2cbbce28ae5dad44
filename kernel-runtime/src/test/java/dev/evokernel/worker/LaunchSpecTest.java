package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(strings = {"java.library.path", "java.io.tmpdir"})
  void ofThisJvm_propertyThatWorkersMustShare_isPassedOn(String name) {
    assertThat(launch.jvmFlags()).contains("-D" + name + "=" + System.getProperty(name));
  }
}
