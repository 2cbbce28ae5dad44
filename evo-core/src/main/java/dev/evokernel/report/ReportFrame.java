package dev.evokernel.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What stands around the tables of a report: what was measured above them, and below them the
 * command that does it again.
 *
 * @param subject what was measured and where, for people, in one line or several
 * @param about a second line, or nothing
 * @param command that repeats it
 */
public record ReportFrame(String subject, String about, String command) {

  public ReportFrame(String subject, String command) {
    this(subject, "", command);
  }

  /** For a terminal: the parts with an empty line between them. */
  public String text(List<String> parts) {
    return framed(about.isEmpty() ? subject : subject + "\n" + about, parts, "Again:  " + command);
  }

  /** The same for Markdown. */
  public String markdown(List<String> parts) {
    return framed(
        about.isEmpty() ? subject : subject + "  \n" + about, parts, "```sh\n" + command + "\n```");
  }

  /** An object of subject and command and these fields. */
  public String json(Map<String, ?> fields) {
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", subject);
    json.put("command", command);
    json.putAll(fields);
    return Json.indented(json);
  }

  private static String framed(String head, List<String> parts, String foot) {
    var all = new ArrayList<String>();
    all.add(head);
    all.addAll(parts);
    all.add(foot);
    return all.stream().map(String::stripTrailing).collect(Collectors.joining("\n\n", "", "\n"));
  }
}
