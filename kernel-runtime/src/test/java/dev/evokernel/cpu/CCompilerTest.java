package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Requirement;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CCompilerTest {

  private static final Configuration NOTHING = new Configuration(Map.of());

  @TempDir Path folder;

  private final CpuBackend backend = new CpuBackend();

  @BeforeEach
  void write() throws IOException {
    Assumptions.assumeTrue(
        InstalledCompiler.find(System.getenv()).isPresent(), "no C compiler on this machine");
    Files.writeString(folder.resolve("one.h"), "#define ONE 1\n");
    Files.writeString(
        folder.resolve("one.c"), "#include \"one.h\"\nint one(void) { return ONE; }\n");
  }

  @Test
  void compile_changedHeader_isCompiledAnew() throws IOException {
    Binary before = binary(compile(List.of(), NOTHING));
    Files.writeString(folder.resolve("one.h"), "#define ONE 2\n");
    Binary after = binary(compile(List.of(), NOTHING));

    assertThat(after.digest()).isNotEqualTo(before.digest());
    assertThat(after.compileNanos()).isPositive();
  }

  @Test
  void compile_done_leavesNothingButTheBinary() throws IOException {
    var broken = new Configuration(Map.of("ONE", Value.of("}")));
    assertThat(compile(List.of("-Werror"), broken)).isInstanceOf(Compilation.Failed.class);
    Binary binary = binary(compile(List.of(), NOTHING));

    try (Stream<Path> files = Files.walk(folder.resolve("cache"))) {
      assertThat(files.filter(Files::isRegularFile)).containsExactly(binary.file());
    }
  }

  @Test
  void compile_undefinedSymbol_failsHereAndNotInALaunch() throws IOException {
    Files.writeString(folder.resolve("one.c"), "int two(void); int one(void) { return two(); }\n");

    assertThat(compile(List.of(), NOTHING))
        .isInstanceOfSatisfying(
            Compilation.Failed.class, failed -> assertThat(failed.log()).contains("two"));
  }

  @Test
  void compile_unknownFlag_blamesTheFlagAndNotTheCandidate() {
    assertThatThrownBy(() -> compile(List.of("-fno-such-flag"), NOTHING))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("-fno-such-flag")
        .hasMessageContaining("kernel.yaml");
  }

  @Test
  void requirements_missingCompiler_saysHowToGetOne() {
    var without = new CpuBackend(Map.of("CC", "/nowhere/cc"));

    assertThat(without.requirements())
        .filteredOn(requirement -> requirement.name().equals("C compiler"))
        .singleElement()
        .satisfies(
            requirement -> {
              assertThat(requirement.present()).isFalse();
              assertThat(requirement.needed()).isTrue();
              assertThat(requirement.found()).contains("/nowhere/cc");
              assertThat(requirement.remedy()).contains("apt-get install gcc");
            });
  }

  @Test
  void requirements_thisMachine_areMetWhereNeeded() {
    assertThat(backend.requirements())
        .filteredOn(Requirement::needed)
        .allMatch(Requirement::present);
  }

  private Compilation compile(List<String> flags, Configuration configuration) {
    Compiler compiler =
        backend.compiler(
            backend.devices().getFirst(), folder.resolve("cache"), Duration.ofSeconds(30));
    return compiler.compile(
        new Source(List.of(folder.resolve("one.c")), "one", flags), configuration);
  }

  private static Binary binary(Compilation compilation) {
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    return ((Compilation.Compiled) compilation).binary();
  }
}
