package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.run.RunListener;
import dev.evokernel.store.Answer;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.DeviceReservation;
import dev.evokernel.tuning.SessionStart;
import dev.evokernel.tuning.SharedRuns;
import dev.evokernel.tuning.TuningSession;

/**
 * Study of a search: jobs, each with several random seeds, and a question to their results.
 *
 * <p>The runs are in one results folder, which a file {@value #RUNS} makes known to a later study:
 * an interrupted study continues with the runs that are missing. Runs of one study do not start
 * from each other's results unless a job says so.
 *
 * @param jobs by the names of their files
 * @param results absolute path of the runs' folder
 * @param query a SELECT on the tables of {@code evo.db} and {@code study(job, seed, run)}
 */
record Study(SequencedMap<String, Job> jobs, int seeds, Path results, String query) {

  private static final String RUNS = "study.csv";
  private static final String SCHEMA = "study.schema.json";

  private record Part(String job, long seed, String run) {

    static Part read(String line) {
      String[] words = line.split(",", -1);
      return new Part(words[0], Long.parseLong(words[1]), words[2]);
    }

    List<Object> values() {
      return List.of(job, seed, run);
    }
  }

  /**
   * @throws InvalidFileException if the file or one of its jobs is invalid
   */
  public static Study read(Path file) {
    YamlDocument document = YamlDocument.read(file, Study.class, SCHEMA);
    YamlNode.Mapping root = document.root();
    Path folder = file.toAbsolutePath().normalize().resolveSibling("");
    var jobs = new LinkedHashMap<String, Job>();
    for (YamlNode node : root.value("jobs").elements()) {
      String name = Path.of(node.text()).getFileName().toString().replaceFirst("\\.ya?ml$", "");
      if (jobs.put(name.replace(',', '_'), JobReader.read(folder.resolve(node.text()))) != null) {
        document.problem(node, "a second job is called '" + name + "'", "Rename its file.");
      }
    }
    document.check();
    return new Study(
        jobs,
        root.find("seeds").map(node -> (int) node.real()).orElse(5),
        folder.resolve(root.find("results").map(YamlNode::text).orElse("results")),
        root.value("query").text());
  }

  /**
   * Runs what is missing, and asks the question.
   *
   * @throws BadInputException if the question is no SELECT that SQLite understands
   * @throws EnvironmentException if a run fails
   * @throws InterruptedException if a run was stopped; the next call resumes it
   */
  public Answer hold(DeviceReservation reservation, Consumer<String> news)
      throws InterruptedException {
    List<Part> parts = finished();
    for (long seed = 1; seed <= seeds; seed++) {
      for (Map.Entry<String, Job> job : jobs.entrySet()) {
        String name = job.getKey();
        long number = seed;
        if (parts.stream().noneMatch(part -> part.job().equals(name) && part.seed() == number)) {
          parts.add(run(name, job.getValue(), seed, reservation, news));
        }
      }
    }
    try (ResultStore store = ResultStore.openReadOnly(results.resolve(ResultStore.FILE_NAME))) {
      return store.answer(query, "study(job, seed, run)", values(parts));
    }
  }

  private static List<List<Object>> values(List<Part> parts) {
    return parts.stream().map(Part::values).toList();
  }

  private Part run(
      String name, Job job, long seed, DeviceReservation reservation, Consumer<String> news)
      throws InterruptedException {
    Job own = job.searching(job.search().withSeed(seed)).into(results);
    try (SharedRuns session = SharedRuns.begin(own, SessionStart.now(reservation, news))) {
      TuningSession first = session.sessions().getFirst(); // On a fleet, that of the first model.
      RunHistory history = first.run(new RunListener() {}, _ -> {});
      if (history.run().status() != RunStatus.FINISHED) {
        throw new InterruptedException();
      }
      var part = new Part(name, seed, history.run().id());
      news.accept("%s, random seed %d: %s".formatted(name, seed, part.run()));
      Files.writeString(
          results.resolve(RUNS),
          "%s,%d,%s%n".formatted(name, seed, part.run()),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      return part;
    } catch (IOException e) {
      throw new EnvironmentException("Cannot write %s: %s".formatted(results.resolve(RUNS), e), e);
    }
  }

  private List<Part> finished() {
    Path file = results.resolve(RUNS);
    try {
      return Files.exists(file)
          ? new ArrayList<>(Files.readAllLines(file).stream().map(Part::read).toList())
          : new ArrayList<>();
    } catch (IOException | RuntimeException e) {
      throw new EnvironmentException(
          "Cannot read %s: %s. Delete the file to repeat the study.".formatted(file, e), e);
    }
  }
}
