/** The beginning of the script: arguments, the directory, and how each file is written. */

/** What the script knows before it begins. */
export const prelude = (tar: boolean): string => String.raw`
tar=${tar ? 'yes' : 'no'}
dir=
while [ $# -gt 0 ]; do
  case $1 in
    --tar) tar=yes ;;
    -*) echo "usage: sh gather.sh [--tar] [DIRECTORY]" >&2; exit 1 ;;
    *) dir=$1 ;;
  esac
  shift
done

LC_ALL=C
export LC_ALL
umask 077
taken=$(date -u +%Y-%m-%dT%H:%M:%SZ)
host=$(hostname 2>/dev/null || uname -n)
node=$NODE
[ -n "$node" ] || node=$host
[ -n "$dir" ] || dir=gcplan-$node-$(date -u +%Y%m%dT%H%M%SZ)
mkdir "$dir" || exit 1
cd "$dir" || exit 1
: >.ran
: >.failed
: >.absent

has() { command -v "$1" >/dev/null 2>&1; }

# Whether a program is there; one that is not is noted.
need() {
  has "$1" && return 0
  grep -qx "$1" .absent || echo "$1" >>.absent
  return 1
}

# Text as a string of JSON.
quoted() { printf '"%s"' "$(printf '%s\n' "$1" | tr '\000-\037' ' ' | sed 's/ *$//; s/\\/\\\\/g; s/"/\\"/g')"; }

ran() { printf '{"file":%s,"command":%s}\n' "$(quoted "$1")" "$(quoted "$2")" >>.ran; }

failed() {
  printf '{"file":%s,"command":%s,"because":%s}\n' "$(quoted "$1")" "$(quoted "$2")" "$(quoted "$3")" >>.failed
  echo "not gathered: $1: $3" >&2
}

# save FILE FILTER COMMAND...: writes what a command prints, through a filter, if it ends well.
save() {
  file=$1 filter=$2
  shift 2
  { "$@" 2>.stderr </dev/null; echo $? >.status; } | $filter >.output
  if [ "$(cat .status)" -eq 0 ]; then
    mv .output "$file"
    ran "$file" "$*"
  else
    failed "$file" "$*" "$(head -n 1 .stderr)"
  fi
}

# more FILE FILTER COMMAND...: as save, but adds to the file.
more() {
  file=$1 filter=$2
  shift 2
  { "$@" 2>.stderr </dev/null; echo $? >.status; } | $filter >>"$file"
  [ "$(cat .status)" -eq 0 ] || failed "$file" "$*" "$(head -n 1 .stderr)"
}
`

/** The end of the script: the manifest, then the archive. */
export const epilogue = String.raw`
listed() { sed '$!s/$/,/' "$1"; }

{
  printf '{"kind":"gcplan/gathered","version":1,"takenAt":"%s","doneAt":"%s",\n' "$taken" "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
  printf '"host":%s,"node":%s,"containerd":%s,' "$(quoted "$host")" "$(quoted "$node")" "$(quoted "$release")"
  printf '"wholeCluster":%s,"namespaces":[' "$whole"
  for ns in $namespaces; do quoted "$ns"; echo; done | sed '$!s/$/,/' | tr -d '\n'
  printf '],\n"ran":[\n'
  listed .ran
  printf '],\n"failed":[\n'
  listed .failed
  printf '],\n"absent":['
  sed 's/.*/"&"/' .absent | sed '$!s/$/,/' | tr -d '\n'
  printf ']}\n'
} >manifest.json
rm -f .ran .failed .absent .stderr .status .output .keys

if [ "$tar" = yes ]; then
  name=$(basename "$dir")
  cd .. && tar -cf "$name.tar" "$name" && echo "$dir.tar"
else
  echo "$dir"
fi
`
