package dev.evokernel.fleet;

import dev.evokernel.cli.ExtensionCommand;
import picocli.CommandLine.Command;

/** {@code evo fleet}. */
@ExtensionCommand.Group("Tune a kernel")
@Command(
    name = "fleet",
    description = "Shows and adds the hosts that lend devices to a run.",
    subcommands = {FleetShowCommand.class, FleetAddCommand.class})
public final class FleetCommand implements ExtensionCommand {}
