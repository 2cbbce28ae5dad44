package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostHeadersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "k.cu(1): catastrophic error: cannot open source file \"vector\"|does not find the header"
            + " 'vector'",
        "/usr/local/cuda/include/cccl/cub/util_device.cuh(70): error: name followed by \"::\""
            + "|does not compile the header 'cub/util_device.cuh'",
        "k.cu(3): error: identifier \"x\" is undefined|",
      })
  void advice_ofLog_namesTheHeaderAndTheKey(String log, @Nullable String said) {
    if (said == null) {
      assertThat(HostHeaders.advice(log)).isEmpty();
    } else {
      assertThat(HostHeaders.advice(log)).contains(said, "compiler: nvcc").endsWith("\n");
    }
  }

  @ParameterizedTest
  @CsvSource({"stdio.h, true", "cmath, true", "helper.h, false", "mystdio.h, false"})
  void isMissing_headerThatIsNotFound_isOneOfTheCLibrary(String name, boolean expected) {
    String log =
        "evo.cu(1): catastrophic error: cannot open source file \"%s\"\n  #include <%s>"
            .formatted(name, name);

    assertThat(HostHeaders.isMissing(log)).isEqualTo(expected);
  }
}
