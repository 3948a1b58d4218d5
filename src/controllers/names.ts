/**
 * Names of objects that controllers make. The real ones draw letters at random, or hash a template; these are made of a
 * counter and of the content, so that the same simulation always gives the same names.
 */
import { canonicalJson } from '../internal/canonical-json.js'

/**
 * No vowels, and no digits that look like letters.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/util/rand/rand.go alphanums
 */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** How many letters are made up, and how many a whole name may have. */
const madeUp = 5
const longest = 63

/**
 * The first free name of a base and five letters, e.g. `web-` gives `web-bbbbb`.
 *
 * Shape: `isTaken` says whether a name is taken; a base that is too long is cut.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/storage/names/generate.go GenerateName
 */
export const generatedName = (base: string, isTaken: (name: string) => boolean): string =>
  generatedNames(base, 1, isTaken)[0] ?? base

/** So many free names of a base. */
export const generatedNames = (
  base: string,
  count: number,
  isTaken: (name: string) => boolean,
): ReadonlyArray<string> => {
  const cut = base.slice(0, longest - madeUp)
  const names: string[] = []
  for (let number = 0; names.length < count && number < alphabet.length ** madeUp; number++) {
    const name = `${cut}${lettersOf(number)}`
    if (!isTaken(name)) names.push(name)
  }
  return names
}

/** A number in five letters. */
const lettersOf = (number: number): string => {
  let letters = ''
  for (let rest = number; letters.length < madeUp; rest = Math.floor(rest / alphabet.length))
    letters = `${alphabet.charAt(rest % alphabet.length)}${letters}`
  return letters
}

/**
 * A hash of any content, as names of ReplicaSets and ControllerRevisions end in one. Equal content gives the same hash; it
 * is not the one that the real controllers compute.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/controller_utils.go ComputeHash
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/util/rand/rand.go SafeEncodeString
 */
export const contentHash = (content: unknown): string => {
  let hash = 0x811c9dc5
  for (const letter of canonicalJson(content)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return String(hash >>> 0).replace(/./g, (digit) => alphabet.charAt(digit.charCodeAt(0) % alphabet.length))
}
