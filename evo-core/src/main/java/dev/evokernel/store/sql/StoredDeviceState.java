package dev.evokernel.store.sql;

import module java.base;

import dev.evokernel.outcome.DeviceReadings;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Throttle;
import java.sql.SQLException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** JSON of a device's state; unknown values have no field. */
public final class StoredDeviceState {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private StoredDeviceState() {}

  /** JSON of a state; empty for an unknown state. */
  public static Optional<String> of(DeviceState state) {
    if (state.equals(DeviceState.UNKNOWN)) {
      return Optional.empty();
    }
    var fields = new LinkedHashMap<String, Object>();
    state.coreMegahertz().ifPresent(value -> fields.put("core_mhz", value));
    state.memoryMegahertz().ifPresent(value -> fields.put("memory_mhz", value));
    state.watts().ifPresent(value -> fields.put("watts", value));
    state.celsius().ifPresent(value -> fields.put("celsius", value));
    state.load().ifPresent(value -> fields.put("load", value));
    state.cores().ifPresent(value -> fields.put("cores", value));
    fields.put("throttles", state.throttles().stream().sorted().map(Throttle::label).toList());
    state.neighbours().ifPresent(value -> fields.put("neighbours", value));
    fields.put("shared", state.shared());
    fields.put("discarded", state.discarded());
    return Optional.of(JSON.writeValueAsString(fields));
  }

  /** State in the column {@code device_state} of a row; unknown if there is none. */
  public static DeviceState of(Row row) throws SQLException {
    return row.optionalText("device_state")
        .map(StoredDeviceState::read)
        .orElse(DeviceState.UNKNOWN);
  }

  public static DeviceState read(String json) {
    Map<String, Object> fields = JSON.readValue(json, new TypeReference<>() {});
    return new DeviceState(
        new DeviceReadings(
            number(fields, "core_mhz"),
            number(fields, "memory_mhz"),
            number(fields, "watts"),
            number(fields, "celsius"),
            number(fields, "load")),
        Optional.ofNullable((String) fields.get("cores")),
        fields.get("throttles") instanceof List<?> labels
            ? labels.stream()
                .flatMap(label -> Throttle.ofLabel(String.valueOf(label)).stream())
                .collect(Collectors.toSet())
            : Set.of(),
        fields.get("neighbours") instanceof Number number
            ? OptionalInt.of(number.intValue())
            : OptionalInt.empty(),
        Boolean.TRUE.equals(fields.get("shared")),
        fields.get("discarded") instanceof Number number ? number.intValue() : 0);
  }

  private static OptionalDouble number(Map<String, Object> fields, String name) {
    return fields.get(name) instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }
}
