package dev.evokernel;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;

/** First sentences of Javadoc: their head is a noun or a verb. */
final class JavadocTest {

  private static final Pattern DOC = Pattern.compile("/\\*\\*\\s*(?:\\*\\s*)?([^\\n]*)");

  /** Pronouns, prepositions, and words that stand for another text. */
  private static final Pattern OTHER_HEAD =
      Pattern.compile(
          "(It|They|What|Who|Whoever|That|Those|This|Such|He|Its|Their|Of|For|With|Without|By|In"
              + "|Where|From|At|On|As|To|The same|Same|Anew|Alike|Meanwhile|Whether .* or)\\b.*");

  @Test
  void firstSentences_beginWithANounOrAVerb() throws IOException {
    var wrong = new ArrayList<String>();
    int read = 0;
    try (Stream<Path> all = Files.walk(Path.of(".."))) {
      for (Path file :
          all.filter(path -> path.toString().contains("/src/main/java/"))
              .filter(path -> path.toString().endsWith(".java"))
              .toList()) {
        Matcher doc = DOC.matcher(Files.readString(file));
        while (doc.find()) {
          read++;
          if (OTHER_HEAD.matcher(doc.group(1)).matches()) {
            wrong.add(file.getFileName() + ": " + doc.group(1));
          }
        }
      }
    }
    assertThat(read).isGreaterThan(4_000);
    assertThat(wrong).isEmpty();
  }
}
