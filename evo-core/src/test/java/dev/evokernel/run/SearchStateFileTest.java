package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchContext;
import dev.evokernel.search.SearchContext.Migration;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Trial;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.Spaces;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.surrogate.ShapeOutputs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SearchStateFileTest {

  private static final SearchSpace SPACE =
      Spaces.space(
          List.of(Spaces.range("A", 1, 12), Spaces.range("B", 1, 12), Spaces.range("C", 1, 12)));
  private static final SearchSettings SETTINGS = new SearchSettings(16, 42, 3);
  private static final int FIRST = 300;
  private static final int WHOLE = 370;

  /** What a first session of {@value #FIRST} evaluations leaves to the next. */
  private static List<Candidate> journal = List.of();

  private static byte[] state = {};

  /** The candidates of a run that was never interrupted. */
  private static List<Candidate> whole = List.of();

  @TempDir private Path folder;

  /** One session of a run. */
  private final class Session {

    private final CandidateRegistry registry;
    private final List<String> notes = new ArrayList<>();
    private int replayed;

    Session(List<Candidate> earlier) {
      this.registry = new CandidateRegistry(earlier);
    }

    List<Candidate> run(int evaluations, SearchSettings settings) {
      try (var states =
          new SearchStateFile(
              folder,
              settings.toString(),
              SPACE,
              List.of(),
              registry,
              notes::add,
              one -> new Trial(one.configuration(), registry.objective(one.number())))) {
        new Search(SPACE, settings, List.of())
            .run(
                evaluator(evaluations),
                new SearchContext(
                    registry, ShapeOutputs.SINGLE, List.of(), states, Migration.NONE));
      }
      return registry.all();
    }

    private Evaluator evaluator(int evaluations) {
      return proposal -> {
        Optional<Evaluation> known = registry.evaluation(proposal.configuration());
        if (known.isPresent()) {
          replayed++;
        } else if (registry.evaluated() == evaluations) {
          return Optional::empty;
        } else {
          Proposal candidate = registry.proposed(proposal);
          registry.put(new Candidate("run", candidate, 1, Optional.of(evaluation(proposal))));
        }
        return () -> Optional.of(trial(proposal.configuration()));
      };
    }

    private Trial trial(Configuration configuration) {
      return new Trial(configuration, registry.evaluation(configuration).orElseThrow().objective());
    }
  }

  private static Evaluation evaluation(Proposal proposal) {
    int[] choices = SPACE.choices(proposal.configuration());
    double objective =
        1 + Math.abs(choices[0] - 7) + Math.abs(choices[1] - choices[2]) + choices[2] * 0.1;
    return choices[0] + choices[1] == 9
        ? Examples.ended(
            Examples.rejected(Rejection.WRONG_RESULT),
            OptionalDouble.empty(),
            "",
            0,
            0,
            Examples.NOW)
        : Examples.evaluation(new Measured(Examples.measured(1, 1).measurements()), objective);
  }

  @BeforeEach
  void writeTheFirstSession() throws IOException {
    Path file = folder.resolve(SearchStateFile.NAME);
    if (journal.isEmpty()) {
      whole = new Session(List.of()).run(WHOLE, SETTINGS);
      Files.delete(file);
      journal = new Session(List.of()).run(FIRST, SETTINGS);
      state = Files.readAllBytes(file);
    }
    Files.write(file, state);
  }

  private Session resumed(List<Candidate> earlier) {
    var session = new Session(earlier);
    assertThat(session.run(WHOLE, SETTINGS))
        .extracting(Candidate::proposal)
        .isEqualTo(whole.stream().map(Candidate::proposal).toList());
    return session;
  }

  @Test
  void resume_fromTheState_goesOnAlikeAndReplaysLittle() {
    Session session = resumed(journal);
    assertThat(session.replayed).isBetween(1, 101);
    assertThat(session.notes).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.02, 0.3, 0.6, 0.99})
  void resume_fromADamagedState_replaysAllAndSaysSo(double where) throws IOException {
    byte[] damaged = state.clone();
    damaged[(int) (where * damaged.length)] ^= 4;
    replays(damaged, "it is damaged");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 200})
  void resume_fromATruncatedState_replaysAllAndSaysSo(int length) throws IOException {
    replays(Arrays.copyOf(state, length), "it is damaged");
  }

  @Test
  void resume_fromAStateOfAnotherVersion_replaysAllAndSaysSo() throws IOException {
    byte[] other = state.clone();
    ByteBuffer.wrap(other).putInt(3);
    replays(sealed(other), "it has version 3, and this evo reads 2");
  }

  private void replays(byte[] bytes, String why) throws IOException {
    Files.write(folder.resolve(SearchStateFile.NAME), bytes);
    Session session = resumed(journal);
    assertThat(session.replayed).isEqualTo(FIRST);
    assertThat(session.notes)
        .containsExactly(
            "note: the stored state of the search is not used: "
                + why
                + "; 300 evaluations are replayed from the journal");
    assertThat(folder.resolve(SearchStateFile.NAME)).isNotEmptyFile();
  }

  /** Killed between the writing of a file and its renaming, and before that. */
  @Test
  void resume_besideAHalfWrittenState_usesTheOneBefore() throws IOException {
    Files.write(folder.resolve(SearchStateFile.NAME + ".new"), new byte[] {0, 0, 0, 1, 7});
    assertThat(resumed(journal).replayed).isLessThan(101);
  }

  @Test
  void resume_withoutAState_replaysAShortRunWithoutAWord() throws IOException {
    Files.delete(folder.resolve(SearchStateFile.NAME));
    Session session = resumed(journal);
    assertThat(session.replayed).isEqualTo(FIRST);
    assertThat(session.notes).isEmpty();
  }

  @Test
  void resume_whenTheJournalSaysOtherwise_replays() {
    List<Candidate> changed =
        journal.stream().map(one -> one.number() == 100 ? faster(one) : one).toList();
    var session = new Session(changed);
    session.run(FIRST, SETTINGS);
    assertThat(session.replayed).isGreaterThanOrEqualTo(100);
    assertThat(session.notes).singleElement().asString().contains("the journal says otherwise");
  }

  private static Candidate faster(Candidate one) {
    return new Candidate(
        one.run(),
        one.proposal(),
        1,
        Optional.of(Examples.evaluation(Examples.measured(1, 1), 0.5)));
  }

  @Test
  void resume_whenTheJournalLacksACandidate_replays() {
    var session = new Session(journal.stream().filter(one -> one.number() != 17).toList());
    session.run(FIRST, SETTINGS);
    assertThat(session.notes).singleElement().asString().contains("lacks candidate 17");
  }

  @Test
  void resume_ofASearchWithAnotherSeed_replays() {
    var session = new Session(journal);
    session.run(FIRST, SETTINGS.withSeed(43));
    assertThat(session.notes).singleElement().asString().contains("with other settings");
  }

  /** At whatever evaluation the process was killed, the state of the last interval is there. */
  @ParameterizedTest
  @ValueSource(ints = {249, 251, 270, 299, 320, 369})
  void resume_ofARunKilledAnywhere_goesOnAlike(int evaluations) {
    List<Candidate> killed = whole.subList(0, evaluations);
    assertThat(resumed(killed).notes)
        .allMatch(note -> note.contains("lacks candidate") && evaluations < FIRST);
  }

  private static byte[] sealed(byte... bytes) {
    try {
      int length = bytes.length - 32;
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Arrays.copyOf(bytes, length));
      return ByteBuffer.allocate(bytes.length).put(bytes, 0, length).put(digest).array();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
