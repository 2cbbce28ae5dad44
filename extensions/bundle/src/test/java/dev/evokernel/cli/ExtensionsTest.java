package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.config.JobFile;
import dev.evokernel.config.JobReader;
import dev.evokernel.config.SectionReader;
import dev.evokernel.imports.Importer;
import dev.evokernel.imports.KernelTunerImporter;
import dev.evokernel.imports.T1Importer;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.text.AtomicFile;
import dev.evokernel.tuning.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The contract of each interface that core finds extensions by, for every implementation. */
final class ExtensionsTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static CommandLine sub(CommandLine parent, String name) {
    return Objects.requireNonNull(parent.getSubcommands().get(name), name);
  }

  static List<Class<? extends ExtensionCommand>> commands() {
    return ExtensionCommand.all();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_standsUnderItsNameAndExplainsItself(Class<? extends ExtensionCommand> extension) {
    String above = ExtensionCommand.parent(extension);
    CommandLine parent = above.isEmpty() ? Evo.commandLine() : sub(Evo.commandLine(), above);
    CommandLine command = sub(parent, ExtensionCommand.name(extension));
    assertThat(command.getCommandSpec().userObject()).isInstanceOf(extension);
    assertThat(command.getUsageMessage()).contains("--help").contains("Usage: ");
    assertThat(command.getCommandSpec().usageMessage().description()).isNotEmpty();
  }

  static List<ExtensionOptions> options() {
    var all = new ArrayList<ExtensionOptions>();
    ServiceLoader.load(ExtensionOptions.class).forEach(all::add);
    return all;
  }

  /** Added options are part of the usage, each with a description. */
  @ParameterizedTest
  @MethodSource("options")
  void options_arePartOfTheirCommand(ExtensionOptions added) {
    CommandLine command = sub(Evo.commandLine(added.command()), added.command());
    CommandSpec own = CommandSpec.forAnnotatedObject(added);
    assertThat(own.options()).isNotEmpty();
    own.options()
        .forEach(
            option -> {
              assertThat(option.description()).as(option.longestName()).isNotEmpty();
              assertThat(command.getCommandSpec().optionsMap()).containsKey(option.longestName());
            });
  }

  /** Without its options a command does what it does without the extension. */
  @ParameterizedTest
  @MethodSource("options")
  void options_thatAreNotGiven_changeNothing(ExtensionOptions added) {
    CommandSpec command = sub(Evo.commandLine(added.command()), added.command()).getCommandSpec();
    var job = JobReader.defaults(Path.of("../kernels/gemm/kernel.yaml"));
    assertThat(added.applyTo(job)).isSameAs(job);
    assertThat(added.call(command)).isEmpty();
  }

  static List<SectionReader> sections() {
    return SectionReader.all();
  }

  @ParameterizedTest
  @MethodSource("sections")
  void section_hasASchemaWithADescriptionAndAnExample(SectionReader reader) {
    JsonNode schema = JSON.readTree(JobFile.schema()).path("properties").path(reader.key());
    assertThat(schema.path("description").asString("")).isNotEmpty();
    assertThat(schema.path("examples").isEmpty()).isFalse();
    JsonNode keys = schema.has("items") ? schema.path("items") : schema; // A list of sections.
    assertThat(keys.path("additionalProperties").asBoolean(true)).isFalse();
  }

  /** A job that is written and read again has an equal section. */
  @ParameterizedTest
  @MethodSource("sections")
  void section_ofEachExample_survivesTheTextOfAJob(SectionReader reader, @TempDir Path folder)
      throws IOException {
    JsonNode schema = JSON.readTree(reader.schema());
    for (JsonNode example : schema.path("examples")) {
      Path file = folder.resolve("evo.yaml");
      Files.writeString(file, "kernel: kernels/gemm\n" + reader.key() + ": " + example + "\n");
      var job = JobReader.read(file);
      assertThat(job.subject().sections()).hasSize(1);
      Path again = folder.resolve("again.yaml");
      job.write(job.kernel(), job.results(), again);
      assertThat(JobReader.read(again).subject().sections()).isEqualTo(job.subject().sections());
    }
  }

  static List<ResultFormat> formats() {
    return ResultFormat.all();
  }

  /** A format writes files with content, and equal files for the same run. */
  @ParameterizedTest
  @MethodSource("formats")
  void format_ofARun_isRepeatable(ResultFormat format) throws IOException {
    assertThat(format.name()).matches("[a-z][a-z0-9-]*");
    assertThat(formats()).extracting(ResultFormat::name).doesNotHaveDuplicates();
    Map<String, AtomicFile.Content> files;
    try {
      files = format.files(ExampleRun.history());
    } catch (BadInputException e) { // Formats of one program ask for its names of parameters.
      assertThat(e).hasMessageStartingWith("--as " + format.name());
      return;
    }
    assertThat(files).isNotEmpty();
    for (String name : files.keySet()) {
      assertThat(Path.of(name).getNameCount()).as(name).isEqualTo(1);
      assertThat(text(format, name)).isNotEmpty().isEqualTo(text(format, name));
    }
  }

  private static String text(ResultFormat format, String file) throws IOException {
    var out = new StringWriter();
    Objects.requireNonNull(format.files(ExampleRun.history()).get(file)).to(out);
    return out.toString();
  }

  static List<Importer> importers() {
    return Importer.all();
  }

  /** An importer leaves files of no tool to others, and never fails to say so. */
  @ParameterizedTest
  @MethodSource("importers")
  void importer_readsNeitherAMissingNorAnUnknownFile(Importer importer, @TempDir Path folder)
      throws IOException {
    assertThat(importer.input()).matches("an? .+");
    assertThat(importer.reads(folder.resolve("missing"))).isFalse();
    assertThat(importer.reads(Files.writeString(folder.resolve("text"), "any text"))).isFalse();
  }

  @Test
  void importer_ofEachToolsFile_isFound() {
    Path files = Path.of("../extensions/imports/src/test/resources/imports");
    assertThat(Importer.of(files.resolve("smooth.json"))).isInstanceOf(T1Importer.class);
    assertThat(Importer.of(files.resolve("scaled.py"))).isInstanceOf(KernelTunerImporter.class);
    assertThatThrownBy(() -> Importer.of(files.resolve("smooth.c")))
        .hasMessageContainingAll("not a file that evo imports", "a T1 file", "Kernel Tuner");
  }

  @Test
  void everyInterface_hasAnImplementation() {
    assertThat(commands()).isNotEmpty();
    assertThat(options()).hasSizeGreaterThan(2);
    assertThat(sections()).isNotEmpty();
    assertThat(formats()).isNotEmpty();
    assertThat(importers()).hasSizeGreaterThan(1);
  }
}
