package dev.evokernel.seeding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.search.Prior;
import dev.evokernel.search.Prior.Timed;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.Spaces;
import dev.evokernel.surrogate.RelatedOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PriorFileTest {

  private static final List<Shape> SHAPES =
      List.of(new Shape("small", Map.of("M", 64L)), new Shape("large", Map.of("M", 4096L)));

  private final List<Parameter> parameters =
      List.of(Spaces.range("A", 1, 9), Spaces.range("B", 1, 9));

  @TempDir private Path folder;

  private static Configuration configuration(long a, long b) {
    var values = new LinkedHashMap<String, Value>();
    values.put("A", Value.of(a));
    values.put("B", Value.of(b));
    return new Configuration(values);
  }

  private static Configuration withC() {
    var values = new LinkedHashMap<>(configuration(1, 1).values());
    values.put("C", Value.of(2L));
    return new Configuration(values);
  }

  private static Prior prior(int count) {
    return new Prior(
        "run one on NVIDIA A100",
        SHAPES,
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    new Timed(
                        configuration(1 + i / 9, 1 + i % 9),
                        i % 7 == 6 ? Double.NaN : 100 + i,
                        9000 - i))
            .toList());
  }

  @Test
  void read_whatWasWritten_isThat() throws IOException {
    Path file = folder.resolve("prior.json");
    Files.writeString(file, new PriorFile("gemm", "cuda", List.of(prior(20))).text());

    PriorFile read = PriorFile.read(file);

    assertThat(read.kernel()).isEqualTo("gemm");
    Prior only = read.priors().getFirst();
    assertThat(only.shapes()).isEqualTo(SHAPES);
    assertThat(only.timed()).hasSize(20);
    assertThat(only.timed().get(3).configuration()).isEqualTo(configuration(1, 4));
    assertThat(only.timed().get(6).times()).containsExactly(Double.NaN, 8994);
  }

  @Test
  void text_ofWhatWasRead_isTheSame() throws IOException {
    var precise =
        new Prior(
            "run one on NVIDIA A100",
            List.of(),
            List.of(new Timed(configuration(1, 1), 123.456789), new Timed(configuration(1, 2), 7)));
    String text = new PriorFile("gemm", "cuda", List.of(precise)).text();
    Path file = Files.writeString(folder.resolve("prior.json"), text);
    assertThat(PriorFile.read(file).text()).isEqualTo(text).contains("123.46");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"schema\": 2, \"priors\": []} | 'schema' is 2, but this evo reads 1",
        "{\"schema\": 1, \"priors\": [{\"source\": \"x\", \"shapes\": [], \"sizes\": [], \"parameters\": [\"A\"],"
            + " \"timed\": [[1]]}]} | a row of 'x' has 1 numbers instead of 2: [1]",
        "{\"schema\": 1, \"pri | line 1, column",
        "[1, 2] | line 1, column 1"
      })
  void read_damaged_isOneMessageWithAWayOut(String text, String said) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.json"), text);
    assertThatThrownBy(() -> PriorFile.read(file))
        .isInstanceOf(UnusableSuggestionsException.class)
        .hasMessageContaining("bad.json is no prior: ")
        .hasMessageContaining(said)
        .hasMessageContaining("evo export RUN --as prior");
  }

  @Test
  void reducedTo_more_keepsTheBetterHalfAndASampleOfTheRest() {
    Prior reduced = prior(60).reducedTo(20);
    assertThat(reduced.timed()).hasSize(20);
    assertThat(reduced.timed().getFirst().configuration()).isEqualTo(configuration(1, 1));
    assertThat(reduced.timed()).doesNotHaveDuplicates();
  }

  @Test
  void related_searchByShape_isOfTheNearestShapeWhereItWasTimed() {
    SearchSpace space = Spaces.space(parameters);
    var outputs =
        new RelatedOutputs(space, configuration(1, 1), List.of(prior(60)), 1)
            .of(
                List.of(
                    List.of(new Shape("tiny", Map.of("M", 32L))),
                    List.of(new Shape("huge", Map.of("M", 8192L))),
                    List.of(new Shape("other", Map.of("N", 8192L)))));
    assertThat(outputs.get(0)).hasSize(1);
    assertThat(first(outputs.get(0).getFirst())).containsExactly(0, 0);
    assertThat(outputs.get(0).getFirst().bestFirst()).hasSize(52);
    assertThat(first(outputs.get(1).getFirst())).containsExactly(6, 5);
    assertThat(outputs.get(1).getFirst().bestFirst()).hasSize(60);
    assertThat(outputs.get(2)).isEmpty();
  }

  private static int[] first(RelatedOutput output) {
    return output.bestFirst().getFirst();
  }

  @Test
  void related_searchOverAllShapes_isOfWhatWasTimedOnAll() {
    var outputs =
        new RelatedOutputs(Spaces.space(parameters), configuration(1, 1), List.of(prior(60)), 1)
            .of(List.of(SHAPES));
    assertThat(outputs.getFirst().getFirst().bestFirst()).hasSize(52);
  }

  @Test
  void notes_priorOfALargerSpace_sayHowMuchOfItExists() {
    var outputs =
        new RelatedOutputs(
            Spaces.space(List.of(Spaces.range("A", 1, 3), Spaces.range("B", 1, 9))),
            configuration(1, 1),
            List.of(prior(60)),
            1);
    assertThat(outputs.notes())
        .containsExactly(
            "note: of the 60 configurations known from run one on NVIDIA A100, 27 exist in this"
                + " space");
    assertThat(outputs.of(List.of(SHAPES)).getFirst().getFirst().bestFirst()).hasSize(24);
  }

  @Test
  void related_parameterThatThePriorLacks_isTheDefaults() {
    var outputs =
        new RelatedOutputs(
                Spaces.space(
                    List.of(
                        Spaces.range("A", 1, 9), Spaces.range("B", 1, 9), Spaces.range("C", 1, 3))),
                withC(),
                List.of(prior(60)),
                1)
            .of(List.of(SHAPES));
    assertThat(first(outputs.getFirst().getFirst())).containsExactly(0, 0, 1);
  }
}
