/** A name cut in the middle, since generated names differ at their ends. */
export const shortened = (name: string, most: number): string => {
  const letters = Array.from(name)
  if (letters.length <= most) return name
  const tail = Math.floor((most - 1) / 2)
  return `${letters.slice(0, most - 1 - tail).join('')}…${letters.slice(letters.length - tail).join('')}`
}

/** Digests cut to what tells them apart, wherever they stand in a text. */
export const shortDigest = (text: string): string => text.replace(/\b(?:sha256:)?([0-9a-f]{12})[0-9a-f]{20,}\b/g, '$1…')
