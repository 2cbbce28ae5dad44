package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobFile;
import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.text.YamlText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What README.md and the pages below docs/ show is what evo understands, and where they lead. */
final class PagesTest {

  private static final int WIDTH = 120;
  private static final Pattern INCLUDE = Pattern.compile("<include>([^<:]+)</include>");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z0-9_.]+)` \\| ([^|]*?) ?\\|");

  @TempDir Path folder;

  static List<Page> pages() {
    return Page.all();
  }

  @Test
  void pages_areThere() {
    assertThat(pages())
        .extracting(Page::toString)
        .contains("README.md", "docs/commands.md", "docs/decisions/README.md");
    assertThat(pages().stream().flatMap(Page::evoLines)).hasSizeGreaterThan(50);
    assertThat(pages().stream().flatMap(page -> page.links().stream())).hasSizeGreaterThan(50);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void evo_asAPageWritesIt_isUnderstood(Page page) {
    assertThat(page.evoLines())
        .allSatisfy(
            line -> {
              var words = Page.words(line.replace("COMMAND", "run")).toArray(String[]::new);
              assertThatCode(() -> Evo.commandLine().parseArgs(words))
                  .as(line)
                  .doesNotThrowAnyException();
            });
  }

  @ParameterizedTest
  @MethodSource("pages")
  void links_ofAPage_leadSomewhere(Page page) {
    assertThat(page.links()).allMatch(page::reaches);
  }

  @Test
  void links_ofTheReadme_leadSomewhereInTheBundleToo() throws IOException {
    List<PathMatcher> shipped =
        INCLUDE
            .matcher(Files.readString(Path.of("../extensions/bundle/src/assembly/bundle.xml")))
            .results()
            .map(match -> FileSystems.getDefault().getPathMatcher("glob:" + match.group(1)))
            .toList();
    assertThat(Page.of("README.md").links())
        .map(link -> Path.of(link.replaceFirst("#.*", "")))
        .map(path -> Files.isDirectory(Page.ROOT.resolve(path)) ? path.resolve("README.md") : path)
        .allMatch(path -> shipped.stream().anyMatch(files -> files.matches(path)));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void prose_ofAPage_fitsTheWidth(Page page) {
    assertThat(page.prose()).allMatch(line -> line.codePointCount(0, line.length()) <= WIDTH);
  }

  @Test
  void evoYaml_asItsPageShowsIt_isAJobOfItsKernel() throws IOException {
    String block = Page.of("docs/evo-yaml.md").blocks("yaml").getFirst();
    String kernels = Page.ROOT.resolve("kernels").toRealPath().toString();
    Path file =
        Files.writeString(
            folder.resolve("evo.yaml"), block.replace("kernel: kernels", "kernel: " + kernels));
    Job job = JobReader.read(file);
    Job.OnKernel resolved = job.on(KernelFile.at(job.kernel()).read("cpu"));
    assertThat(resolved.shapes()).extracting(Shape::name).containsExactly("full", "ragged");
    assertThat(resolved.initial()).hasSize(1);
  }

  /** Each key of the schema has a row, and a row says the schema's default. */
  @Test
  void evoYaml_onItsPage_hasTheKeysOfTheSchema() {
    var rows = new TreeMap<String, String>();
    ROW.matcher(Page.of("docs/evo-yaml.md").text())
        .results()
        .forEach(row -> rows.put(row.group(1), row.group(2).replace("`", "")));
    var keys = new TreeSet<String>();
    var json = new JsonMapper();
    JsonNode sections = json.readTree(JobFile.schema()).path("properties");
    sections.forEachEntry(
        (section, listed) -> {
          JsonNode rule =
              listed.at("/items/properties").isMissingNode() ? listed : listed.get("items");
          if (rule.path("properties").isMissingNode()) {
            keys.add(section);
          }
          rule.path("properties")
              .forEachEntry(
                  (key, of) -> {
                    keys.add(section + "." + key);
                    if (of.path("default").isValueNode()) {
                      Object value = json.treeToValue(of.path("default"), Object.class);
                      String text = YamlText.of(value).replace("\"", "");
                      assertThat(rows).containsEntry(section + "." + key, text);
                    }
                  });
        });
    assertThat(rows.keySet()).isEqualTo(keys);
  }

  @Test
  void kernelYaml_asTheFirstKernelShowsIt_isAKernel() throws IOException {
    Page page = Page.of("docs/first-kernel.md");
    List<String> sources = page.blocks("c");
    Files.writeString(folder.resolve("conv1d.c"), sources.get(0));
    Files.writeString(folder.resolve("reference.c"), sources.get(1));
    Files.writeString(folder.resolve("kernel.yaml"), page.blocks("yaml").getFirst());
    Kernel kernel = KernelFile.at(folder).read("cpu");
    assertThat(kernel.source().entry()).isEqualTo("conv1d");
    assertThat(kernel.shapes()).hasSize(2);
  }
}
