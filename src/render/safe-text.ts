/**
 * Answers how text from outside is shown on one line of a terminal: control characters are escaped, digests shortened.
 */

// C0, DEL, C1, the characters that reorder or break lines, and what is no character at all.
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/gu

/** Escapes what would break a line or steer a terminal. */
export const safeText = (text: string): string =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

// A digest that stands for itself: not a part of a path or of a longer name.
const digest = /(?<![\w/-])[0-9a-f]{32,}(?![\w-]|\.\w)/g
const digestLength = 12

/**
 * Shortens digests in ids and sentences to twelve figures. Digests among the ids that would read the same stay whole, so
 * that no two of them are confused; a digest inside a path stays whole, so that the path can be used.
 */
export const shortenDigests = (ids: Iterable<string>): ((text: string) => string) => {
  const owners = new Map<string, string | null>()
  for (const id of ids)
    for (const [figures] of id.matchAll(digest)) {
      const short = figures.slice(0, digestLength)
      const owner = owners.get(short)
      owners.set(short, owner === undefined || owner === figures ? figures : null)
    }
  return (text) =>
    text.replace(digest, (figures) => {
      const short = figures.slice(0, digestLength)
      const owner = owners.get(short)
      return owner === undefined || owner === figures ? short : figures
    })
}
