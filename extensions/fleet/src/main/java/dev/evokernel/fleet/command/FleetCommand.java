package dev.evokernel.fleet.command;

import picocli.CommandLine.Command;

/** {@code evo fleet}. */
@Command(
    name = "fleet",
    mixinStandardHelpOptions = true,
    description = "The hosts that lend their devices to a run.",
    subcommands = {FleetShowCommand.class, FleetCertificatesCommand.class})
final class FleetCommand {}
