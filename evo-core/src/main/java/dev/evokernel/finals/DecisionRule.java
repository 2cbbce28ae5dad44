package dev.evokernel.finals;

import module java.base;

import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.PortfolioSettings;

/**
 * The rules that a run's finals decide by.
 *
 * @param objective ranks the finalists
 * @param acceptance what has to be shown against the default
 * @param portfolio size of the set of configurations; empty for one champion
 * @param tieBreak among statistically tied finalists
 */
public record DecisionRule(
    Objective objective,
    AcceptanceRule acceptance,
    Optional<PortfolioSettings> portfolio,
    TieBreak tieBreak) {}
