package dev.evokernel.replay;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Entry of a file before its parameters are known.
 *
 * @param fields values of the configuration, possibly with others
 */
record RawEntry(Fields fields, Reading reading, Cost cost) {

  Map<String, @Nullable Object> values() {
    return fields.values();
  }
}
