package dev.evokernel.report;

import java.util.List;

/**
 * Section of a page.
 *
 * @param id anchor of the section: letters, digits and dashes
 */
record Section(String id, String heading, List<Part> parts) {
  Section {
    if (!id.matches("[a-z0-9-]+")) {
      throw new IllegalArgumentException("An anchor must be [a-z0-9-]+, was '" + id + "'.");
    }
    parts = List.copyOf(parts);
  }

  static Section of(String id, String heading, Part... parts) {
    return new Section(id, heading, List.of(parts));
  }
}
