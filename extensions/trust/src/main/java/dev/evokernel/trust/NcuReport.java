package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.file.Profiler.Metric;

/**
 * Launch in the output of {@code ncu --csv}, which has two forms. The raw page has a row for each
 * launch with a column for each metric, and the units in a row of their own. The details page has a
 * row for each metric of a launch. Lines of ncu itself, which begin with {@code ==}, stand between.
 *
 * @param kernel the launched function
 * @param grid in ncu's notation, for example {@code (132, 1, 1)}
 * @param block in ncu's notation
 */
record NcuReport(String kernel, String grid, String block, SequencedMap<String, Metric> metrics) {

  static List<NcuReport> of(String text) {
    List<List<String>> rows =
        text.lines().filter(line -> line.startsWith("\"")).map(NcuReport::cells).toList();
    for (int i = 0; i < rows.size(); i++) {
      List<String> header = rows.get(i);
      if (header.contains("ID") && header.contains("Kernel Name")) {
        List<List<String>> below =
            rows.subList(i + 1, rows.size()).stream()
                .filter(row -> row.size() == header.size())
                .toList();
        return header.contains("Metric Name") ? details(header, below) : raw(header, below);
      }
    }
    return List.of();
  }

  private static List<NcuReport> raw(List<String> header, List<List<String>> rows) {
    return rows.stream()
        .skip(1)
        .map(
            values -> {
              var metrics = new LinkedHashMap<String, Metric>();
              for (int i = 0; i < header.size(); i++) {
                if (header.get(i).contains("__")) {
                  put(metrics, header.get(i), rows.getFirst().get(i), values.get(i));
                }
              }
              return launch(header, values, metrics);
            })
        .toList();
  }

  private static List<NcuReport> details(List<String> header, List<List<String>> rows) {
    var launches = new LinkedHashMap<String, NcuReport>();
    for (List<String> row : rows) {
      put(
          launches
              .computeIfAbsent(
                  cell(header, row, "ID"), _ -> launch(header, row, new LinkedHashMap<>()))
              .metrics(),
          cell(header, row, "Metric Name"),
          cell(header, row, "Metric Unit"),
          cell(header, row, "Metric Value"));
    }
    return List.copyOf(launches.values());
  }

  private static NcuReport launch(
      List<String> header, List<String> row, SequencedMap<String, Metric> metrics) {
    return new NcuReport(
        cell(header, row, "Kernel Name"),
        cell(header, row, "Grid Size"),
        cell(header, row, "Block Size"),
        metrics);
  }

  private static String cell(List<String> header, List<String> row, String column) {
    int at = header.indexOf(column);
    return at < 0 ? "" : row.get(at);
  }

  /** Adds a metric, unless the device did not count it, which ncu prints as text or NaN. */
  private static void put(
      SequencedMap<String, Metric> metrics, String name, String unit, String text) {
    try {
      double value = Double.parseDouble(text.replace(",", ""));
      if (Double.isFinite(value)) {
        metrics.put(name, inBase(value, unit));
      }
    } catch (NumberFormatException absent) {
      // Not counted.
    }
  }

  /** Converts to base units, which older versions of ncu do not print even if asked. */
  private static Metric inBase(double value, String unit) {
    return switch (unit.toLowerCase(Locale.ROOT)) {
      case "usecond", "us" -> new Metric(value * 1e3, "nsecond");
      case "msecond", "ms" -> new Metric(value * 1e6, "nsecond");
      case "second", "s" -> new Metric(value * 1e9, "nsecond");
      case "ns" -> new Metric(value, "nsecond");
      case "kbyte" -> new Metric(value * 1e3, "byte");
      case "mbyte" -> new Metric(value * 1e6, "byte");
      case "gbyte" -> new Metric(value * 1e9, "byte");
      default -> new Metric(value, unit);
    };
  }

  /** Cells of a line in which all are quoted; a quote within a cell is doubled. */
  private static List<String> cells(String line) {
    var cells = new ArrayList<String>();
    var cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        cell.append('"');
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }
}
