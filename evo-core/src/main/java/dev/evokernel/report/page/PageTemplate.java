package dev.evokernel.report.page;

import module java.base;

import dev.evokernel.report.render.Html;

/**
 * Template of a page: {@code page.html} with the style, the chart library, the script and the data.
 * The content security policy allows these scripts and this style by their digests, and no request.
 */
final class PageTemplate {

  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");

  private PageTemplate() {}

  /**
   * @param body HTML
   * @param charts in the order of their places in the body
   */
  static String fill(String title, String body, List<Part.Chart> charts) {
    String style = resource("page.css");
    String library = resource(ReportPage.CHARTS);
    String script = resource("page.js");
    Map<String, String> contents =
        Map.of(
            "title", Html.escaped(title),
            "policy", policy(style, library, script),
            "style", style,
            "body", body,
            "data", Html.json(charts),
            "library", library,
            "script", script);
    return PLACE
        .matcher(resource("page.html"))
        .replaceAll(
            place ->
                Matcher.quoteReplacement(
                    Objects.requireNonNull(contents.get(place.group(1)), place::group)));
  }

  private static String policy(String style, String... scripts) {
    return "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src %s; script-src %s"
        .formatted(
            digest(style),
            Stream.of(scripts).map(PageTemplate::digest).collect(Collectors.joining(" ")));
  }

  private static String digest(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256.", e);
    }
  }

  static String resource(String name) {
    try (InputStream in = PageTemplate.class.getResourceAsStream(name)) {
      Objects.requireNonNull(in, () -> "The program lacks its file " + name + ".");
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
