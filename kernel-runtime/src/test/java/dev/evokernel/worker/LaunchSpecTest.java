package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchSpecTest {

  private final LaunchSpec launch = LaunchSpec.ofThisJvm(Path.of("logs"));

  @Test
  void ofThisJvm_any_hasTheSameClassPath() {
    assertThat(launch.classPath()).isEqualTo(System.getProperty("java.class.path"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.library.path", "java.io.tmpdir"})
  void ofThisJvm_propertyThatWorkersMustShare_isPassedOn(String name) {
    assertThat(launch.jvmFlags()).contains("-D" + name + "=" + System.getProperty(name));
  }
}
