package dev.evokernel.imports;

import module java.base;

import dev.evokernel.imports.SourceOutline.Function;
import dev.evokernel.imports.SourceOutline.Kind;
import dev.evokernel.imports.SourceOutline.Parameter;

/** Reference in NumPy for a function with these outputs, without the computation. */
record ReferenceProgram(Function function, List<Parameter> outputs) {

  String text() {
    var lines = new ArrayList<String>();
    lines.add("\"\"\"Reference for " + function.name() + " in double precision.\"\"\"");
    lines.addAll(List.of("import json", "import sys", "", "import numpy as np", ""));
    lines.add("folder = sys.argv[-1]");
    lines.add("with open(f\"{folder}/arguments.json\", encoding=\"utf-8\") as file:");
    lines.add("    numbers = json.load(file)");
    for (Parameter parameter : function.parameters()) {
      if (parameter.kind() == Kind.SCALAR) {
        lines.add("%1$s = numbers[\"scalars\"][\"%1$s\"]".formatted(parameter.name()));
      } else if (parameter.kind() == Kind.INOUT || !outputs.contains(parameter)) {
        lines.add(
            "%1$s = np.load(f\"{folder}/%1$s.npy\").astype(np.float64)"
                .formatted(parameter.name()));
      }
    }
    List<String> names = outputs.stream().map(Parameter::name).toList();
    lines.add("");
    lines.add(
        "raise SystemExit(\"reference.py does not compute %1$s yet\")  # TODO: compute %1$s here"
            .formatted(String.join(", ", names)));
    names.forEach(name -> lines.add("np.save(f\"{folder}/%1$s.npy\", %1$s)".formatted(name)));
    return String.join("\n", lines) + "\n";
  }
}
