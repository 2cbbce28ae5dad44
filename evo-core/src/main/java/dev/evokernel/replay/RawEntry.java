package dev.evokernel.replay;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a file before its parameters are known.
 *
 * @param fields what the entry says of the configuration, and maybe more
 */
record RawEntry(Fields fields, Reading reading, Cost cost) {

  Map<String, @Nullable Object> values() {
    return fields.values();
  }
}
