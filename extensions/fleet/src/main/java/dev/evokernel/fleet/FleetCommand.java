package dev.evokernel.fleet;

import dev.evokernel.cli.ExtensionCommand;
import picocli.CommandLine.Command;

/** {@code evo fleet}. */
@Command(
    name = "fleet",
    description = "Shows the hosts that lend devices to a run, and adds hosts to a run.",
    subcommands = {FleetShowCommand.class, FleetAddCommand.class})
public final class FleetCommand implements ExtensionCommand {}
