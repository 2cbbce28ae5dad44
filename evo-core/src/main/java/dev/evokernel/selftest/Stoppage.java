package dev.evokernel.selftest;

/** A fault of the machine that stops a run and that no candidate is to blame for. */
enum Stoppage {

  /** The store may grow by a few pages and no further. */
  DISK_FULL("disk full", "is full"),

  /** Somebody else writes to the store and does not come to an end. */
  DATABASE_LOCKED("database locked for good", "Another program has held");

  private final String title;
  private final String words;

  Stoppage(String title, String words) {
    this.title = title;
    this.words = words;
  }

  String title() {
    return title;
  }

  /** Whether a run that says this says it well: what is the matter, on one line. */
  boolean isToldBy(String message) {
    return message.contains(words) && message.lines().count() == 1;
  }
}
