package dev.evokernel.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import picocli.CommandLine.Command;

/**
 * Command that a module adds to {@code evo}: a public class with picocli's {@code @Command} and a
 * constructor without parameters.
 */
public interface ExtensionCommand {

  /** Name of the command that gets the annotated command as a subcommand. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface Under {
    String value();

    /** Whether {@code evo} has the command under its own name as well, hidden: its former place. */
    boolean andAlone() default false;
  }

  /** Heading in the list of commands; a new one comes last. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface Group {
    String value();
  }

  /** Commands on the class path, in the order of their names. No command is created. */
  static List<Class<? extends ExtensionCommand>> all() {
    return ServiceLoader.load(ExtensionCommand.class).stream()
        .<Class<? extends ExtensionCommand>>map(ServiceLoader.Provider::type)
        .sorted(Comparator.comparing(ExtensionCommand::name))
        .toList();
  }

  /** Word after {@code evo}, or after the {@link #parent}. */
  static String name(Class<?> command) {
    return Objects.requireNonNull(command.getAnnotation(Command.class), command::getName).name();
  }

  /** Command that has this command as a subcommand; empty for {@code evo} itself. */
  static String parent(Class<?> command) {
    Under under = command.getAnnotation(Under.class);
    return under == null ? "" : under.value();
  }

  static boolean isAlone(Class<?> command) {
    Under under = command.getAnnotation(Under.class);
    return under != null && under.andAlone();
  }

  static String group(Class<?> command) {
    Group group = command.getAnnotation(Group.class);
    return group == null ? "Extensions" : group.value();
  }
}
