package dev.evokernel.kernel.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Kernel;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class KeyRuleTest {

  private static final JsonNode SCHEMA =
      new JsonMapper().readTree(ShippedText.of(Kernel.class, "kernel.schema.json"));

  /** A misspelt key would make a rule that never applies, or one that refuses every file. */
  @Test
  void rules_ofTheKernelSchema_nameKeysOfTheirMapping() {
    List<JsonNode> owners = SCHEMA.findParents("x-rules");
    assertThat(owners).hasSizeGreaterThan(8);
    for (JsonNode owner : owners) {
      Set<String> known = new HashSet<>(owner.path("properties").propertyNames());
      if (known.isEmpty()) { // The rules of a section with the keys beside it.
        known.addAll(SCHEMA.path("properties").propertyNames());
        known.addAll(List.of("backend", "unsettled"));
      }
      for (JsonNode rule : owner.path("x-rules")) {
        assertThat(known).as(rule.toString()).containsAll(keys(rule));
        assertThat(rule.path("advice").asString("")).as(rule.toString()).isNotEmpty();
      }
    }
  }

  private static List<String> keys(JsonNode rule) {
    return Stream.of("if", "no", "needs", "one", "key", "value")
        .flatMap(part -> Stream.of(rule.path(part).asString("").split("[ |]")))
        .map(word -> word.replaceFirst("^!", "").replaceFirst("[=:].*", ""))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  @Test
  void apply_ofAlternativesAndTypes_reportsWhatIsWrongAtItsKey() {
    assertThat(
            broken("{a: 1, b: x}", "{\"if\": \"a:string|b=x\", \"no\": \"a\", \"what\": \"it\"}"))
        .containsExactly("2 it has no 'a'");
    assertThat(broken("{a: 1}", "{\"if\": \"a:string|b=x\", \"no\": \"a\", \"what\": \"it\"}"))
        .isEmpty();
    assertThat(broken("{a: 1}", "{\"needs\": \"a b\"}"))
        .containsExactly("1 the key 'b' is missing");
    assertThat(
            broken(
                "{a: 1, c: 2}",
                "{\"one\": \"a c\", \"several\": \"{these} of {keys} ({a:line})\"}"))
        .containsExactly("1 a and c of a', 'c (1)");
  }

  private static List<String> broken(String yaml, String rule) {
    var problems = new ArrayList<String>();
    new KeyRule(new JsonMapper().readTree(rule))
        .apply(
            YamlDocument.of(Path.of("x.yaml"), yaml).root(),
            (at, message, _) -> problems.add(at.column() + " " + message));
    return problems;
  }
}
