package dev.evokernel.fleet.wire;

import module java.base;

import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;

/** Network settings of both ends of a connection. */
public final class FleetTransport {

  private static final String STORE = "PKCS12";

  private FleetTransport() {}

  /**
   * Keeps Netty from using Unsafe, which warns on Java 25. Must run before any class of the
   * transport is loaded.
   */
  public static void prepare() {
    System.setProperty("io.netty.noUnsafe", "true");
  }

  public static Map<String, Object> settings(FleetAddress address, Optional<TlsFiles> tls) {
    var settings = new HashMap<String, Object>();
    settings.put(TransportConstants.HOST_PROP_NAME, address.host());
    settings.put(TransportConstants.PORT_PROP_NAME, address.port());
    settings.put(TransportConstants.USE_EPOLL_PROP_NAME, false);
    settings.put(TransportConstants.USE_KQUEUE_PROP_NAME, false);
    if (tls.isPresent()) {
      TlsFiles files = tls.get();
      settings.put(TransportConstants.SSL_ENABLED_PROP_NAME, true);
      settings.put(TransportConstants.KEYSTORE_TYPE_PROP_NAME, STORE);
      settings.put(TransportConstants.KEYSTORE_PATH_PROP_NAME, files.keyStore().toString());
      settings.put(TransportConstants.KEYSTORE_PASSWORD_PROP_NAME, files.password());
      settings.put(TransportConstants.TRUSTSTORE_TYPE_PROP_NAME, STORE);
      settings.put(TransportConstants.TRUSTSTORE_PATH_PROP_NAME, files.trustStore().toString());
      settings.put(TransportConstants.TRUSTSTORE_PASSWORD_PROP_NAME, files.password());
      settings.put(TransportConstants.ENABLED_PROTOCOLS_PROP_NAME, "TLSv1.3");
    }
    return settings;
  }
}
