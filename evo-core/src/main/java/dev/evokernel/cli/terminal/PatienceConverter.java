package dev.evokernel.cli.terminal;

import picocli.CommandLine.ITypeConverter;

/** Reads {@code 1%} as a share, and {@code never} as 0. */
public final class PatienceConverter implements ITypeConverter<Double> {

  @Override
  public Double convert(String text) {
    return text.strip().equals("never") ? Double.valueOf(0) : new PercentConverter().convert(text);
  }
}
