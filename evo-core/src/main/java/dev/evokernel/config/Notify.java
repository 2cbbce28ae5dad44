package dev.evokernel.config;

import module java.base;

/** Receivers of a notification at the end of a run or a night. */
public record Notify(List<String> command, Optional<String> webhook) {

  public static final Notify NONE = new Notify(List.of(), Optional.empty());

  public Notify {
    command = List.copyOf(command);
  }
}
