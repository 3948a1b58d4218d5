/**
 * Answers how text from outside is shown on one line of a terminal: control characters are escaped, digests shortened.
 */

// C0, DEL, C1, and the characters that reorder or break lines.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Escapes what would break a line or steer a terminal. */
export const safeText = (text: string): string =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const digest = /[0-9a-f]{32,}/g
const digestLength = 12

/**
 * Shortens the hexadecimal digests in ids to twelve figures. Ids that would read the same stay whole, so that no two of
 * them are confused.
 */
export const shortenIds = (ids: Iterable<string>): ((id: string) => string) => {
  const owners = new Map<string, string | null>()
  for (const id of ids) {
    const short = shorten(id)
    const owner = owners.get(short)
    owners.set(short, owner === undefined || owner === id ? id : null)
  }
  return (id) => (owners.get(shorten(id)) === id ? shorten(id) : id)
}

const shorten = (id: string): string => id.replace(digest, (figures) => figures.slice(0, digestLength))
