package dev.evokernel.fleet.command;

import dev.evokernel.cli.options.ExtensionCommand;
import picocli.CommandLine.Command;

/** {@code evo fleet}. */
@Command(
    name = "fleet",
    description = "Shows the hosts that lend devices to a run, and makes their certificates.",
    subcommands = {FleetShowCommand.class, FleetCertificatesCommand.class})
public final class FleetCommand implements ExtensionCommand {}
