package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The manifests of {@code examples/fleet/kubernetes} fit each other, and the commands exist. */
final class FleetExamplesTest {

  private static final Path FOLDER = Page.ROOT.resolve("examples/fleet");
  private static final List<JsonNode> OBJECTS = new ArrayList<>();

  @BeforeAll
  static void read() throws IOException {
    var yaml = YAMLMapper.builder().build();
    try (Stream<Path> files = Files.list(FOLDER.resolve("kubernetes"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".yaml")).toList()) {
        try (MappingIterator<JsonNode> documents =
            yaml.readerFor(JsonNode.class).readValues(Files.readString(file))) {
          documents.forEachRemaining(OBJECTS::add);
        }
      }
    }
  }

  private static JsonNode object(String kind, String name) {
    return OBJECTS.stream()
        .filter(one -> one.path("kind").asString("").equals(kind))
        .filter(one -> one.at("/metadata/name").asString("").equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode pod(String kind, String name) {
    return object(kind, name).at("/spec/template");
  }

  @Test
  void selectors_chooseThePodsOfTheFleet() {
    JsonNode coordinator = pod("Job", "evo-coordinator").at("/metadata/labels");
    JsonNode worker = pod("Deployment", "evo-worker").at("/metadata/labels");
    assertThat(object("Service", "evo-coordinator").at("/spec/selector")).isEqualTo(coordinator);
    assertThat(object("Deployment", "evo-worker").at("/spec/selector/matchLabels"))
        .isEqualTo(worker);
    JsonNode policy = object("NetworkPolicy", "evo-coordinator");
    assertThat(policy.at("/spec/podSelector/matchLabels")).isEqualTo(coordinator);
    assertThat(policy.at("/spec/ingress/0/from/0/podSelector/matchLabels")).isEqualTo(worker);
    assertThat(object("NetworkPolicy", "evo-worker").at("/spec/podSelector/matchLabels"))
        .isEqualTo(worker);
  }

  @Test
  void ports_areTheBrokersEverywhere() {
    JsonNode container = pod("Job", "evo-coordinator").at("/spec/containers/0");
    assertThat(container.at("/ports/0/containerPort").asInt()).isEqualTo(9465);
    assertThat(container.at("/args/0").asString()).contains("--fleet 0.0.0.0:9465");
    assertThat(object("Service", "evo-coordinator").at("/spec/ports/0/port").asInt())
        .isEqualTo(9465);
    assertThat(object("Service", "evo-coordinator").at("/spec/ports/0/targetPort").asString())
        .isEqualTo(container.at("/ports/0/name").asString());
    assertThat(
            object("NetworkPolicy", "evo-coordinator").at("/spec/ingress/0/ports/0/port").asInt())
        .isEqualTo(9465);
  }

  @Test
  void mounts_areOfVolumesThatThePodHas() {
    for (JsonNode pod : List.of(pod("Job", "evo-coordinator"), pod("Deployment", "evo-worker"))) {
      assertThat(pod.at("/spec/containers/0/volumeMounts").findValuesAsString("name"))
          .containsExactlyElementsOf(names(pod.at("/spec/volumes")));
    }
    assertThat(pod("Job", "evo-coordinator").findValuesAsString("claimName"))
        .containsExactly(
            object("PersistentVolumeClaim", "evo-results").at("/metadata/name").asString());
  }

  private static List<String> names(JsonNode volumes) {
    var names = new ArrayList<String>();
    volumes.forEach(volume -> names.add(volume.path("name").asString()));
    return names;
  }

  @Test
  void commands_areOnesThatEvoHas() {
    var worker = new ArrayList<String>();
    pod("Deployment", "evo-worker")
        .at("/spec/containers/0/args")
        .forEach(word -> worker.add(word.asString()));
    assertThat(Evo.commandLine().parseArgs(worker.toArray(String[]::new)).hasSubcommand()).isTrue();
    List<String> runs =
        pod("Job", "evo-coordinator")
            .at("/spec/containers/0/args/0")
            .asString()
            .replace("\\\n", " ")
            .lines()
            .filter(line -> line.contains("exec "))
            .map(line -> line.replaceFirst(".*/evo/evo +", "").strip())
            .toList();
    assertThat(runs)
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(Evo.commandLine().parseArgs(line.split(" +", -1)).hasSubcommand())
                    .isTrue());
  }

  @Test
  void slurmScript_isBash() throws IOException, InterruptedException {
    Process bash =
        new ProcessBuilder("bash", "-n", FOLDER.resolve("slurm/evo.sbatch").toString())
            .inheritIO()
            .start();
    assertThat(bash.waitFor()).isZero();
  }
}
