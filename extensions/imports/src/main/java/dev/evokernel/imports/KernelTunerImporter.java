package dev.evokernel.imports;

import java.nio.file.Path;

/** Importer of Python scripts that call Kernel Tuner. */
public final class KernelTunerImporter implements Importer {

  @Override
  public String input() {
    return "a Python script that calls Kernel Tuner";
  }

  @Override
  public boolean reads(Path file) {
    return file.toString().endsWith(".py");
  }

  @Override
  public ImportedKernel read(Path file, ImportOptions options, Path scratch)
      throws InterruptedException {
    return new KernelTunerScript(file, scratch).imported(options);
  }
}
