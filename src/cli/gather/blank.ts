/** The filter of the script that empties what may hold secrets, in any JSON, before anything is written. */

/** Environments and command lines of containers, and the whole specifications that hold them once more. */
export const ofContainers =
  'env envs Env args Args command Command Cmd Entrypoint history Spec Extensions kubectl.kubernetes.io/last-applied-configuration'

/** The data of Secrets and ConfigMaps. */
export const ofSecrets = 'data stringData binaryData kubectl.kubernetes.io/last-applied-configuration'

/**
 * Text between quotation marks is a string of JSON, up to one that no backslash escapes. After a key of the list, an
 * object or array loses all it holds and a string its text; everything else is printed as it came.
 */
export const blankFunction = String.raw`# Empties the values of keys that may hold secrets. $1: the keys.
blank() {
  awk -v keys="$1" '
    function between(text,   i, c) {
      for (i = 1; depth > 0 && i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "[" || c == "{") depth++
        if (c == "]" || c == "}") depth--
        if (depth == 0) { printf "%s", c; return substr(text, i + 1) }
      }
      return depth > 0 ? "" : text
    }
    BEGIN { RS = "\""; count = split(keys, list, " "); for (i = 1; i <= count; i++) secret[list[i]] = 1 }
    inside {
      whole = whole $0
      match($0, /\\*$/)
      if (RLENGTH % 2) { whole = whole "\""; next }
      inside = 0
      if (depth == 0) printf "\"%s\"", wipe ? "" : whole
      isKey = depth == 0 && !wipe && (whole in secret)
      wipe = 0
      next
    }
    {
      inside = 1; whole = ""
      if (depth > 0) { printf "%s", between($0); next }
      if (isKey && match($0, /^[ \t\r\n]*:[ \t\r\n]*[[{]/)) {
        printf "%s", substr($0, 1, RLENGTH); depth = 1
        printf "%s", between(substr($0, RLENGTH + 1)); next
      }
      if (isKey && $0 ~ /^[ \t\r\n]*:[ \t\r\n]*$/) wipe = 1
      printf "%s", $0
    }'
}`
