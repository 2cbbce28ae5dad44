package dev.evokernel.store;

import static java.util.Map.entry;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.ProcessSamples;
import org.jspecify.annotations.Nullable;

/**
 * Mapping between records and rows.
 *
 * <p>A component of a record is the column with its name in snake case, apart from {@link #NAMES}.
 * The components of a record within a record are further columns of the row. Such a record is
 * absent where its first column is null. Enum constants are stored as their labels, durations in
 * nanoseconds in a column whose name says so, and values without a type of SQLite's as JSON.
 */
final class RecordColumns {

  private static final Map<String, String> NAMES =
      Map.ofEntries(
          entry("BaselineSession.when", "measured"),
          entry("Commit.dirty", "git_dirty"),
          entry("Commit.hash", "git_commit"),
          entry("DeviceIdentity.id", "device_id"),
          entry("DeviceIdentity.model", "device_model"),
          entry("FinalistMeasurement.candidate", "number"),
          entry("FinalistMeasurement.device", "device_state"),
          entry("LeaderboardEntry.candidate", "number"),
          entry("LeaderboardEntry.samples", "count"),
          entry("MeasuredLimits.limits", "device_limits"),
          entry("Measurement.device", "device_state"),
          entry("Measurement.launchesPerSample", "launches"),
          entry("RunDeviceRecord.id", "device_id"),
          entry("Workload.shape", "name"));

  private interface Writer<T> {
    void write(T value, String column, Map<String, @Nullable Object> row);
  }

  private interface Reader<T> {
    T read(Row row, String column);
  }

  private record Form<T>(Writer<T> writer, Reader<T> reader) {

    static <T> Form<T> plain(Reader<T> reader) {
      return new Form<>((value, column, row) -> row.put(column, value), reader);
    }

    static <T> Form<T> text(Function<T, String> writer, Function<String, T> reader) {
      return new Form<>(
          (value, column, row) -> row.put(column, writer.apply(value)),
          (row, column) -> reader.apply(row.text(column)));
    }

    /** Null in place of a default. */
    static <T> Form<T> orElse(T usual, Function<T, String> writer, Function<String, T> reader) {
      return new Form<>(
          (value, column, row) -> row.put(column, value.equals(usual) ? null : writer.apply(value)),
          (row, column) -> row.isNull(column) ? usual : reader.apply(row.text(column)));
    }

    @SuppressWarnings("unchecked") // Forms are found by the type of the value.
    void put(Object value, String column, Map<String, @Nullable Object> row) {
      writer.write((T) value, column, row);
    }
  }

  private static final Map<String, Form<?>> FORMS =
      Map.ofEntries(
          form(String.class, Form.plain(Row::text)),
          form(int.class, Form.plain(Row::integer)),
          form(long.class, Form.plain(Row::whole)),
          form(Long.class, Form.plain(Row::whole)),
          form(double.class, Form.plain(Row::real)),
          form(Double.class, Form.plain(Row::real)),
          form(boolean.class, Form.plain(Row::truth)),
          form(Instant.class, Form.plain(Row::instant)),
          form(OptionalDouble.class, Form.plain(Row::optionalReal)),
          form(
              Duration.class,
              new Form<Duration>(
                  (value, column, row) -> row.put(column, value.toNanos()),
                  (row, column) -> Duration.ofNanos(row.whole(column)))),
          form(Rejection.class, Form.text(Rejection::label, Rejection::ofLabel)),
          form(Configuration.class, Form.text(StoredJson::of, StoredJson::configuration)),
          form(DeviceLimits.class, Form.text(StoredJson::of, StoredJson::deviceLimits)),
          form(Samples.class, Form.text(StoredJson::of, StoredJson::samples)),
          form(
              DeviceState.class,
              new Form<DeviceState>(
                  (value, column, row) -> row.put(column, StoredJson.of(value)),
                  (row, _) -> StoredJson.deviceState(row))),
          form(
              Shape.class,
              new Form<Shape>(
                  (value, _, row) -> {
                    row.put("name", value.name());
                    row.put("dimensions", StoredJson.of(value));
                    row.put("cache", value.cache().label());
                  },
                  (row, _) ->
                      StoredJson.shape(
                          row.text("name"),
                          row.text("dimensions"),
                          CacheState.ofLabel(row.text("cache")).orElseThrow()))),
          form(
              ProcessSamples.class,
              new Form<ProcessSamples>(
                  (value, _, row) -> {
                    row.put("samples", StoredJson.of(value.all()));
                    row.put("processes", StoredJson.processes(value));
                  },
                  (row, _) ->
                      StoredJson.byProcess(row.text("samples"), row.optionalText("processes")))),
          entry(
              "java.util.List<java.lang.Integer>", Form.text(StoredJson::of, StoredJson::numbers)),
          entry(
              "java.util.List<java.lang.String>",
              Form.orElse(List.of(), StoredJson::of, StoredJson::words)),
          form(
              Objective.class,
              new Form<Objective>(
                  (value, column, row) -> row.put(column, StoredJson.of(value)),
                  (row, column) ->
                      row.isNull(column)
                          ? Objective.DEFAULT // As in files of evo 0.1.
                          : StoredJson.objective(row.text(column)))),
          form(
              WrittenMacros.class,
              Form.orElse(WrittenMacros.NONE, StoredJson::of, StoredJson::macros)),
          form(
              TimeBudget.class,
              Form.orElse(TimeBudget.NONE, StoredJson::of, StoredJson::timeBudget)),
          form(RunEnding.class, Form.text(RunEnding::stored, RunEnding::ofStored)),
          entry(
              "java.util.List<dev.evokernel.kernel.Parameter>",
              Form.text(StoredJson::ofParameters, StoredJson::parameters)),
          entry(
              "java.util.List<dev.evokernel.outcome.OutputComparison>",
              Form.text(StoredJson::of, StoredJson::accuracy)));

  private static <T> Map.Entry<String, Form<?>> form(Class<?> type, Form<T> form) {
    return entry(type.getTypeName(), form);
  }

  /** Component of a record. */
  private record Component(
      RecordComponent about, String column, Type type, boolean optional, Optional<Form<?>> form) {

    static Component of(Class<?> owner, RecordComponent about) {
      boolean optional = about.getType() == Optional.class;
      Type type =
          optional
              ? ((ParameterizedType) about.getGenericType()).getActualTypeArguments()[0]
              : about.getGenericType();
      String column =
          NAMES.getOrDefault(
              owner.getSimpleName() + "." + about.getName(),
              about.getName().replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT));
      return new Component(
          about, type == Duration.class ? column + "_nanos" : column, type, optional, formOf(type));
    }

    private static Optional<Form<?>> formOf(Type type) {
      return type instanceof Class<?> found && Labelled.class.isAssignableFrom(found)
          ? Optional.of(labelled(found))
          : Optional.ofNullable(FORMS.get(type.getTypeName()));
    }

    private static Form<Labelled> labelled(Class<?> constants) {
      return Form.text(
          Labelled::label,
          label ->
              Stream.of(constants.getEnumConstants())
                  .map(Labelled.class::cast)
                  .filter(constant -> constant.label().equals(label))
                  .findFirst()
                  .orElseThrow(() -> new IllegalArgumentException("unknown '" + label + "'")));
    }

    boolean isRecord() {
      return form.isEmpty() && type instanceof Class<?> found && found.isRecord();
    }

    /** The column by which a row shows whether the value is present. */
    String first() {
      return isRecord() ? components((Class<?>) type).getFirst().first() : column;
    }
  }

  private static final ClassValue<List<Component>> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> type) {
          return Stream.of(type.getRecordComponents())
              .map(about -> Component.of(type, about))
              .toList();
        }
      };

  private RecordColumns() {}

  private static List<Component> components(Class<?> type) {
    return COMPONENTS.get(type);
  }

  /** The row of a record; an absent record within has no columns. */
  public static SequencedMap<String, @Nullable Object> row(Record record) {
    var row = new LinkedHashMap<String, @Nullable Object>();
    write(record, row);
    return row;
  }

  private static void write(Record record, Map<String, @Nullable Object> row) {
    for (Component component : components(record.getClass())) {
      Object found =
          RecordColumns.<Object>called(() -> component.about().getAccessor().invoke(record));
      @Nullable Object value = found instanceof Optional<?> some ? some.orElse(null) : found;
      if (value != null && component.isRecord()) {
        write((Record) value, row);
      } else if (value != null) {
        component.form().ifPresent(form -> form.put(value, component.column(), row));
      }
    }
  }

  public static <R extends Record> Function<Row, R> of(Class<R> type) {
    return row -> read(type, row, Map.of());
  }

  /**
   * Reads a record.
   *
   * @param given values of components that are not in the row, by their names, also of records
   *     within
   */
  public static <R extends Record> R read(Class<R> type, Row row, Map<String, Object> given) {
    List<Component> components = components(type);
    @Nullable Object[] values = new Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      Component component = components.get(i);
      String name = component.about().getName();
      values[i] = given.containsKey(name) ? given.get(name) : value(component, row, given);
    }
    return called(
        () ->
            type.getDeclaredConstructor(
                    components.stream().map(one -> one.about().getType()).toArray(Class<?>[]::new))
                .newInstance(values));
  }

  private static @Nullable Object value(Component component, Row row, Map<String, Object> given) {
    if ((component.optional() || component.isRecord()) && row.isNull(component.first())) {
      return component.optional() ? Optional.empty() : null;
    }
    Object value =
        component.isRecord()
            ? read(((Class<?>) component.type()).asSubclass(Record.class), row, given)
            : component.form().orElseThrow().reader().read(row, component.column());
    return component.optional() ? Optional.of(value) : value;
  }

  private static <T> T called(Callable<T> reflection) {
    try {
      return reflection.call();
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
