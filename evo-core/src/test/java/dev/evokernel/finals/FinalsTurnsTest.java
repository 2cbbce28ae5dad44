package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FinalsTurnsTest {

  private static List<Integer> turns(int devices, boolean programs) {
    var turns = new FinalsTurns(devices, programs);
    return IntStream.rangeClosed(1, 9).map(turns::device).boxed().toList();
  }

  @Test
  void device_ofEachProcess_goesRoundPairByPair() {
    assertThat(turns(1, false)).containsOnly(0);
    assertThat(turns(2, false)).containsExactly(0, 1, 1, 0, 0, 1, 1, 0, 0);
    assertThat(turns(3, false)).containsExactly(0, 1, 1, 2, 2, 0, 0, 1, 1);
  }

  @Test
  void device_besideProgramsThatStartSlowly_passesTheFirstOverOnce() {
    assertThat(turns(1, true)).containsOnly(0);
    assertThat(turns(2, true)).containsExactly(0, 1, 1, 1, 1, 0, 0, 1, 1);
    assertThat(turns(3, true)).containsExactly(0, 1, 1, 2, 2, 1, 1, 2, 2);
  }
}
