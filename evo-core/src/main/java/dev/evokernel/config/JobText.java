package dev.evokernel.config;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.text.YamlText;

/** Writer of a job as an {@code evo.yaml} with all keys, including defaults. */
public final class JobText {

  private JobText() {}

  /**
   * @param kernel the kernel's folder relative to the file's folder
   * @param results the results folder relative to the file's folder
   */
  public static String of(Job job, Path kernel, Path results) {
    Map<String, Object> keys = Keys.written(job);
    keys.put("kernel", kernel.toString());
    keys.put("results", results.toString());
    return YamlText.lines(keys);
  }

  /** Attaches a generated text to a job without a file, so that errors can quote lines. */
  public static Job described(Job job) {
    return job.with(JobFile.ofText(JobFile.NONE, of(job, job.kernel(), job.results())));
  }

  /**
   * Writes the job to a file.
   *
   * @throws EnvironmentException if the file cannot be written
   */
  public static void write(Job job, Path kernel, Path results, Path file) {
    try {
      Files.writeString(file, of(job, kernel, results));
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot write " + file + ": " + e.getMessage() + ". Check the folder's permissions.", e);
    }
  }
}
