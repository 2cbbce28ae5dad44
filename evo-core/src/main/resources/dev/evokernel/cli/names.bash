# Names of runs, kernels, shapes and devices, read from files: a Tab starts no Java.

# The value of option $1 in the words so far, or $2.
_evo_value() {
  local i
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [ "${COMP_WORDS[i]}" = "$1" ]; then
      printf '%s' "${COMP_WORDS[i + 1]}"
      return
    fi
  done
  printf '%s' "$2"
}

_evo_runs() {
  local file
  for file in "$(_evo_value --results results)"/*/evo.yaml; do
    [ ! -e "$file" ] || basename "$(dirname "$file")"
  done
  printf 'latest\n'
}

_evo_kernels() {
  local file
  for file in ./*/kernel.yaml kernels/*/kernel.yaml "${COMP_WORDS[COMP_CWORD]%/*}"/*/kernel.yaml; do
    if [ -e "$file" ]; then
      file=${file%/kernel.yaml}
      printf '%s\n' "${file#./}"
    fi
  done | sort -u
}

# Of the kernel that a word names, or else of the job's.
_evo_shapes() {
  local word file=""
  for word in "${COMP_WORDS[@]:1}"; do
    [ ! -e "$word/kernel.yaml" ] || file=$word/kernel.yaml
  done
  [ -n "$file" ] || file=$(sed -n 's/^kernel: *\([^ #]*\).*/\1/p' "$(_evo_value --config evo.yaml)" 2>/dev/null)/kernel.yaml
  sed -n '/^ *shapes: *$/,/^ *[a-z_]*:[^{]*$/s/^  *\([A-Za-z0-9_-]*\): *{.*/\1/p' "$file" 2>/dev/null | sort -u
}

_evo_devices() {
  local device
  printf '%s\n' auto cpu cuda
  for device in /dev/nvidia[0-9]*; do
    [ ! -e "$device" ] || printf 'cuda:%s\n' "${device#/dev/nvidia}"
  done
}

_evo_complete() {
  local word=${COMP_WORDS[COMP_CWORD]} names=""
  case "${COMP_WORDS[COMP_CWORD - 1]}" in
    --device) names=$(_evo_devices) ;;
    --shape | --shapes) names=$(_evo_shapes) ;;
    --kernel) names=$(_evo_kernels) ;;
    --resume | --candidate) names=$(_evo_runs) ;;
    -*) ;;
    *)
      if [ "$COMP_CWORD" -gt 1 ] && [ "${word#-}" = "$word" ]; then
        case "${COMP_WORDS[1]}" in
          runs) names="rm archive merge $(_evo_runs)" ;;
          show | report | export | dispatch | watch | rm | archive) names=$(_evo_runs) ;;
          compare | sanitize | profile | ablate) names="$(_evo_runs) $(_evo_kernels)" ;;
          run | gate | microbench | baseline | roofline | leaderboard) names=$(_evo_kernels) ;;
        esac
      fi
      ;;
  esac
  if [ -n "$names" ]; then
    # shellcheck disable=SC2207 # none of these names holds a blank
    COMPREPLY=($(compgen -W "$names" -- "$word"))
  else
    _complete_evo "$@"
  fi
}

complete -F _evo_complete -o default evo
