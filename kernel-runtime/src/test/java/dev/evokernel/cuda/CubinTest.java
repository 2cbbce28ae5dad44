package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CubinTest {

  @Test
  void symbol_plainName_isItself() {
    assertThat(new Cubin(List.of("gemm", "_Z4gemmv")).symbol("gemm")).isEqualTo("gemm");
  }

  @Test
  void symbol_templateOrNamespace_isTheMangledOne() {
    var cubin = new Cubin(List.of("other", "_ZN4fast4gemmILi4EEEvPf"));

    assertThat(cubin.symbol("fast::gemm<4>")).isEqualTo("_ZN4fast4gemmILi4EEEvPf");
  }

  @Test
  void symbol_ofSeveralInstances_isThatOfTheArguments() {
    var cubin =
        new Cubin(
            List.of(
                "_Z4gemmILi4ELb1EfEvPT1_",
                "_Z4gemmILi48ELb1EfEvPT1_",
                "_Z4gemmILi4ELb0EfEvPT1_",
                "_Z4gemmILi4ELb1EdEvPT1_",
                "_Z4gemmILin4ELb1E6__halfEvPT1_"));

    assertThat(cubin.symbol("gemm<4, true, float>")).isEqualTo("_Z4gemmILi4ELb1EfEvPT1_");
    assertThat(cubin.symbol("gemm<48, true, float>")).isEqualTo("_Z4gemmILi48ELb1EfEvPT1_");
    assertThat(cubin.symbol("gemm<4, false, float>")).isEqualTo("_Z4gemmILi4ELb0EfEvPT1_");
    assertThat(cubin.symbol("gemm<4,true,double>")).isEqualTo("_Z4gemmILi4ELb1EdEvPT1_");
    assertThat(cubin.symbol("gemm<-4, true, __half>")).isEqualTo("_Z4gemmILin4ELb1E6__halfEvPT1_");
  }

  @Test
  void symbol_noneOrSeveral_throwsWithAdvice() {
    var cubin = new Cubin(List.of("_Z4gemmILi4EEvPf", "_Z4gemmILi8EEvPf"));

    assertThatThrownBy(() -> cubin.symbol("gemm"))
        .hasMessageContaining("several")
        .hasMessageContaining("extern \"C\"");
    assertThatThrownBy(() -> cubin.symbol("attention")).hasMessageContaining("none");
  }

  @Test
  void read_noElf_throws() {
    assertThatThrownBy(() -> Cubin.read(new byte[100])).hasMessageContaining("Not a cubin");
  }
}
