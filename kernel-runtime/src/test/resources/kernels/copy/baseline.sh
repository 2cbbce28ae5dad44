# A baseline that takes 5 µs a launch, or misbehaves as its argument says.
mode=$1
times=0
while read -r line; do
  case $line in
    *'"open"'*)
      folder=${line#*'"open":"'}
      folder=${folder%%'"'*}
      case $mode in
        refuses) case $(cat "$folder/arguments.json") in
          *ragged*) echo '{"refused": "33 is odd"}' && continue ;;
        esac ;;
        garbage) echo 'Loading 100 %' && continue ;;
        exits) echo 'no licence' >&2 && exit 3 ;;
        hangs) sleep 1000 & wait ;;
        named) echo "{\"evo_baseline\": 1, \"ready\": \"process $$\"}" && continue ;;
        newer) echo '{"evo_baseline": 2, "ready": "scripted"}' && continue ;;
        elsewhere) echo '{"evo_baseline": 1, "ready": "scripted", "device": "Z80"}' && continue ;;
      esac
      echo '{"evo_baseline": 1, "ready": "scripted 1.0"}'
      ;;
    *'"write"'*)
      case $mode in
        differs) cp "$folder/w.npy" "$folder/y.npy" ;;
        forgets) ;;
        *) cp "$folder/x.npy" "$folder/y.npy" ;;
      esac
      echo '{"written": true}'
      ;;
    *'"time"'*)
      launches=${line#*'"time":'}
      launches=${launches%%'}'*}
      times=$((times + 1))
      [ "$mode$times" = tires4 ] && echo '{"nanos": 0}' && continue
      echo "{\"nanos\": $((5000 * launches))}"
      ;;
  esac
done
