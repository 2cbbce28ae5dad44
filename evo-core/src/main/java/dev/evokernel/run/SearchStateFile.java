package dev.evokernel.run;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchContext.SearchStates;
import dev.evokernel.search.SearchState;
import dev.evokernel.search.Trial;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;

/**
 * A file in the run's folder with the state of its search, which spares a resume most of the
 * replay.
 *
 * <p>The journal stays the only record. The file names the candidates whose outcomes the search had
 * learned, in order. It holds a digest of these outcomes and a digest of all settings that
 * determine the search. A file that is missing, damaged, of another version, or in conflict with
 * the journal is ignored, and the search is replayed.
 *
 * <p>A new file is written next to the old one and renamed, so a killed process leaves one complete
 * file.
 */
public final class SearchStateFile implements SearchStates, AutoCloseable {

  static final String NAME = "search.state";

  /**
   * Evaluations between two writes. A resume after a kill replays at most this many, plus those
   * until the next renewal.
   */
  static final int INTERVAL = 250;

  /** Number of evaluations above which a missing file costs enough time to be reported. */
  private static final int LONG = 1000;

  private static final int VERSION = 2;
  private static final int DIGEST = 32;

  private final Function<Proposal, Trial> trials;
  private final Path file;
  private final byte[] course;
  private final CandidateRegistry registry;
  private final Consumer<String> notes;
  private final MessageDigest outcomes = Configuration.sha256();

  /** Numbers of candidates, in the order of learning. */
  private final List<Integer> learnt = new ArrayList<>();

  private byte[] unwritten = {};
  private int written;

  /**
   * @param settings a text of all settings that determine the search, except its space and its
   *     start
   * @param trials what the search learned of an evaluated candidate
   */
  SearchStateFile(
      Path folder,
      String settings,
      SearchSpace space,
      List<InitialConfiguration> initial,
      CandidateRegistry registry,
      Consumer<String> notes,
      Function<Proposal, Trial> trials) {
    this.file = folder.resolve(NAME);
    this.registry = registry;
    this.notes = notes;
    this.trials = trials;
    this.course =
        Configuration.sha256()
            .digest(
                (settings + "\n" + space.parameters() + "\n" + initial)
                    .getBytes(StandardCharsets.UTF_8));
  }

  /** Opens the state file of a run. */
  public static SearchStateFile of(
      RunSpec spec,
      SearchSpace space,
      List<InitialConfiguration> initial,
      CandidateRegistry registry,
      Consumer<String> notes) {
    String settings = spec.search().settings().toString();
    return new SearchStateFile(
        spec.folder(),
        spec.search().portfolio().isPresent()
            ? settings + "\nportfolio " + spec.shapes()
            : settings,
        space,
        initial,
        registry,
        notes,
        proposal -> Trials.of(spec, proposal, registry));
  }

  @Override
  public Optional<Kept> kept() {
    try {
      Kept kept = read(Files.readAllBytes(file));
      written = kept.learnt().size();
      return Optional.of(kept);
    } catch (IOException e) {
      long evaluated = registry.evaluated();
      boolean exists = Files.exists(file);
      if (exists || evaluated >= LONG) {
        notes.accept(
            "note: the stored state of the search is not used: %s; %,d evaluations are replayed from the journal"
                .formatted(exists ? e.getMessage() : "there is none", evaluated));
      }
      return Optional.empty();
    }
  }

  private Kept read(byte... bytes) throws IOException {
    int length = bytes.length - DIGEST;
    if (length < 0
        || !Arrays.equals(
            Configuration.sha256().digest(Arrays.copyOf(bytes, length)),
            Arrays.copyOfRange(bytes, length, bytes.length))) {
      throw new IOException("it is damaged");
    }
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length))) {
      int version = in.readInt();
      if (version != VERSION) {
        throw new IOException("it has version " + version + ", and this evo reads " + VERSION);
      }
      if (!Arrays.equals(in.readNBytes(DIGEST), course)) {
        throw new IOException("it belongs to a search with other settings");
      }
      List<Trial> trials = trials(in);
      if (!Arrays.equals(in.readNBytes(DIGEST), digest(trials))) {
        throw new IOException("the journal says otherwise");
      }
      return new Kept(SearchState.of(in.readAllBytes()), trials);
    }
  }

  private List<Trial> trials(DataInputStream in) throws IOException {
    int count = in.readInt();
    byte[] packed = in.readNBytes(in.readInt());
    var steps = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(packed)));
    var trials = new ArrayList<Trial>();
    int number = 0;
    while (trials.size() < count) {
      number += steps.readInt();
      if (number < 1 || !registry.isAttempted(number)) {
        throw new IOException("the journal lacks candidate " + number);
      }
      if (!registry.hasEnded(number)) {
        throw new IOException("candidate " + number + " has no outcome");
      }
      trials.add(this.trials.apply(registry.proposal(number)));
    }
    return trials;
  }

  private static byte[] digest(List<Trial> trials) {
    MessageDigest digest = Configuration.sha256();
    trials.forEach(trial -> update(digest, trial));
    return digest.digest();
  }

  private static void update(MessageDigest digest, Trial trial) {
    Configuration configuration = trial.configuration();
    var text = new StringBuilder(configuration.fingerprint()).append(text(trial.objective()));
    trial.shapes().forEach(shape -> text.append(text(shape)));
    digest.update(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String text(OptionalDouble objective) {
    return objective.isPresent()
        ? Long.toHexString(Double.doubleToLongBits(objective.getAsDouble()))
        : "rejected";
  }

  @Override
  public void learnt(Trial trial) {
    update(outcomes, trial);
    learnt.add(registry.number(trial.configuration()));
  }

  @Override
  public void reached(SearchState state) {
    unwritten = bytes(state);
    if (learnt.size() >= written + INTERVAL) {
      write();
    }
  }

  private byte[] bytes(SearchState state) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(VERSION);
      out.write(course);
      byte[] steps = steps();
      out.writeInt(learnt.size());
      out.writeInt(steps.length);
      out.write(steps);
      out.write(((MessageDigest) outcomes.clone()).digest());
      out.write(state.bytes());
      out.write(Configuration.sha256().digest(bytes.toByteArray()));
    } catch (IOException | CloneNotSupportedException e) {
      throw new IllegalStateException(e); // An array accepts all bytes, and every JDK has SHA-256.
    }
    return bytes.toByteArray();
  }

  /** Differences between successive numbers, which compress well. */
  private byte[] steps() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      int before = 0;
      for (int number : learnt) {
        out.writeInt(number - before);
        before = number;
      }
    }
    return bytes.toByteArray();
  }

  private void write() {
    try {
      Path beside = file.resolveSibling(NAME + ".new");
      Files.write(beside, unwritten);
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      notes.accept(
          "note: the state of the search cannot be written (%s); a resume replays the journal"
              .formatted(e));
    }
    unwritten = new byte[0];
    written = learnt.size();
  }

  /** Writes the latest state. */
  @Override
  public void close() {
    if (unwritten.length > 0 && learnt.size() >= INTERVAL) {
      write();
    }
  }
}
