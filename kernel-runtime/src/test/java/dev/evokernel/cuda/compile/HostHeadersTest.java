package dev.evokernel.cuda.compile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostHeadersTest {

  @ParameterizedTest
  @CsvSource({"stdio.h, true", "cmath, true", "helper.h, false", "mystdio.h, false"})
  void isMissing_headerThatIsNotFound_isOneOfTheCLibrary(String name, boolean expected) {
    String log =
        "evo.cu(1): catastrophic error: cannot open source file \"%s\"\n  #include <%s>"
            .formatted(name, name);

    assertThat(HostHeaders.isMissing(log)).isEqualTo(expected);
  }
}
