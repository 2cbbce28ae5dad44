package dev.evokernel.lab.selftest;

/** Fault of the machine that stops a run. */
enum Stoppage {

  /** The store can grow by a few pages only. */
  DISK_FULL("disk full", "is full"),

  /** A second connection holds a write transaction on the store forever. */
  DATABASE_LOCKED("database locked for good", "Another program has locked");

  private final String title;
  private final String words;

  Stoppage(String title, String words) {
    this.title = title;
    this.words = words;
  }

  String title() {
    return title;
  }

  /** Whether a message names the fault, in one line. */
  boolean isToldBy(String message) {
    return message.contains(words) && message.lines().count() == 1;
  }
}
