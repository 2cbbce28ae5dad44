package dev.evokernel.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.replay.Recorded.Cost;
import dev.evokernel.replay.Recorded.Reading.Failed;
import dev.evokernel.replay.Recorded.Reading.Timed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RecordingReaderTest {

  private static final String CACHE =
      """
      {"device_name": "A GPU", "kernel_name": "saxpy", "problem_size": [4096, 1],
       "tune_params_keys": ["BLOCK", "MODE", "FACTOR"],
       "tune_params": {"BLOCK": [64, 32, 128], "MODE": ["b", "a"], "FACTOR": [0.5, 1]},
       "cache": {
        "64,b,0.5": {"BLOCK": 64, "MODE": "b", "FACTOR": 0.5, "time": 2.5, "times": [2.4, 2.6],
          "compile_time": 100, "verification_time": 20, "benchmark_time": 30.5, "strategy_time": 1,
          "framework_time": 4, "GFLOP/s": 3},
        "32,a,1": {"BLOCK": 32, "MODE": "a", "FACTOR": 1, "time": "RuntimeFailedConfig",
          "times": [1.5], "compile_time": 50, "verification_time": null, "benchmark_time": 0}
       }}
      """;

  private static final String T4 =
      """
      {"metadata": {"timeunit": "milliseconds", "device": "A GPU"},
       "results": [
        {"configuration": {"BLOCK": 64},
         "times": {"compilation": 100, "validation": 20, "framework": 4, "search_algorithm": 1,
                   "runtimes": [2.4, 2.6]},
         "invalidity": "correct", "measurements": [{"name": "time", "value": 2.5}]},
        {"configuration": {"BLOCK": 32}, "times": {"compilation_time": 50, "benchmark": 7},
         "invalidity": "runtime", "measurements": [{"name": "time", "value": "illegal-access"}]}
       ]}
      """;

  @TempDir private Path folder;

  @Test
  void read_cacheFile_hasItsParametersTimesCostsAndFailures() throws IOException {
    RecordedResults recording = RecordingReader.read(file("cache.json", CACHE));
    assertThat(recording.kernel()).isEqualTo("saxpy");
    assertThat(recording.device()).isEqualTo("A GPU");
    assertThat(recording.problem()).containsExactly(4096L, 1L);
    assertThat(recording.parameters().get(0).values()).containsExactly(Value.of(32), Value.of(64));
    assertThat(recording.parameters().get(1).values())
        .containsExactly(Value.of("b"), Value.of("a"));
    assertThat(recording.parameters().get(2).values())
        .containsExactly(Value.of(0.5), Value.of(1.0));
    Recorded worked = recording.entries().getFirst();
    assertThat(worked.configuration()).hasToString("BLOCK=64 MODE=b FACTOR=0.5");
    assertThat(((Timed) worked.reading()).millis()).isEqualTo(2.5);
    assertThat(((Timed) worked.reading()).samples().nanos()).containsExactly(2.4e6, 2.6e6);
    assertThat(worked.cost()).isEqualTo(new Cost(100, 20, 30.5, 5));
    assertThat(worked.cost().seconds()).isEqualTo(0.1555);
    Recorded failed = recording.entries().getLast();
    assertThat(failed.reading())
        .isEqualTo(new Failed(Rejection.LAUNCH_FAILURE, "recorded as RuntimeFailedConfig"));
    assertThat(failed.cost()).isEqualTo(new Cost(50, 0, 0, 0));
    assertThat(recording.space().size()).isEqualTo(2);
  }

  @Test
  void read_t4File_hasTheSame() throws IOException {
    RecordedResults recording = RecordingReader.read(file("saxpy-A_T4.json", T4));
    assertThat(recording.kernel()).isEqualTo("saxpy-A_T4");
    assertThat(recording.device()).isEqualTo("A GPU");
    Recorded worked = recording.entries().getFirst();
    assertThat(worked.millis()).hasValue(2.5);
    assertThat(worked.cost()).isEqualTo(new Cost(100, 20, 5, 5));
    Recorded failed = recording.entries().getLast();
    assertThat(failed.reading())
        .isEqualTo(new Failed(Rejection.ILLEGAL_ACCESS, "recorded as runtime"));
    assertThat(failed.cost()).isEqualTo(new Cost(50, 0, 7, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "seconds, '', 2500, 5000",
    "ms, '', 2.5, 5",
    "microseconds, '', 0.0025, 0.005",
    "µs, '', 0.0025, 0.005",
    "nanoseconds, '', 2.5e-6, 5e-6",
    "'', us, 0.0025, 5",
    "microseconds, ms, 2.5, 0.005",
  })
  void read_t4FileInAnotherUnit_isInMilliseconds(
      String fileUnit, String unit, double millis, double benchmark) throws IOException {
    RecordedResults recording =
        RecordingReader.read(
            file(
                "t4.json",
                T4.replace("milliseconds", fileUnit)
                    .replace("\"value\": 2.5", "\"unit\": \"" + unit + "\", \"value\": 2.5")));
    Recorded worked = recording.entries().getFirst();
    assertThat(worked.millis().orElseThrow()).isCloseTo(millis, within(1e-12));
    assertThat(worked.cost().benchmark()).isCloseTo(benchmark, within(1e-12));
    if (unit.isEmpty()) {
      assertThat(((Timed) worked.reading()).samples().nanos())
          .usingComparatorWithPrecision(1e-6)
          .containsExactly(2.4e6 * millis / 2.5, 2.6e6 * millis / 2.5);
    }
  }

  @Test
  void read_fileOfKtt_hasItsUnitDeviceParametersAndFailures() throws IOException {
    RecordedResults recording =
        RecordingReader.read(
            file(
                "sum.ktt.json",
                """
                {"Metadata": {"Device": "A GPU", "TimeUnit": "Microseconds"},
                 "Results": [
                  {"KernelName": "sum", "Status": "Ok", "TotalDuration": 62.5, "TotalOverhead": 500,
                   "Configuration": [{"Name": "TILE", "Value": 16, "ValueType": "UnsignedInt"}],
                   "ComputationResults": [{"KernelFunction": "sum", "Duration": 62.5}]},
                  {"KernelName": "sum", "Status": "ValidationFailed", "TotalDuration": 0.0,
                   "Configuration": [{"Name": "TILE", "Value": 32, "ValueType": "UnsignedInt"}],
                   "ComputationResults": []}
                 ], "UserData": {}}
                """));
    assertThat(recording.device()).isEqualTo("A GPU");
    assertThat(recording.parameters().getFirst().values())
        .containsExactly(Value.of(16), Value.of(32));
    assertThat(recording.entries().getFirst().millis()).hasValue(0.0625);
    assertThat(recording.entries().getFirst().cost()).isEqualTo(new Cost(0, 0, 0.0625, 0.5));
    assertThat(recording.entries().getLast().reading())
        .isEqualTo(new Failed(Rejection.WRONG_RESULT, "recorded as correctness"));
  }

  @Test
  void read_unitBehindTheResults_counts() throws IOException {
    String first = "\"metadata\": {\"timeunit\": \"milliseconds\", \"device\": \"A GPU\"},";
    String behind =
        T4.replace(first, "")
            .replaceFirst("]}\\s*$", "], \"metadata\": {\"timeunit\": \"microseconds\"}}");
    assertThat(RecordingReader.read(file("t4.json", behind)).entries().getFirst().millis())
        .hasValue(0.0025);
  }

  @Test
  void read_numbersAsText_areNumbers() throws IOException {
    RecordedResults recording =
        RecordingReader.read(
            file(
                "t4.json",
                T4.replace("\"BLOCK\": 64", "\"BLOCK\": \"64\"")
                    .replace("\"BLOCK\": 32", "\"BLOCK\": \"32\"")
                    .replace("\"value\": 2.5", "\"value\": \"2.5\"")));
    assertThat(recording.parameters().getFirst().values())
        .containsExactly(Value.of(32), Value.of(64));
    assertThat(recording.entries().getFirst().millis()).hasValue(2.5);
    RecordedResults words =
        RecordingReader.read(file("words.json", T4.replace("\"BLOCK\": 64", "\"BLOCK\": \"x\"")));
    assertThat(words.parameters().getFirst().values()).contains(Value.of("x"), Value.of("32"));
  }

  @Test
  void read_objectiveThatIsATime_isTheTime() throws IOException {
    String named =
        T4.replace(
            "\"measurements\": [{\"name\": \"time\", \"value\": 2.5}]",
            "\"objectives\": [\"GFLOP/s\", \"kernel\"], \"measurements\": [{\"name\": \"GFLOP/s\","
                + " \"value\": 7}, {\"name\": \"kernel\", \"value\": 2500, \"unit\": \"us\"}]");
    assertThat(RecordingReader.read(file("t4.json", named)).entries().getFirst().millis())
        .hasValue(2.5);
    refuses(
        file("t4.json", named.replace("\"us\"", "\"GB/s\"")),
        "'measurements' has no time, only 'GFLOP/s', 'kernel'",
        "name the one that is a time under 'objectives'");
    refuses(
        file("t4.json", T4.replace("milliseconds", "ticks")),
        "'timeunit' is 'ticks', not a unit of time",
        "microseconds (us)");
  }

  @Test
  void read_packedFile_isTheSame() throws IOException {
    Path packed = folder.resolve("packed");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(CACHE.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(RecordingReader.read(packed).entries())
        .isEqualTo(RecordingReader.read(file("plain", CACHE)).entries());
  }

  @ParameterizedTest
  @CsvSource({
    "'\"CompilationFailedConfig\"', COMPILE_ERROR",
    "'\"RuntimeFailedConfig\"', LAUNCH_FAILURE",
    "'\"InvalidConfig\"', CONSTRAINT",
    "'\"timeout\"', TIMEOUT",
    "1e20, LAUNCH_FAILURE",
    "NaN, LAUNCH_FAILURE",
    "null, LAUNCH_FAILURE"
  })
  void read_whatStandsInPlaceOfATime_isAReason(String time, Rejection reason) throws IOException {
    RecordedResults recording =
        RecordingReader.read(file("cache.json", CACHE.replace("\"RuntimeFailedConfig\"", time)));
    assertThat(recording.entries().getLast().reading())
        .isInstanceOfSatisfying(Failed.class, it -> assertThat(it.reason()).isEqualTo(reason));
  }

  @Test
  void read_configurationTwice_countsTheLast() throws IOException {
    RecordedResults recording =
        RecordingReader.read(file("t4.json", T4.replace("\"BLOCK\": 32", "\"BLOCK\": 64.0")));
    assertThat(recording.entries()).hasSize(1);
    assertThat(recording.entries().getFirst().millis()).isEmpty();
  }

  @Test
  void read_rawTimesOfSeveralShapes_areNoSamplesOfTheTime() throws IOException {
    String shapes =
        T4.replace(
            "\"value\": 2.5}",
            "\"value\": 2.5}, {\"name\": \"p50:a\", \"value\": 2}, {\"name\": \"p50:b\", \"value\":"
                + " 3}");
    RecordedResults recording = RecordingReader.read(file("t4.json", shapes));
    assertThat(recording.entries().getFirst().reading())
        .isInstanceOfSatisfying(
            Timed.class, it -> assertThat(it.samples().nanos()).containsExactly(2.5e6));
  }

  @Test
  void read_cutOff_saysAfterWhichEntryAndWhatToDo() throws IOException {
    String open = CACHE.substring(0, CACHE.lastIndexOf("\"32,a,1\""));
    refuses(
        file("open.json", open), "open.json", "the file is truncated", "entry '64,b,0.5'", "}}");
    byte[] packed = Files.readAllBytes(packed(CACHE));
    Path cut = folder.resolve("cut.json.gz");
    Files.write(cut, Arrays.copyOf(packed, packed.length / 2));
    refuses(cut, "cut.json.gz", "the file is truncated");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"MODE\": \"a\", | \"X\": 1, | entry '32,a,1' | the parameter 'MODE' is missing",
        "\"MODE\": \"a\" | \"MODE\": [1] | entry '32,a,1' | the parameter 'MODE' is not a value:"
            + " [1]",
        "\"time\": 2.5, | \"X\": 2, | entry '64,b,0.5' | 'time' is missing",
        "\"time\": 2.5, | \"time\": -2, | entry '64,b,0.5' | 'time' must be > 0, was -2.0",
        "\"tune_params_keys\" | \"other\" | cache.json | 'tune_params_keys' is missing",
        "\"cache\" | \"ConfigurationSpace\" | T1 file | without measurements",
        "\"cache\" | \"else\" | neither entries under 'cache' | nor under 'results'",
        "\"compile_time\": 50 | \"compile_time\": x | not JSON | after entry '64,b,0.5'",
      })
  void read_badEntry_namesFileEntryAndKey(String good, String bad, String first, String second)
      throws IOException {
    Path file = file("cache.json", CACHE.replace(good, bad));
    refuses(file, "cache.json", first, second);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"BLOCK\": 64 | \"BLOCK\": NaN | entry '64,b,0.5' | 'BLOCK' is not a value: NaN",
        "\"BLOCK\": 64 | \"BLOCK\": 1e400 | entry '64,b,0.5' | 'BLOCK' is not a value: Infinity",
        "\"BLOCK\": 64 | \"BLOCK\": 64, \"BLOCK\": 64 | not JSON | duplicate name 'BLOCK'",
        "\"compile_time\": 50 | \"compile_time\": -3 | entry '32,a,1' | 'compile_time' must be"
            + " finite and ≥ 0, was -3.0",
        "\"compile_time\": 50 | \"compile_time\": NaN | entry '32,a,1' | 'compile_time' must be"
            + " finite and ≥ 0, was NaN",
        "[2.4 | [NaN | 'times' must be finite and ≥ 0, was NaN | remove it",
        "[\"BLOCK\" | [\"BLOCK\", \"BLOCK\" | 'tune_params_keys' lists a parameter twice | BLOCK,"
            + " BLOCK",
      })
  void read_valueThatCannotBe_namesEntryAndKey(String good, String bad, String first, String second)
      throws IOException {
    assertThat(CACHE).contains(good);
    refuses(file("cache.json", CACHE.replace(good, bad)), "cache.json", first, second);
  }

  @Test
  void read_somethingBehindTheEnd_saysSo() throws IOException {
    refuses(file("two.json", CACHE + CACHE), "something follows the end of the recording");
    refuses(file("more.json", CACHE + "}"), "something follows the end of the recording");
    assertThat(RecordingReader.read(file("blank.json", CACHE + " \n\n")).entries()).isNotEmpty();
  }

  @Test
  void read_packedWithAWrongChecksum_saysThatItWasDamaged() throws IOException {
    Path file = packed(CACHE);
    byte[] bytes = Files.readAllBytes(file);
    int checksum = bytes.length - 8; // Four bytes, and four of the length behind them.
    bytes[checksum] = (byte) (bytes[checksum] ^ 1);
    Files.write(file, bytes);
    refuses(file, "whole.json.gz", "the packed file is damaged", "Download it again");
  }

  @Test
  void read_terminalCommandsInNames_areTakenOut() throws IOException {
    Path file = file("cache.json", CACHE.replace("\"a\"", "\"a\\u001b[2J\""));
    assertThat(RecordingReader.read(file).parameters().toString()).doesNotContain("\u001b", "[2J");
  }

  @Test
  void read_t4WithoutItsParts_namesTheResult() throws IOException {
    refuses(
        file("t4.json", T4.replace("\"name\": \"time\", \"value\": 2.5", "\"name\": \"speed\"")),
        "results[0]",
        "'measurements' has no time, only 'speed'");
    refuses(
        file("t4.json", T4.replace("\"times\"", "\"timing\"")), "results[0]", "'times' is missing");
    refuses(file("t4.json", "{\"results\": [5]}"), "results[0] is not an object");
  }

  @Test
  void read_noFileOrNoJson_saysSo() throws IOException {
    refuses(folder.resolve("none.json"), "none.json", "no such file");
    refuses(folder, "cannot be read");
    refuses(file("text.json", "hello"), "not JSON");
    refuses(file("empty.json", ""), "neither entries");
    refuses(file("list.json", "[1]"), "neither entries");
  }

  private void refuses(Path file, String... parts) {
    assertThatThrownBy(() -> RecordingReader.read(file))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContainingAll(List.of(parts).toArray(CharSequence[]::new));
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private Path packed(String content) throws IOException {
    Path packed = folder.resolve("whole.json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return packed;
  }
}
