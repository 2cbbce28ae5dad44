package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.binary.BinaryCache;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.CompileKey;
import dev.evokernel.backend.binary.Includes;
import dev.evokernel.backend.binary.InstalledCompiler;
import dev.evokernel.backend.binary.Redefinitions;
import dev.evokernel.backend.binary.ToolDigest;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.FullDisk;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.space.Configuration;

/**
 * Compiler for C, installed on this machine, behind a cache.
 *
 * <p>A key covers the compiler's version and the content of its programs, the processor (for {@code
 * -march=native}), the flags, the macros and the environment variables that compilers read. It also
 * covers the content of every source, of every other C file beside it, and of everything that these
 * include. System headers are covered only by the compiler's version.
 */
final class CCompiler implements Compiler {

  /** Flags of every build. Undefined symbols fail at link time and not during a launch. */
  private static final List<String> OWN_FLAGS =
      List.of("-shared", "-fPIC", "-std=gnu11", "-Wl,-z,defs");

  private static final String EXTENSIONS = ".*\\.(c|h|inc|def|tbl|s|S)";

  private static final List<String> VARIABLES =
      List.of(
          "CPATH",
          "C_INCLUDE_PATH",
          "LIBRARY_PATH",
          "COMPILER_PATH",
          "GCC_EXEC_PREFIX",
          "SOURCE_DATE_EPOCH");

  private final InstalledCompiler installed;
  private final String processor;
  private final BinaryCache cache;
  private final Duration limit;
  private final Map<String, String> environment;
  private final Includes includes = new Includes(List.of(), EXTENSIONS, InstantSource.system());
  private final String programs;

  /**
   * @param processor meaning of {@code native} on this machine
   * @param environment variables of the compiler's process
   */
  CCompiler(
      InstalledCompiler installed,
      String processor,
      BinaryCache cache,
      Duration limit,
      Map<String, String> environment) {
    this.installed = installed;
    this.processor = processor;
    this.cache = cache;
    this.limit = limit;
    this.environment = Map.copyOf(environment);
    var digest = new ToolDigest(environment.getOrDefault("PATH", ""));
    try {
      this.programs = digest.of(installed.programs(digest));
    } catch (IOException e) {
      throw cache.folder().failure(e);
    }
  }

  @Override
  public String version() {
    return installed.version();
  }

  @Override
  public Compilation compile(Source template, Configuration configuration) {
    Source source = template.with(configuration);
    List<String> flags = new ArrayList<>(OWN_FLAGS);
    flags.addAll(source.flags());
    flags.addAll(Compiler.definitions(template.macros(configuration)));
    try {
      CompileKey key = key(source, flags);
      Optional<Compilation> known = cache.find(key);
      return known.isPresent()
          ? known.get()
          : cache.make(draft -> compile(source, flags, template.fixedFlags(), key, draft));
    } catch (IOException e) {
      throw cache.folder().failure(e);
    }
  }

  private Compilation compile(
      Source source, List<String> flags, List<String> fixed, CompileKey key, Draft draft)
      throws IOException {
    List<String> arguments = new ArrayList<>(flags);
    ToolRun run;
    long start = System.nanoTime();
    try (Redefinitions redefined = Redefinitions.of(source.files(), source.folders(), flags)) {
      arguments.addAll(redefined.searching(source.folders()));
      source.files().forEach(file -> arguments.add(redefined.file(file).toString()));
      arguments.addAll(List.of("-lm", "-o", draft.path().toString()));
      run = installed.run(arguments, limit);
    }
    long nanos = System.nanoTime() - start;
    if (run.succeeded()) {
      return cache.keep(key, draft, nanos);
    }
    FullDisk.check(run.output(), cache.folder().path());
    var failed = new Compilation.Failed(run.account(version(), limit), run.timedOut());
    if (run.timedOut() || run.signalled()) {
      return failed;
    }
    checkFlags(fixed);
    return cache.keep(key, failed);
  }

  /** Checks for a broken compiler or an unknown flag, which is not an error in the source. */
  private void checkFlags(List<String> flags) throws IOException {
    List<String> arguments = new ArrayList<>(OWN_FLAGS);
    arguments.addAll(flags);
    ToolRun probe = installed.buildProbe(arguments, limit);
    if (!probe.succeeded()) {
      throw new EnvironmentException(
          "%s cannot build even an empty function with the flags %s:%n%s%nRemove a flag in kernel.yaml."
              .formatted(version(), flags, probe.output()));
    }
  }

  private CompileKey key(Source source, List<String> flags) throws IOException {
    return CompileKey.of("C")
        .with("compiler", version())
        .with("command", installed.command())
        .with("programs", programs)
        .with("processor", processor)
        .with("entry", source.entry())
        .with("units", source.files().stream().map(file -> file.getFileName().toString()).toList())
        .with("flags", flags)
        .with(environment, VARIABLES)
        .files(
            includes.of(
                "",
                source.files(),
                Stream.concat(Includes.searchedBy(flags).stream(), source.folders().stream())
                    .toList()))
        .key();
  }
}
