package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.kernel.yaml.ShippedText;

/**
 * Kernels that are part of evo, so that its self-tests and limits need no other kernel. Each is
 * unpacked into a folder below a parent; the result is the path of its {@code kernel.yaml}.
 */
public final class ShippedSources {

  private ShippedSources() {}

  /** Unpacks {@code fault}, which fails in the way that its parameter FAULT selects. */
  public static Path fault(Path parent) throws IOException {
    return unpack(
        "fault",
        "kernel.yaml fault.c doubled.h reference.c fault.cu reference.cu faults.h endless.h",
        parent);
  }

  /**
   * Unpacks {@code lying}, whose parameter LIE selects a deception: it seems faster than it is, or
   * is wrong where checks rarely look.
   */
  public static Path lying(Path parent) throws IOException {
    return unpack(
        "lying",
        "kernel.yaml lying.c work.h memory.h outputs.h counters.h clocks.h bounds.h inputs.h"
            + " races.h leftovers.h search.h forgery.h reach.h sights.h lazy.h reference.c lying.cu"
            + " work.cuh memory.cuh outputs.cuh counters.cuh clocks.cuh bounds.cuh inputs.cuh"
            + " search.cuh sights.cuh reference.cu",
        parent);
  }

  /**
   * Unpacks {@code probe}, whose parameter PROBE selects an operation that a device runs at its
   * limit: copy, multiply-add, or an empty launch.
   */
  public static Path probe(Path parent) throws IOException {
    return unpack(
        "probe", "kernel.yaml probe.c reference.c probe.cu wgmma.cuh reference.cu", parent);
  }

  /** Unpacks {@code training}, whose file has most keys, so that reading it loads most classes. */
  public static Path training(Path parent) throws IOException {
    return unpack(
        "training",
        "kernel.yaml real.h rows.c columns.c reference.c element.cuh rows.cu mapped.cu reference.cu"
            + " priors/cpu.json",
        parent);
  }

  /**
   * Expected detection of each lie on a backend. A line has four fields between {@code |}: name,
   * stages that may stop the lie, reasons, and description.
   */
  public static List<String> lies(String backend) {
    return ShippedText.of(ShippedSources.class, "lying/" + backend + ".lies")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  private static Path unpack(String kernel, String files, Path parent) throws IOException {
    Path folder = parent.resolve(kernel);
    for (String file : files.split(" ", -1)) {
      Files.createDirectories(folder.resolve(file).getParent());
      try (InputStream source = ShippedSources.class.getResourceAsStream(kernel + "/" + file)) {
        Files.write(folder.resolve(file), Objects.requireNonNull(source, file).readAllBytes());
      }
    }
    return folder.resolve("kernel.yaml");
  }
}
