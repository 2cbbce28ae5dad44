# Builds kernel.c, and misbehaves as the parameter FAULT says.
number() { printf '%s' "$line" | sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p"; }
truth() { case "$line" in *"\"$1\":true"*) echo 1 ;; *) echo 0 ;; esac; }

built=0
while read -r line; do
  folder=$(printf '%s' "$line" | sed -n 's/^{"build":"\([^"]*\)".*/\1/p')
  case "$line" in
    '{"open"'*) echo '{"ready": "sh builder 1", "evo_build": 1}'; continue ;;
    *'"FAULT":"error"'*) echo '{"error": "kernel.c: too much of FAULT"}'; continue ;;
    *'"FAULT":"killed_once"'*) [ -e killed ] || { touch killed; echo '{"error": "ptxas failed with error code -9"}'; continue; } ;;
    *'"FAULT":"killed"'*) echo run >> runs; echo '{"error": "ptxas failed with error code -9"}'; continue ;;
    *'"FAULT":"refuse"'*) echo '{"refused": "not today"}'; continue ;;
    *'"FAULT":"die"'*) echo 'out of luck' >&2; exit 3 ;;
    *'"FAULT":"hang"'*) sleep 100 ;;
    *'"FAULT":"nonsense"'*) echo 'hello there'; continue ;;
    *'"FAULT":"no_file"'*) echo '{"library": "nowhere.so", "entry": "twice"}'; continue ;;
    *'"FAULT":"no_elf"'*) echo text > "$folder/out.so" ;;
    *'"FAULT":"wear"'*) [ "$built" = 0 ] || exit 4 ;;
  esac
  case "$line" in
    *'"FAULT":"no_elf"'*) ;;
    *) cc -shared -fPIC -O1 -DUNROLL="$(number UNROLL)" -DEVEN="$(truth EVEN)" -o "$folder/out.so" kernel.c >&2 ;;
  esac
  built=1
  case "$line" in
    *'"FAULT":"unknown_key"'*) echo '{"library": "out.so", "entry": "twice", "shard": 3}' ;;
    *'"FAULT":"grid"'*) echo '{"library": "out.so", "entry": "twice", "grid": [3]}' ;;
    *'"FAULT":"no_entry"'*) echo '{"library": "out.so"}' ;;
    *'"FAULT":"twice"'*) printf '%s\n' '{"library": "out.so", "entry": "twice"}' '{"library": "out.so", "entry": "twice"}' ;;
    *) echo '{"library": "out.so", "entry": "twice", "log": "fine"}' ;;
  esac
done
