package dev.evokernel.config;

import module java.base;

import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Several jobs that share a time budget.
 *
 * @param name the file's name without its extension; also the name of the night's own files
 */
public record Night(
    String name,
    Duration wall,
    Path results,
    boolean stopsOnFailure,
    Notify notified,
    List<Part> jobs) {

  private static final String SCHEMA = "night.schema.json";

  public record Part(Job job, double share) {}

  public Night {
    jobs = List.copyOf(jobs);
  }

  /**
   * @throws InvalidFileException if the file does not exist, or the file or a job is invalid
   */
  public static Night read(Path file) {
    YamlDocument document = YamlDocument.read(file, Night.class, SCHEMA);
    YamlNode.Mapping root = document.root();
    Keys keys = Keys.read(document);
    Path results = keys.beside(root.find("results").map(YamlNode::text).orElse("results"));
    Duration wall = keys.duration("wall", Duration.ofSeconds(1));
    var jobs = new ArrayList<Part>();
    for (YamlNode job : root.value("jobs").elements()) {
      YamlNode.Mapping entry = job.mapping();
      if (entry.find("config").isEmpty() && entry.find("kernel").isEmpty()) {
        document.problem(entry, "a job needs 'config' or 'kernel'", "For example: {kernel: gemm}");
      } else {
        jobs.add(part(keys, entry, results));
      }
    }
    document.check();
    return new Night(
        String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", ""),
        wall,
        results,
        root.find("on_failure").map(YamlNode::text).orElse("continue").equals("stop"),
        keys.section("notify", Notify.NONE, JobKeys::notified),
        jobs);
  }

  private static Part part(Keys keys, YamlNode.Mapping entry, Path results) {
    var kernel = entry.find("kernel").map(node -> keys.beside(node.text()));
    Job job =
        entry
            .find("config")
            .map(node -> JobReader.read(keys.beside(node.text())))
            .map(read -> kernel.map(read::onKernel).orElse(read))
            .orElseGet(() -> JobReader.defaults(kernel.orElseThrow()));
    Job placed = job.into(results);
    return new Part(
        entry.find("device").map(node -> placed.onDevice(JobKeys.devices(node))).orElse(placed),
        entry.find("share").map(YamlNode::real).orElse(1.0));
  }

  /** Name of a job in the night, for example {@code gemm on auto}. */
  public static String name(Job job) {
    return KernelFile.at(job.kernel()).folder().getFileName() + " on " + job.device();
  }
}
