package dev.evokernel.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The kernel {@code lying}, which deceives in the way that its parameter LIE names: it seems faster
 * than it is, or is wrong where it is not looked at. It is part of evo, so that {@code evo doctor
 * --self-test} needs no other kernel.
 */
public final class LyingSources {

  private static final String NAME = "lying";

  private static final List<String> FILES =
      List.of(
          "kernel.yaml",
          "lying.c",
          "work.h",
          "memory.h",
          "outputs.h",
          "counters.h",
          "clocks.h",
          "bounds.h",
          "inputs.h",
          "races.h",
          "leftovers.h",
          "search.h",
          "forgery.h",
          "reference.c",
          "lying.cu",
          "work.cuh",
          "memory.cuh",
          "outputs.cuh",
          "counters.cuh",
          "clocks.cuh",
          "bounds.cuh",
          "inputs.cuh",
          "search.cuh",
          "reference.cu");

  private LyingSources() {}

  /**
   * Writes the kernel's folder.
   *
   * @param parent where the folder {@code lying} is made, or its files replaced
   * @return its {@code kernel.yaml}
   */
  public static Path unpack(Path parent) throws IOException {
    return ShippedSources.unpack(NAME, FILES, parent);
  }

  /**
   * What evo must make of each lie: one line for each, of four fields between {@code |}. They are
   * its name, the stages at which it may be stopped, the reasons, and what it does.
   *
   * @param backend its name
   */
  public static List<String> expectations(String backend) {
    String file = NAME + "/" + backend + ".lies";
    try (InputStream text =
        Objects.requireNonNull(LyingSources.class.getResourceAsStream(file), file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
