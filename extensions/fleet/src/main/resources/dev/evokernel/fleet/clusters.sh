# Functions of launch lines: slurm [OPTION...] [-- WORKER], kubernetes OPTION... [-- WORKER].
# Each asks a cluster for a job with one host and runs the worker there on these standard streams.
# Until the host is there, standard error says what the job waits for, in lines with "evo: ".
# The job ends with the worker, with this shell, and with the parent of this shell.

# Runs a command once this shell is gone, however it ends: a process outside the line's process
# group waits for the end of a pipe (9) whose other end this shell alone keeps open.
at_end() {
  exec 9> >(exec setsid --fork bash -c '
    read -r _
    for ((i = 0; i < 60; i++)); do
      "$@" && exit
      sleep 10
    done' at_end "$@" >/dev/null 2>&1)
}

# Waits for a job: "$1" prints "running", or else what the job waits for.
# A process that submits the job may be given as "$2"; the wait ends with it.
await_job() {
  local state= said= pause=1
  while [[ $state != running ]]; do
    if [[ -n $state && $state != "$said" ]]; then
      echo "evo: $state" >&2
      said=$state
    fi
    sleep $pause 9>&-
    pause=$((pause < 10 ? pause + 1 : 10))
    kill -0 "$PPID" 2>/dev/null || exit 143 # The coordinator was killed.
    [[ -z ${2-} ]] || kill -0 "$2" 2>/dev/null || return 0
    state=$($1)
  done
}

require_program() {
  if ! command -v "$1" >/dev/null; then
    echo "'$1' is not installed here, or not in PATH. Start evo where '$1' works." >&2
    exit 127
  fi
}

slurm() {
  require_program srun
  local options=() worker
  while (($#)) && [[ $1 != -- ]]; do
    options+=("$1")
    shift
  done
  worker=${*:2}
  name=evo-$HOSTNAME-$$-$RANDOM
  slurm_state() {
    local id state reason
    read -r id state reason < <(squeue --noheader --name="$name" --format='%i %T %r' 2>/dev/null)
    case $state in
      '') ;;
      RUNNING) echo running ;;
      *) echo "Slurm job $id is $state ($reason)." ;;
    esac
  }
  at_end scancel --quiet --name="$name"
  # Where this machine failed, the worker hears nothing, ends with status 1 after minutes of silence,
  # and has to end the job itself.
  srun --job-name="$name" --nodes=1 --ntasks=1 --cpu-bind=none "${options[@]}" bash -c "
    ( ${worker:-evo worker} )
    status=\$?
    [ \$status -ne 1 ] || scancel --quiet \$SLURM_JOB_ID
    exit \$status" <&0 9>&- &
  local launcher=$!
  await_job slurm_state $launcher
  wait $launcher 2>/dev/null
}

kubernetes() {
  require_program kubectl
  local options=() image= gpus= seconds= worker
  while (($#)) && [[ $1 != -- ]]; do
    case $1 in
      --image=*) image=${1#*=} ;;
      --gpus=*) gpus="\"nvidia.com/gpu\": ${1#*=}" ;;
      --seconds=*) seconds="\"activeDeadlineSeconds\": ${1#*=}," ;;
      *) options+=("$1") ;;
    esac
    shift
  done
  worker=${*:2}
  worker=${worker:-evo worker}
  worker=${worker//\\/\\\\}
  name=$(tr 'A-Z_.' 'a-z--' <<<"evo-${HOSTNAME:0:40}-$$-$RANDOM")
  kubernetes_state() {
    local state
    state=$(kubectl "${options[@]}" get pods --selector="job-name=$name" --output=jsonpath='{range .items[*]}{.status.phase} {.status.conditions[?(@.type=="PodScheduled")].message}{.status.containerStatuses[*].state.waiting.reason}{end}' 2>/dev/null)
    case $state in
      '') echo "Kubernetes job $name has no pod yet." ;;
      Pending*) echo "Kubernetes job $name is pending: ${state#Pending }." ;;
      *) echo running ;;
    esac
  }
  at_end kubectl "${options[@]}" delete job "$name" --ignore-not-found --wait=false
  kubectl "${options[@]}" create --filename=- >/dev/null <<EOF || exit
{
  "apiVersion": "batch/v1",
  "kind": "Job",
  "metadata": {"name": "$name"},
  "spec": {
    "backoffLimit": 0,
    "ttlSecondsAfterFinished": 60,
    $seconds
    "template": {
      "spec": {
        "restartPolicy": "Never",
        "containers": [{
          "name": "worker",
          "image": "$image",
          "command": ["sh", "-c", "read -r _ && ${worker//\"/\\\"}"],
          "stdin": true,
          "stdinOnce": true,
          "resources": {"limits": {$gpus}}
        }]
      }
    }
  }
}
EOF
  await_job kubernetes_state
  # What the worker prints before the streams are attached is lost: an empty line starts it.
  exec 3<&0
  kubectl "${options[@]}" attach --quiet --stdin "job/$name" 9>&- < <(
    echo
    exec cat <&3 9>&-
  )
}
