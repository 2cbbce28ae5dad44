package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.kernel.yaml.SimilarFolder;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.Conclusion;
import dev.evokernel.run.GitCheckout;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.UnknownRecordException;
import dev.evokernel.text.Launcher;

/** One side of a comparison, as the user named it. */
public sealed interface Side {

  /**
   * Folder in which the kernel lives today, and whose repository has the commit of the other side.
   */
  Path home();

  String name();

  /** Candidate of a run, with the run's own copy of the source. */
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

    /** Samples of the finals, or else of the search. */
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

    /** Returns whether the finals of one run measured both candidates on all shapes. */
    public boolean metInFinals(Side other) {
      return other instanceof Recorded second
          && history.run().id().equals(second.history().run().id())
          && history.run().subject().shapes().stream()
              .allMatch(shape -> inFinals(shape).isPresent() && second.inFinals(shape).isPresent());
    }
  }

  /** Kernel in its current state. */
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

  /** Kernel's folder at a commit. */
  record Past(Path home, String text, String hash) implements Side {
    @Override
    public String name() {
      return "%s at %s (%s)".formatted(home, text, hash.substring(0, 12));
    }
  }

  /**
   * Resolves a text to a kernel, a run, a candidate or a commit.
   *
   * @throws BadInputException if the text names none of them
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
      throw new BadInputException("No kernel in '%s'. Maybe '%s'?".formatted(text, near.get()));
    }
    throw new BadInputException(
        "'%s' is neither a folder with a kernel.yaml nor a run or RUN/NUMBER in %s%s."
            .formatted(
                text,
                Launcher.shown(results),
                kernel
                    .map(folder -> ", nor a commit of the repository around " + folder)
                    .orElse("; for a commit, name the kernel's folder: --kernel FOLDER")));
  }

  /**
   * Rewrites a side so that a pasted command still names it from any folder: with a full run id and
   * absolute paths.
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

  /** Name under which results know a kernel: the folder's name, or the text itself. */
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
                              "Run '%s' has no measurement to compare. Name a candidate: %s/NUMBER"
                                  .formatted(history.run().id(), history.run().id())))));
    } catch (UnknownRecordException e) {
      if (text.matches(".+/[0-9]+")) {
        throw e;
      }
      return Optional.empty();
    }
  }
}
