package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.report.ReportPage;

/** Static files of the pages: style sheet, chart library, scripts. */
final class Assets {

  /**
   * Static file.
   *
   * @param version hash of the content; part of the address, so that browsers can cache the file
   */
  @SuppressWarnings("ArrayRecordComponent") // Sent, never compared.
  record Asset(String type, byte[] plain, byte[] packed, String version) {
    static Asset of(String type, String text) {
      byte[] plain = text.getBytes(StandardCharsets.UTF_8);
      return new Asset(type, plain, Assets.packed(plain), Sha256.of(plain).substring(0, 12));
    }
  }

  private static final String SCRIPT = "text/javascript; charset=utf-8";

  private final Map<String, Asset> assets =
      Map.of(
          "page.css",
          Asset.of(
              "text/css; charset=utf-8",
              ReportPage.file("page.css") + ShippedText.of(Assets.class, "dashboard.css")),
          "page.js",
          Asset.of(SCRIPT, ReportPage.file("page.js")),
          "live.js",
          Asset.of(SCRIPT, ShippedText.of(Assets.class, "live.js")),
          ReportPage.CHARTS,
          Asset.of(SCRIPT, ReportPage.file(ReportPage.CHARTS)));

  Optional<Asset> find(String name) {
    return Optional.ofNullable(assets.get(name));
  }

  String version(String name) {
    return find(name).orElseThrow().version();
  }

  static byte[] packed(byte[] plain) {
    var packed = new ByteArrayOutputStream(plain.length / 3 + 64);
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }
}
