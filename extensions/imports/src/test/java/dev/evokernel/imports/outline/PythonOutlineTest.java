package dev.evokernel.imports.outline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.evokernel.imports.outline.SourceOutline.Function;
import dev.evokernel.imports.outline.SourceOutline.Kind;
import dev.evokernel.imports.outline.SourceOutline.Parameter;
import dev.evokernel.imports.outline.SourceOutline.Tunable;
import java.util.List;
import org.junit.jupiter.api.Test;

class PythonOutlineTest {

  private static final String SOURCE =
      """
      import triton
      import triton.language as tl


      @triton.autotune(
          configs=[
              triton.Config({'BLOCK': 128, 'EVEN': True}, num_warps=4),  # small
              triton.Config({"BLOCK": 256, 'EVEN': False}, num_stages=2, num_warps=8),
          ],
          key=['n'],
      )
      @triton.jit
      def add(x_ptr, y, out, n, stride_x,  # the stride
              BLOCK: tl.constexpr, EVEN: tl.constexpr = True):
          o = tl.arange(0, BLOCK)
          p = out + o
          tl.store(p, tl.load(x_ptr + o) + tl.load(y + o))


      def host(n): pass
      """;

  @Test
  void of_aJittedFunction_hasItsConfigurationsAsTheSpace() {
    SourceOutline outline = PythonOutline.of(SOURCE);
    assertThat(outline.functions()).extracting(Function::name).containsExactly("add");
    assertThat(outline.functions().getFirst().parameters())
        .extracting(Parameter::name, Parameter::kind)
        .containsExactly(
            tuple("x_ptr", Kind.INPUT),
            tuple("y", Kind.INPUT),
            tuple("out", Kind.OUTPUT),
            tuple("n", Kind.SCALAR),
            tuple("stride_x", Kind.SCALAR));
    assertThat(outline.functions().getFirst().tunables())
        .containsExactly(
            new Tunable("BLOCK", List.of("128", "256")),
            new Tunable("EVEN", List.of("true", "false")),
            new Tunable("num_stages", List.of("3", "2")),
            new Tunable("num_warps", List.of("4", "8")));
  }

  @Test
  void of_noConfigurations_isTritonsUsualOne() {
    String plain = "@triton.jit\ndef f(x, BLOCK: tl.constexpr):\n  pass\n";
    assertThat(PythonOutline.of(plain).functions().getFirst().tunables())
        .containsExactly(
            new Tunable("BLOCK", List.of()),
            new Tunable("num_stages", List.of("3")),
            new Tunable("num_warps", List.of("4")));
    assertThat(PythonOutline.of("def f(x): pass").functions()).isEmpty();
  }
}
