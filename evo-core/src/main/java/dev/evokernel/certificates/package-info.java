/** Creates keys and certificates for TLS with the JDK's keytool. */
@NullMarked
package dev.evokernel.certificates;

import org.jspecify.annotations.NullMarked;
