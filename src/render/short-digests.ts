/** Shortens digests in texts for people. */

// A digest that stands for itself: not a part of a longer name.
const digest = /(?<![\w-])[0-9a-f]{32,}(?![\w-]|\.\w)/g
const word = /\S+/g
/** Most texts hold no digest, and a look at one costs a tenth of taking it apart. */
const mayHoldDigest = /[0-9a-f]{32}/
const digestLength = 12

/**
 * Shortens digests to twelve hex digits, as plans and tables print them.
 *
 * Shape: given the ids that are printed together, a function for these ids and for sentences about them. Ids whose
 * short forms would be equal keep their whole digests; so does a digest inside an absolute path, so that the path can
 * be used.
 *
 * @example
 * ```ts
 * import { shortenDigests } from 'gcplan/render'
 *
 * const id = `overlayfs/sha256:${'ab'.repeat(32)}`
 * console.log(shortenDigests([id])(`the parent of ${id}`)) // the parent of overlayfs/sha256:abababababab
 * ```
 */
export const shortenDigests = (ids: Iterable<string>): ((text: string) => string) => {
  const owners = new Map<string, string | null>()
  for (const id of ids)
    for (const [figures] of mayHoldDigest.test(id) ? id.matchAll(digest) : []) {
      const short = figures.slice(0, digestLength)
      const owner = owners.get(short)
      owners.set(short, owner === undefined || owner === figures ? figures : null)
    }
  const shorten = (figures: string): string => {
    const short = figures.slice(0, digestLength)
    const owner = owners.get(short)
    return owner === undefined || owner === figures ? short : figures
  }
  return (text) =>
    mayHoldDigest.test(text)
      ? text.replace(word, (whole) => (whole.startsWith('/') ? whole : whole.replace(digest, shorten)))
      : text
}
