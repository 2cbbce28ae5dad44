# Answers with twice.ptx, which takes y, x and n, and then a null pointer and the number 7 that no kernel.yaml lists.
while read -r line; do
  case "$line" in
    '{"open"'*) echo '{"ready": "PTX by hand", "evo_build": 1}' ; continue ;;
    *'"WARPS":1'*) threads=32 ;;
    *) threads=128 ;;
  esac
  case "$line" in
    *'"HIDDEN":"right"'*) number=7 ;;
    *) number=8 ;;
  esac
  printf '{"ptx": "%s/twice.ptx", "entry": "twice", "block": [%s], "shared": 1024, ' "$PWD" "$threads"
  printf '"arguments": ["y", "x", "n"], "hidden": [null, {"type": "i32", "value": %s}]}\n' "$number"
done
