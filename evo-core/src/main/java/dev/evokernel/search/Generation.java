package dev.evokernel.search;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One evaluated batch, in numbers.
 *
 * @param number from 0
 * @param measured trials of this generation with an objective
 * @param rejected trials of this generation without
 * @param evaluations trials of the whole search so far
 * @param champion the best trial of the search so far; empty while everything was rejected
 * @param median the median objective of the survivors; empty while there are none
 * @param diversity the mean share of parameters in which two survivors differ, from 0 to 1
 */
public record Generation(
    int number,
    int measured,
    int rejected,
    long evaluations,
    Optional<Trial> champion,
    OptionalDouble median,
    double diversity) {}
