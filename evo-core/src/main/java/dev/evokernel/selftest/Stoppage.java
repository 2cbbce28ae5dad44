package dev.evokernel.selftest;

/** A fault of the machine, not of a candidate, that stops a run. */
enum Stoppage {

  /** The store may grow by a few pages and no further. */
  DISK_FULL("disk full", "is full"),

  /** Another connection holds a write transaction on the store and never ends it. */
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

  /** Whether a run's last message names the fault, in one line. */
  boolean isToldBy(String message) {
    return message.contains(words) && message.lines().count() == 1;
  }
}
