package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.BinaryCache;
import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.InstalledCompiler;
import dev.evokernel.backend.binary.ToolDigest;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Source;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CCompilerIT {

  private static final Configuration NOTHING = new Configuration(Map.of());

  @TempDir Path folder;

  private final CpuBackend backend = new CpuBackend();
  private Map<String, String> environment = System.getenv();

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
  void compile_done_leavesTheBinaryAndNoDraft() throws IOException {
    var broken = new Configuration(Map.of("ONE", Value.of("}")));
    assertThat(compile(List.of("-Werror"), broken)).isInstanceOf(Compilation.Failed.class);
    Binary binary = binary(compile(List.of(), NOTHING));

    try (Stream<Path> files = Files.walk(folder.resolve("cache/binaries"))) {
      assertThat(files.filter(Files::isRegularFile)).containsExactly(binary.file());
    }
    assertThat(folder.resolve("cache/drafts")).isEmptyDirectory();
  }

  @Test
  void compile_sameError_isAnsweredFromTheCache() throws IOException {
    Path runs = folder.resolve("runs");
    compilerIs("case \"$*\" in *one.c*) echo run >> " + runs + ";; esac; exec cc \"$@\"");
    var broken = new Configuration(Map.of("ONE", Value.of("}")));

    Compilation first = compile(List.of("-Werror"), broken);
    Compilation second = compile(List.of("-Werror"), broken);

    assertThat(first).isInstanceOf(Compilation.Failed.class).isEqualTo(second);
    assertThat(runs).hasContent("run");
  }

  @Test
  void compile_nothingChanged_isAHit() throws IOException {
    compile(List.of(), NOTHING);

    assertThat(isHit(List.of(), NOTHING, environment)).isTrue();
  }

  @Test
  void compile_otherSource_isAMiss() throws IOException {
    compile(List.of(), NOTHING);
    Files.writeString(
        folder.resolve("one.c"), "#include \"one.h\"\nint one(void) { return ONE + 1; }\n");

    assertThat(isHit(List.of(), NOTHING, environment)).isFalse();
  }

  @Test
  void compile_otherHeaderFarAway_isAMiss() throws IOException {
    Path far = Files.createDirectories(folder.resolve("far/deep"));
    Files.writeString(folder.resolve("one.h"), "#include \"far/far.h\"\n");
    Files.writeString(folder.resolve("far/far.h"), "#include \"deep/one.h\"\n");
    Files.writeString(far.resolve("one.h"), "#define ONE 1\n");
    compile(List.of(), NOTHING);
    Files.writeString(far.resolve("one.h"), "#define ONE 3\n");

    assertThat(isHit(List.of(), NOTHING, environment)).isFalse();
  }

  @Test
  void compile_otherMacro_isAMiss() throws IOException {
    compile(List.of(), NOTHING);

    assertThat(isHit(List.of(), new Configuration(Map.of("A", Value.of(1))), environment))
        .isFalse();
  }

  @Test
  void compile_otherFlag_isAMiss() throws IOException {
    compile(List.of(), NOTHING);

    assertThat(isHit(List.of("-O2"), NOTHING, environment)).isFalse();
  }

  @Test
  void compile_macroThatTheSourceDefines_hasTheValueOfTheCommandLine() throws IOException {
    Binary own = binary(compile(List.of(), NOTHING));
    Files.writeString(folder.resolve("one.h"), "#define ONE 7\n");
    Binary seven = binary(compile(List.of(), NOTHING));
    Binary set =
        binary(compile(List.of("-Werror"), new Configuration(Map.of("ONE", Value.of("1")))));

    assertThat(set.digest()).isNotEqualTo(seven.digest()).isEqualTo(own.digest());
  }

  @Test
  void compile_otherIncludePathInTheEnvironment_isAMiss() throws IOException {
    compile(List.of(), NOTHING);
    var other = new HashMap<>(environment);
    other.put("CPATH", folder.toString());

    assertThat(isHit(List.of(), NOTHING, other)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-O2 -flto", "-pipe"})
  void compile_otherFileOfTheAssembler_isAMiss(String flags) throws IOException {
    Path data = Files.writeString(folder.resolve("data.bin"), "before");
    Files.writeString(
        folder.resolve("one.c"),
        "#include \"one.h\"\n__asm__(\".inc\" \"bin \\\"%s\\\"\");\nint one(void) { return ONE; }\n"
            .formatted(data));
    List<String> words = flags.isEmpty() ? List.of() : List.of(flags.split(" ", -1));
    compile(words, NOTHING);
    assertThat(isHit(words, NOTHING, environment)).isTrue();
    Files.writeString(data, "after!");

    assertThat(isHit(words, NOTHING, environment)).isFalse();
    assertThat(isHit(words, NOTHING, environment)).isTrue();
  }

  @Test
  void compile_otherComputedInclude_isAMiss() throws IOException {
    Path far = Files.createDirectories(folder.resolve("far"));
    Files.writeString(far.resolve("one.h"), "#define ONE 1\n");
    Files.writeString(
        folder.resolve("one.c"),
        "#define PLACE(file) <far/file>\n#include/**/PLACE(one.h)\nint one(void) { return ONE; }\n");
    List<String> flags = List.of("-I" + folder);
    Binary before = binary(compile(flags, NOTHING));
    assertThat(isHit(flags, NOTHING, environment)).isTrue();
    Files.writeString(far.resolve("one.h"), "#define ONE 2\n");

    assertThat(binary(compile(flags, NOTHING)).digest()).isNotEqualTo(before.digest());
    assertThat(isHit(flags, NOTHING, environment)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-isystem%s", "-iquote%s", "-include%s/far.h"})
  void compile_otherHeaderOfAnotherFolder_isAMiss(String flag) throws IOException {
    Path far = Files.createDirectories(folder.resolve("far"));
    Files.writeString(far.resolve("far.h"), "#define FAR 1\n");
    Files.writeString(
        folder.resolve("one.c"), "#include \"far.h\"\nint one(void) { return FAR; }\n");
    List<String> flags = List.of("-I" + folder, flag.formatted(far), "-iquote" + far);
    compile(flags, NOTHING);
    Files.writeString(far.resolve("far.h"), "#define FAR 2\n");

    assertThat(isHit(flags, NOTHING, environment)).isFalse();
  }

  @Test
  void compile_headerThatAppears_isAMiss() throws IOException {
    Files.writeString(
        folder.resolve("one.c"),
        """
        #if __has_include("far/new.h")
        #define ONE 2
        #else
        #define ONE 1
        #endif
        int one(void) { return ONE; }
        """);
    compile(List.of(), NOTHING);
    Files.writeString(Files.createDirectories(folder.resolve("far")).resolve("new.h"), "");

    assertThat(isHit(List.of(), NOTHING, environment)).isFalse();
  }

  @Test
  void compile_otherLibraryThatAFlagNames_isAMiss() throws IOException {
    Path script = Files.writeString(folder.resolve("names.map"), "{ global: *; };");
    List<String> flags = List.of("-Wl,--version-script=" + script);
    compile(flags, NOTHING);
    Files.writeString(script, "{ global: one; local: *; };");

    assertThat(isHit(flags, NOTHING, environment)).isFalse();
  }

  @Test
  void compile_assemblyWithoutAReport_isNotKept() throws IOException {
    compilerIs("case \"$*\" in *-###*) exit 0;; esac; exec cc \"$@\"");
    Files.writeString(folder.resolve("one.c"), "int one(void) { __asm__(\"nop\"); return 1; }\n");
    compile(List.of(), NOTHING);

    assertThat(isHit(List.of(), NOTHING, environment)).isFalse();
  }

  @Test
  void compile_otherProcessor_isAMiss() throws IOException {
    var installed = InstalledCompiler.find(environment).orElseThrow();
    var source = new Source(List.of(folder.resolve("one.c")), "one", List.of());
    for (String processor : List.of("one", "other")) {
      var compiler =
          new CCompiler(
              installed,
              processor,
              new BinaryCache(new CacheFolder(folder.resolve("cache")), "so"),
              Duration.ofSeconds(30),
              environment);

      assertThat(binary(compiler.compile(source, NOTHING)).compileNanos()).isPositive();
    }
  }

  @Test
  void compile_otherCompilerOfTheSameVersion_isAMiss() throws IOException {
    compilerIs("exec cc \"$@\"");
    compile(List.of(), NOTHING);
    assertThat(isHit(List.of(), NOTHING, environment)).isTrue();
    compilerIs("exec cc  \"$@\"");

    assertThat(isHit(List.of(), NOTHING, environment)).isFalse();
  }

  @Test
  void programs_ofThisMachine_goBeyondTheDriver() throws IOException {
    var digest = new ToolDigest(System.getenv("PATH"));

    assertThat(InstalledCompiler.find(System.getenv()).orElseThrow().programs(digest))
        .hasSizeGreaterThan(1)
        .allMatch(Files::isExecutable);
  }

  @Test
  void compile_compilerKilled_isNotKept() throws IOException {
    compilerIs(
        "case \"$*\" in *one.c*) echo one.c:1:1: error: x; kill -9 $$;; esac; exec cc \"$@\"");
    assertThat(compile(List.of(), NOTHING)).isInstanceOf(Compilation.Failed.class);

    try (Stream<Path> keys = Files.walk(folder.resolve("cache"))) {
      assertThat(keys.filter(file -> file.toString().contains("/keys/"))).isEmpty();
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
    assertThat(without.sanitizer()).isEmpty();
    assertThat(without.sanitizerRemedy()).contains("Install a whole compiler");

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

  private boolean isHit(
      List<String> flags, Configuration configuration, Map<String, String> variables) {
    environment = variables;
    return binary(compile(flags, configuration)).compileNanos() == 0;
  }

  @Test
  void compile_parameterInAFlag_isNoMacro() throws IOException {
    Files.writeString(
        folder.resolve("one.c"),
        "#ifdef LEVEL\n#error a macro\n#endif\nint one(void) { return VALUE; }\n");
    var two = new Configuration(Map.of("LEVEL", Value.of(2L)));
    List<String> flags = List.of("-O{LEVEL}", "-DVALUE={LEVEL}");

    Binary second = binary(compile(flags, two));

    assertThat(binary(compile(flags, two.with("LEVEL", Value.of(3L)))).digest())
        .isNotEqualTo(second.digest());
  }

  @Test
  void compile_valueThatTheCompilerRefuses_failsTheCandidateAlone() {
    assertThat(
            compile(
                List.of("-O2", "-march={CHIP}"),
                new Configuration(Map.of("CHIP", Value.of("nonesuch")))))
        .isInstanceOf(Compilation.Failed.class);
  }

  /** Puts a script in the compiler's place. */
  private void compilerIs(String script) throws IOException {
    Path file = folder.resolve("bin/mycc");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    var variables = new HashMap<>(System.getenv());
    variables.put("CC", file.toString());
    environment = variables;
  }

  private Compilation compile(List<String> flags, Configuration configuration) {
    return compiler()
        .compile(new Source(List.of(folder.resolve("one.c")), "one", flags), configuration);
  }

  private static Binary binary(Compilation compilation) {
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    return ((Compilation.Compiled) compilation).binary();
  }

  private Compiler compiler() {
    return new CpuBackend(environment)
        .compiler(backend.devices().getFirst(), folder.resolve("cache"), Duration.ofSeconds(30));
  }

  @Test
  void preprocessed_ofASourceWithConditions_isWhatTheCompilerReads() throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("typed.c"),
            "#if WIDE\ntypedef double real;\n#else\ntypedef float real;\n#endif\nreal x[N];\n");
    var narrow = new Configuration(Map.of("WIDE", Value.of(0), "N", Value.of(3)));
    Compiler compiler = compiler();
    var typed = new Source(List.of(source), "typed", List.of());

    assertThat(compiler.preprocessed(typed, narrow).get(source))
        .contains("typedef float real;", "real x[3];")
        .doesNotContain("double");
    assertThat(compiler.preprocessed(typed, narrow.with("WIDE", Value.of(1))).get(source))
        .contains("typedef double real;");
    Files.writeString(source, "#error none\n");
    assertThat(compiler.preprocessed(typed, narrow)).isEmpty();
  }
}
