package dev.evokernel.tuning.comparison;

import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.kernel.yaml.SimilarFolder;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.finals.Conclusion;
import dev.evokernel.run.record.GitCheckout;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.sql.UnknownRecordException;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.WorkingFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What one side of a comparison is, as it was named. */
public sealed interface Side {

  /** The folder in which the kernel lives today; what a commit on the other side is asked for. */
  Path home();

  /** As it stands in reports. */
  String name();

  /** A candidate of a run, in the run's own copy of the source. */
  record Recorded(RunHistory history, Candidate candidate) implements Side {

    @Override
    public Path home() {
      return Path.of(history.run().subject().folder());
    }

    @Override
    public String name() {
      return candidate.reference();
    }

    public Configuration configuration() {
      return candidate.configuration();
    }

    /** What was recorded: in the finals, or else on the way. */
    public Optional<Samples> samples(String shape) {
      return inFinals(shape)
          .map(ProcessSamples::all)
          .or(() -> candidate.measurement(shape).map(Measurement::samples));
    }

    public Optional<ProcessSamples> inFinals(String shape) {
      return history
          .finals()
          .flatMap(finals -> finals.result(candidate.number(), shape))
          .map(FinalistMeasurement::byProcess);
    }

    /** Whether both were measured against each other already. */
    public boolean metInFinals(Side other) {
      return other instanceof Recorded another
          && history.run().id().equals(another.history().run().id())
          && history.run().subject().shapes().stream()
              .allMatch(
                  shape -> inFinals(shape).isPresent() && another.inFinals(shape).isPresent());
    }
  }

  /**
   * A kernel as it is now.
   *
   * @param path its folder or its file
   */
  record Source(Path path) implements Side {

    @Override
    public Path home() {
      return KernelFile.at(path).folder();
    }

    @Override
    public String name() {
      return path.toString();
    }
  }

  /**
   * A kernel's folder as it was.
   *
   * @param hash whole
   */
  record Past(Path home, String text, String hash) implements Side {
    @Override
    public String name() {
      return "%s at %s (%s)".formatted(home, text, hash.substring(0, 12));
    }
  }

  /**
   * Finds what a text names: a kernel, a run or candidate, or a commit.
   *
   * @param kernel in whose repository a commit is looked for, where that is known
   * @throws BadInputException if it names none of them
   */
  static Side of(String text, Path results, Optional<Path> kernel) {
    Path path = Path.of(text);
    if (KernelFile.at(path).exists()) {
      return new Source(path);
    }
    Optional<Side> recorded = recorded(text, results);
    if (recorded.isPresent()) {
      return recorded.get();
    }
    if (kernel.isPresent()) {
      Path folder =
          KernelFile.isYaml(kernel.get()) ? new KernelFile(kernel.get()).folder() : kernel.get();
      Optional<String> hash = GitCheckout.resolve(folder, text);
      if (hash.isPresent()) {
        return new Past(folder, text, hash.get());
      }
    }
    Optional<Path> near = SimilarFolder.of(KernelFile.at(path).path());
    if (near.isPresent()) {
      throw new BadInputException(
          "There is no kernel in '%s'. Maybe '%s'?".formatted(text, near.get()));
    }
    throw new BadInputException(
        "'%s' is neither a folder with a kernel.yaml, nor a run or RUN/NUMBER in %s%s."
            .formatted(
                text,
                WorkingFolder.shown(results),
                kernel
                    .map(folder -> ", nor a commit of the repository around " + folder)
                    .orElse(
                        "; for a commit, name the kernel's folder with --kernel, or as the other"
                            + " side")));
  }

  /**
   * What names the same on a command line tomorrow, from any folder: the run's id in place of
   * {@code latest} or of a beginning, and paths that are absolute.
   */
  static String word(String text, Path results) {
    Path path = Path.of(text);
    if (KernelFile.at(path).exists()) {
      return Launcher.path(path);
    }
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file)) {
      return Printable.word(text);
    }
    int slash = text.indexOf('/');
    String run = slash < 0 ? text : text.substring(0, slash);
    try (ResultStore store = ResultStore.openReadOnly(file)) {
      return Printable.word(store.run(run).id() + (slash < 0 ? "" : text.substring(slash)));
    } catch (UnknownRecordException e) {
      return Printable.word(text); // A commit.
    }
  }

  /** The name under which results have a kernel: that of its folder, or the text itself. */
  static String kernelName(String text) {
    KernelFile file = KernelFile.at(Path.of(text));
    return file.exists()
        ? String.valueOf(file.folder().toAbsolutePath().normalize().getFileName())
        : text;
  }

  private static Optional<Side> recorded(String text, Path results) {
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (ResultStore store = ResultStore.openReadOnly(file)) {
      if (text.matches(".+/[0-9]+")) {
        Candidate candidate = store.candidate(text);
        return Optional.of(new Recorded(store.history(candidate.run()), candidate));
      }
      RunHistory history = store.history(text);
      return Optional.of(
          new Recorded(
              history,
              Conclusion.of(history)
                  .champion()
                  .orElseThrow(
                      () ->
                          new BadInputException(
                              "Run '%s' measured nothing that could be compared. Name a candidate: %s/NUMBER"
                                  .formatted(history.run().id(), history.run().id())))));
    } catch (UnknownRecordException e) {
      if (text.matches(".+/[0-9]+")) {
        throw e;
      }
      return Optional.empty();
    }
  }
}
