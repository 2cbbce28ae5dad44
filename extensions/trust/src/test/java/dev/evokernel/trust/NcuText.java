package dev.evokernel.trust;

import module java.base;

/** What ncu prints of a launch, with metrics of one's choice. */
record NcuText(Map<String, String> metrics) {

  private static final List<String> LAUNCH =
      List.of(
          "ID",
          "Process ID",
          "Process Name",
          "Host Name",
          "Kernel Name",
          "Context",
          "Stream",
          "Block Size",
          "Grid Size",
          "Device",
          "CC");

  private static final List<String> VALUES =
      List.of(
          "0",
          "4711",
          "java",
          "127.0.0.1",
          "gemm",
          "1",
          "14",
          "(256, 1, 1)",
          "(132, 1, 1)",
          "0",
          "9.0");

  /** A launch that wastes nothing: bound by DRAM, every warp whole, every sector used. */
  static NcuText healthy() {
    var metrics = new LinkedHashMap<String, String>();
    metrics.put(NcuMetrics.TIME, "66,016");
    metrics.put(NcuMetrics.SM, "31.5");
    metrics.put(NcuMetrics.MEMORY, "93.1");
    metrics.put(NcuMetrics.DRAM, "93.1");
    metrics.put(NcuMetrics.L2, "60.2");
    metrics.put(NcuMetrics.L1, "40.7");
    metrics.put(NcuMetrics.TENSOR, "n/a");
    metrics.put(NcuMetrics.SM_ACTIVE, "119,800.5");
    metrics.put(NcuMetrics.SM_ELAPSED, "120,000");
    metrics.put(NcuMetrics.ISSUED, "0.31");
    metrics.put(NcuMetrics.ELIGIBLE, "1.4");
    metrics.put(NcuMetrics.OCCUPANCY, "91.3");
    metrics.put(NcuMetrics.OCCUPANCY_AT_MOST, "100");
    metrics.put(NcuMetrics.WAVES, "8");
    metrics.put(NcuMetrics.GRID, "1,056");
    metrics.put(NcuMetrics.BLOCK, "256");
    metrics.put(NcuMetrics.REGISTERS, "48");
    metrics.put(NcuMetrics.SECTORS, "8,388,608");
    metrics.put(NcuMetrics.LOADED_SECTORS, "4,194,304");
    metrics.put(NcuMetrics.LOAD_REQUESTS, "262,144");
    metrics.put(NcuMetrics.USED_OF_LOADS, "100");
    metrics.put(NcuMetrics.LOCAL_LOADS, "0");
    metrics.put(NcuMetrics.LOCAL_STORES, "0");
    metrics.put(NcuMetrics.DATA_PIPE, "20");
    metrics.put(NcuMetrics.WAVEFRONTS, "2,000,000");
    metrics.put(NcuMetrics.SHARED_WAVEFRONTS, "1,000,000");
    metrics.put(NcuMetrics.CONFLICTS, "0");
    metrics.put(NcuMetrics.THREADS, "32");
    metrics.put(NcuMetrics.UNIFORM, "100");
    metrics.put(NcuMetrics.stall("long_scoreboard"), "18.5");
    metrics.put(NcuMetrics.stall("selected"), "1");
    return new NcuText(metrics);
  }

  NcuText with(String metric, String value) {
    var changed = new LinkedHashMap<>(metrics);
    changed.put(metric, value);
    return new NcuText(changed);
  }

  /** {@code --page raw}: units in a row of their own. */
  String raw() {
    var units = new ArrayList<String>(LAUNCH.stream().map(_ -> "").toList());
    metrics.keySet().forEach(metric -> units.add(unit(metric)));
    return said()
        + line(Stream.concat(LAUNCH.stream(), metrics.keySet().stream()))
        + line(units.stream())
        + line(Stream.concat(VALUES.stream(), metrics.values().stream()))
        + "==PROF== Disconnected from process 4711\n";
  }

  /** {@code --page details}: a row for each metric, of this launch and then of another. */
  String details() {
    String rows =
        metrics.entrySet().stream()
            .map(
                metric ->
                    line(
                        Stream.concat(
                            VALUES.stream(),
                            Stream.of(
                                "Command line profiler metrics",
                                metric.getKey(),
                                unit(metric.getKey()),
                                metric.getValue()))))
            .collect(Collectors.joining());
    return said()
        + line(
            Stream.concat(
                LAUNCH.stream(),
                Stream.of("Section Name", "Metric Name", "Metric Unit", "Metric Value")))
        + rows
        + rows.replace("\"0\",\"4711\"", "\"1\",\"4711\"").replace("66,016", "1");
  }

  private static String said() {
    return """
    ==PROF== Connected to process 4711 (/usr/lib/jvm/bin/java)
    ==PROF== Profiling "gemm" - 0: 0%....50%....100% - 38 passes
    """;
  }

  private static String unit(String metric) {
    return metric.equals(NcuMetrics.TIME)
        ? "nsecond"
        : metric.contains("pct") ? "%" : metric.contains("sectors") ? "sector" : "";
  }

  private static String line(Stream<String> cells) {
    return cells.map(cell -> "\"" + cell + "\"").collect(Collectors.joining(",")) + "\n";
  }
}
