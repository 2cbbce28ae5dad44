/** Keys and certificates for TLS, made by the keytool of the Java that runs. */
@NullMarked
package dev.evokernel.certificates;

import org.jspecify.annotations.NullMarked;
