package dev.evokernel.dashboard;

import java.security.SecureRandom;
import java.util.Base64;

/** Generates random tokens. */
public final class Tokens {

  private static final int BYTES = 24;

  private Tokens() {}

  /** Token of 192 random bits: 32 letters, digits, dashes and underscores. */
  public static String random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
