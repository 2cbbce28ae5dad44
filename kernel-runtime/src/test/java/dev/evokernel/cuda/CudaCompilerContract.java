package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Source;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every compiler of the backend. Needs a toolkit and no GPU. */
abstract class CudaCompilerContract {

  private static final Configuration FOUR = new Configuration(Map.of("SIZE", Value.of(4)));

  private static final String[] CHECKS = {
    "evo_range", "evo_compare", "evo_digest", "evo_fill", "evo_coat", "evo_keep", "evo_widen"
  };

  @TempDir Path folder;

  private Compiler compiler;

  /** {@code nvrtc} or {@code nvcc}. */
  abstract String choice();

  /** Skips, with a message, where this machine lacks the compiler. */
  abstract void assumeInstalled(Toolkit toolkit);

  @BeforeEach
  void findCompiler() {
    assumeInstalled(Toolkit.find(System.getenv(), Path.of("/"), 99));
    compiler = compiler("sm_90a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm_80", "sm_90a", "sm_120a"})
  void compile_plainKernel_isInTheCubin(String architecture) throws IOException {
    Source source = source("extern \"C\" __global__ void fill(int* out) { *out = SIZE; }", "fill");

    Binary binary = compiled(compiler(architecture).compile(source, FOUR));

    assertThat(cubin(binary).kernels()).containsExactly("fill");
    assertThat(binary.compileNanos()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-std=c++20", "--std=c++20", "--std c++20", "-std=c++14"})
  void compile_standardInTheFlags_replacesEvos(String flag) throws IOException {
    String year = flag.isEmpty() ? "2017" : "20" + flag.substring(flag.length() - 2);
    Source plain =
        source(
            "static_assert(__cplusplus / 100 == %s, \"\");\nextern \"C\" __global__ void fill(int* out) { *out = SIZE; }"
                .formatted(year),
            "fill");
    List<String> flags = flag.isEmpty() ? List.of() : List.of(flag.split(" "));

    compiled(compiler.compile(new Source(plain.files(), "fill", flags), FOUR));
  }

  @Test
  void compile_otherComputedInclude_isCompiledAnew() throws IOException {
    Path far = Files.createDirectories(folder.resolve("far")).resolve("one.cuh");
    Source source =
        source(
            "#define FAR \"far/one.cuh\"\n#include FAR\n"
                + "extern \"C\" __global__ void fill(int* out) { *out = ONE; }",
            "fill");
    Files.writeString(far, "#define ONE 1\n");
    Binary before = compiled(compiler.compile(source, FOUR));
    Files.writeString(far, "#define ONE 2\n");

    assertThat(compiled(compiler.compile(source, FOUR)).digest()).isNotEqualTo(before.digest());
  }

  @ParameterizedTest
  @EnumSource
  @Tag("full")
  void compile_kernelFromAFile_withItsReference(GpuKernel variant) throws IOException {
    Kernel kernel = variant.read();

    Binary binary = compiled(compiler.compile(kernel.source(), kernel.defaultConfiguration()));
    Binary reference = compiled(compiler.reference(kernel.reference()).orElseThrow());

    assertThat(cubin(binary).symbol(kernel.source().entry())).isEqualTo("fault");
    assertThat(cubin(reference).kernels())
        .contains(CudaCompiler.CHECK, "reference_" + (variant == GpuKernel.HALF ? 16 : 32));
    assertThat(compiler.compile(kernel.source(), variant.with("BROKEN", true)))
        .isInstanceOf(Compilation.Failed.class);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("full")
  void compile_hopperKernel_succeeds(SmallKernel which) {
    Kernel kernel = which.read();

    compiled(compiler.compile(kernel.source(), kernel.defaultConfiguration()));
    compiled(compiler.reference(kernel.reference()).orElseThrow());
  }

  @Test
  @Tag("full")
  void reference_command_isTheChecksAlone() throws IOException {
    var command =
        new Reference.Command(
            new ArrayProgram(
                List.of("true"), Optional.empty(), List.of(), Duration.ofSeconds(1), List.of()));

    Binary reference = compiled(compiler.reference(command).orElseThrow());

    assertThat(cubin(reference).kernels()).containsExactlyInAnyOrder(CHECKS);
  }

  @Test
  void compile_sameAgain_comesFromTheCache() throws IOException {
    Source source = source("extern \"C\" __global__ void fill(int* out) { *out = SIZE; }", "fill");

    Binary first = compiled(compiler.compile(source, FOUR));
    Binary second = compiled(compiler.compile(source, FOUR));
    Binary other =
        compiled(compiler.compile(source, new Configuration(Map.of("SIZE", Value.of(8)))));

    assertThat(second).isEqualTo(new Binary(first.file(), first.digest(), 0));
    assertThat(other.digest()).isNotEqualTo(first.digest());
  }

  @Test
  void compile_template_isInstantiated() throws IOException {
    Source source =
        source(
            "namespace fast { template <int N> __global__ void fill(int* out) { *out = N; } }",
            "fast::fill<SIZE>");

    Cubin cubin = cubin(compiled(compiler.compile(source, FOUR)));

    assertThat(cubin.symbol("fast::fill<SIZE>")).isEqualTo("_ZN4fast4fillILi4EEEvPi");
  }

  @Test
  @Tag("full")
  void compile_headersAndNeighbours_areFound() throws IOException {
    Files.writeString(
        folder.resolve("square.cuh"),
        "__device__ __half square(__half x) { return __hmul(x, x); }\n");
    Source source =
        source(
            """
            #include <cuda_fp16.h>
            #include "square.cuh"
            extern "C" __global__ void squares(__half* x) { *x = square(*x); }
            """,
            "squares");

    assertThat(cubin(compiled(compiler.compile(source, FOUR))).kernels())
        .containsExactly("squares");
  }

  @Test
  void compile_changedNeighbour_isCompiledAnew() throws IOException {
    Path neighbour = Files.writeString(folder.resolve("number.cuh"), "constexpr int NUMBER = 1;\n");
    Source source =
        source(
            "#include \"number.cuh\"\nextern \"C\" __global__ void fill(int* x) { *x = NUMBER; }",
            "fill");

    Binary first = compiled(compiler.compile(source, FOUR));
    Files.writeString(neighbour, "constexpr int NUMBER = 2;\n");
    Binary second = compiled(compiler.compile(source, FOUR));

    assertThat(second.digest()).isNotEqualTo(first.digest());
  }

  @Test
  @Tag("full")
  void compile_otherArchitecture_isAMiss() throws IOException {
    Source source = source("extern \"C\" __global__ void fill(int* x) { *x = 1; }", "fill");
    compiled(compiler.compile(source, FOUR));

    assertThat(compiled(compiler("sm_80").compile(source, FOUR)).compileNanos()).isPositive();
  }

  @Test
  @Tag("full")
  void compile_changedHeaderOfAnotherFolder_isCompiledAnew() throws IOException {
    Path common = Files.createDirectories(folder.resolve("common/deep"));
    Files.writeString(folder.resolve("common/a.cuh"), "#include \"deep/b.cuh\"\n");
    Path header = Files.writeString(common.resolve("b.cuh"), "constexpr int NUMBER = 1;\n");
    Source source =
        source(
            "#include \"common/a.cuh\"\nextern \"C\" __global__ void fill(int* x) { *x = NUMBER; }",
            "fill");

    compiled(compiler.compile(source, FOUR));
    Files.writeString(header, "constexpr int NUMBER = 2;\n");

    assertThat(compiled(compiler.compile(source, FOUR)).compileNanos()).isPositive();
  }

  @Test
  void compile_sameError_isAnsweredFromTheCache() throws IOException {
    Source source = source("extern \"C\" __global__ void fill(int* x) { *x = nothing; }", "fill");
    Compilation first = compiler.compile(source, FOUR);

    Compilation second = compiler.compile(source, FOUR);

    assertThat(second).isInstanceOf(Compilation.Failed.class).isEqualTo(first);
    try (var keys = Files.walk(folder.resolve("cache/keys"))) {
      assertThat(keys.filter(Files::isRegularFile)).hasSize(1);
    }
  }

  @Test
  @Tag("full")
  void compile_severalFiles_areOneUnit() throws IOException {
    Path first = Files.writeString(folder.resolve("a.cu"), "__device__ int one() { return 1; }\n");
    Path second =
        Files.writeString(
            folder.resolve("b.cu"), "extern \"C\" __global__ void fill(int* x) { *x = one(); }\n");

    var source = new Source(List.of(first, second), "fill", List.of());

    assertThat(cubin(compiled(compiler.compile(source, FOUR))).kernels()).containsExactly("fill");
  }

  @Test
  void reference_compiled_bringsTheChecks() throws IOException {
    Source source = source("extern \"C\" __global__ void fill(int* out) { *out = 1; }", "fill");

    Binary binary = compiled(compiler.reference(new Reference.Compiled(source)).orElseThrow());

    assertThat(cubin(binary).kernels())
        .contains(CHECKS)
        .contains("fill")
        .hasSize(CHECKS.length + 1);
  }

  @Test
  void compile_errorInTheSource_failsWithFileAndLine() throws IOException {
    Source source = source("\nextern \"C\" __global__ void fill(int* x) { *x = nothing; }", "fill");

    assertThat(compiler.compile(source, FOUR))
        .isInstanceOfSatisfying(
            Compilation.Failed.class,
            failed -> {
              assertThat(failed.log()).contains("kernel.cu(2)").contains("nothing");
              assertThat(failed.timedOut()).isFalse();
            });
  }

  @Test
  @Tag("full")
  void compile_headersOfTheHostsProgram_areNoObstacle() throws IOException {
    Source source =
        source(
            """
            #include <stdio.h>
            #include <math.h>
            #include <float.h>
            #include <stdint.h>
            extern "C" __global__ void fill(float* x, int64_t n) {
              x[n] = fminf(INFINITY, FLT_MAX);
              if (n < 0) printf("%d", (int)n);
            }
            """,
            "fill");

    assertThat(cubin(compiled(compiler.compile(source, FOUR))).kernels()).containsExactly("fill");
  }

  @Test
  void compile_unknownFlag_isTheEnvironmentsFault() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("kernel.cu"), "extern \"C\" __global__ void fill(int* x) { *x = 1; }");
    var source = new Source(List.of(file), "fill", List.of("--no-such-flag"));

    assertThatThrownBy(() -> compiler.compile(source, FOUR))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("--no-such-flag");
  }

  @Test
  @Tag("full")
  void compile_parametersInBraces_areTemplateArgumentsAndFlags() throws IOException {
    Source source =
        source(
            "template <int TILE, class T> __global__ void fill(T* x) { *x = TILE * TWICE; }", "");
    var template =
        new Source(source.files(), "fill<{TILE}, {TYPE}>", List.of("-DTWICE={FACTOR}")).on("sm_90");
    var values =
        new Configuration(
            Map.of("TILE", Value.of(16L), "TYPE", Value.of("float"), "FACTOR", Value.of(2L)));

    Binary binary = compiled(compiler.compile(template, values));
    Binary other = compiled(compiler.compile(template, values.with("FACTOR", Value.of(3L))));

    assertThat(cubin(binary).symbol(template.with(values).entry())).contains("4fillILi16EfE");
    assertThat(other.digest()).isNotEqualTo(binary.digest());
  }

  @Test
  @Tag("full")
  void compile_byTheCompilerOfTheKernel_doesNotHeedTheEnvironment() throws IOException {
    assumeTrue(
        Toolkit.find(System.getenv(), Path.of("/"), 99).nvcc().isPresent(),
        "no nvcc on this machine");
    Source source =
        source(
                "#include <algorithm>\nextern \"C\" __global__ void fill(int* x) { *x = 1; }",
                "fill")
            .by("nvcc");

    assertThat(compiler.version(source)).startsWith("nvcc ");
    assertThat(cubin(compiled(compiler.compile(source, FOUR))).kernels()).containsExactly("fill");
  }

  @Test
  void compile_byAnAbsentCompiler_saysWhereItWasAsked() throws IOException {
    Source source = source("extern \"C\" __global__ void fill(int* x) { *x = 1; }", "fill");
    Compiler nowhere =
        new CudaBackend(Map.of(), folder.resolve("root"), List.of())
            .compiler("sm_90a", folder.resolve("cache"), Duration.ofMinutes(1));

    assertThatThrownBy(() -> nowhere.version(source.by("nvcc")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("There is no nvcc, and kernel.yaml says compiler: nvcc.");
    assertThatThrownBy(nowhere::version).hasMessageStartingWith("There is neither NVRTC");
  }

  @Test
  void compile_architectureOfAnotherChip_saysBoth() throws IOException {
    Source source = source("extern \"C\" __global__ void fill(int* x) { *x = 1; }", "fill");
    var older = new Source(source.files(), "fill", List.of()).on("sm_80");

    assertThatThrownBy(() -> compiler("sm_90a").compile(older, FOUR))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith(
            "kernel.yaml says arch: sm_80, but the device runs code for sm_90a.");
  }

  private Source source(String text, String entry) throws IOException {
    Path file = Files.writeString(folder.resolve("kernel.cu"), text + "\n");
    return new Source(List.of(file), entry, List.of());
  }

  private Compiler compiler(String architecture) {
    var environment = new HashMap<>(System.getenv());
    environment.put("EVO_CUDA_COMPILER", choice());
    return new CudaBackend(environment, Path.of("/"), List.of())
        .compiler(architecture, folder.resolve("cache"), Duration.ofMinutes(1));
  }

  private static Binary compiled(Compilation compilation) {
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    return ((Compilation.Compiled) compilation).binary();
  }

  private static Cubin cubin(Binary binary) throws IOException {
    return Cubin.read(Files.readAllBytes(binary.file()));
  }
}
