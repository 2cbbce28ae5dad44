package dev.evokernel.fleet.command;

import dev.evokernel.cli.options.ExtensionCommand;
import picocli.CommandLine.Command;

/** {@code evo fleet}. */
@Command(
    name = "fleet",
    description = "Shows the hosts that lend devices to a run, and adds hosts to a run.",
    subcommands = {FleetShowCommand.class, FleetAddCommand.class})
public final class FleetCommand implements ExtensionCommand {}
