package dev.evokernel.cpu;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.BinaryCache;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.FullDisk;
import dev.evokernel.backend.ToolRun;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The system's C compiler behind a cache.
 *
 * <p>An entry's key covers the compiler's version, the processor (for {@code -march=native}), the
 * flags, the macros, and the content of every source and of every other C file beside it, whether
 * included or not: reading a folder is cheaper than asking the compiler what it would include.
 */
final class CCompiler implements Compiler {

  /** Undefined symbols fail at link time and not in the middle of a launch. */
  private static final List<String> OWN_FLAGS =
      List.of("-shared", "-fPIC", "-std=gnu11", "-Wl,-z,defs");

  private static final String EXTENSIONS = ".*\\.(c|h|inc|def|tbl|s|S)";

  private final InstalledCompiler installed;
  private final String processor;
  private final BinaryCache cache;
  private final Duration limit;

  /**
   * @param processor what {@code native} means on this machine
   */
  CCompiler(InstalledCompiler installed, String processor, BinaryCache cache, Duration limit) {
    this.installed = installed;
    this.processor = processor;
    this.cache = cache;
    this.limit = limit;
  }

  @Override
  public String version() {
    return installed.version();
  }

  @Override
  public Compilation compile(Source source, Configuration configuration) {
    List<String> flags = new ArrayList<>(OWN_FLAGS);
    flags.addAll(source.flags());
    configuration.values().entrySet().stream()
        .map(entry -> "-D" + entry.getKey() + "=" + entry.getValue().macro())
        .sorted()
        .forEach(flags::add);
    try {
      String key = key(source, flags);
      Path entry = cache.entry(key);
      if (Files.exists(entry)) {
        return compiled(entry, 0);
      }
      return compile(source, flags, key);
    } catch (IOException e) {
      throw new EnvironmentException(
          "Compiling into %s failed: %s. Maybe make room there, or make it writable."
              .formatted(cache.folder(), e),
          e);
    }
  }

  private Compilation compile(Source source, List<String> flags, String key) throws IOException {
    Path draft = cache.draft(key);
    try {
      List<String> arguments = new ArrayList<>(flags);
      source.files().forEach(file -> arguments.add(file.toString()));
      arguments.addAll(List.of("-lm", "-o", draft.toString()));
      long start = System.nanoTime();
      ToolRun run = installed.run(arguments, limit);
      long nanos = System.nanoTime() - start;
      if (run.succeeded()) {
        return compiled(cache.publish(draft, key), nanos);
      }
      FullDisk.check(run.output(), cache.folder());
      if (!run.timedOut() && !run.killed()) {
        checkFlags(source.flags());
      }
      return new Compilation.Failed(run.account(version(), limit), run.timedOut());
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Tells a broken compiler or a flag it does not know from an error in the source. */
  private void checkFlags(List<String> flags) throws IOException {
    List<String> arguments = new ArrayList<>(OWN_FLAGS);
    arguments.addAll(flags);
    ToolRun probe = installed.buildProbe(arguments, limit);
    if (!probe.succeeded()) {
      throw new EnvironmentException(
          "%s cannot build even an empty function with the flags %s:%n%s%nMaybe remove a flag in kernel.yaml."
              .formatted(version(), flags, probe.output()));
    }
  }

  private String key(Source source, List<String> flags) throws IOException {
    List<byte[]> parts = new ArrayList<>();
    Stream.concat(Stream.of(version(), processor, source.entry()), flags.stream())
        .forEach(text -> parts.add(text.getBytes(StandardCharsets.UTF_8)));
    var neighbours = new TreeSet<Path>();
    for (Path file : source.files()) {
      parts.add(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
      parts.add(Files.readAllBytes(file));
      try (Stream<Path> beside = Files.list(file.toAbsolutePath().getParent())) {
        beside.filter(path -> path.toString().matches(EXTENSIONS)).forEach(neighbours::add);
      }
    }
    for (Path neighbour : neighbours) {
      parts.add(neighbour.getFileName().toString().getBytes(StandardCharsets.UTF_8));
      parts.add(Files.readAllBytes(neighbour));
    }
    return BinaryCache.key(parts);
  }

  private static Compilation compiled(Path entry, long nanos) throws IOException {
    return new Compilation.Compiled(
        new Binary(entry.toAbsolutePath(), BinaryCache.digest(entry), nanos));
  }
}
