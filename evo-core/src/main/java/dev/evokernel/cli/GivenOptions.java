package dev.evokernel.cli;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.text.Durations;
import dev.evokernel.text.Launcher;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Options of a command as text, for the line in its report that repeats the command. */
public final class GivenOptions {

  private GivenOptions() {}

  /** Options with their values, each preceded by a space; options without a value are left out. */
  public static String of(CommandSpec spec, String... names) {
    return Stream.of(names)
        .map(name -> text(name, spec.findOption(name).<Object>getValue()))
        .collect(Collectors.joining());
  }

  private static String text(String name, @Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Boolean given -> given ? " " + name : "";
      case List<?> several when several.isEmpty() -> "";
      default -> " " + name + " " + word(value);
    };
  }

  private static String word(Object value) {
    return switch (value) {
      case Duration time -> Durations.text(time);
      case Double share -> PercentConverter.text(share);
      case Path path -> Launcher.path(path);
      case List<?> several ->
          Printable.word(several.stream().map(String::valueOf).collect(Collectors.joining(",")));
      default -> Printable.word(value.toString());
    };
  }
}
