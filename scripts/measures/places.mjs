/** Prints places by folder, so that one finds where the work lies. */
import { dirname } from 'node:path'

/** @param {ReadonlyArray<string>} places each `file:line` @returns {string} */
export const byFolder = (places) => {
  /** @type {Map<string, string[]>} */
  const folders = new Map()
  for (const place of places) {
    const folder = dirname(place)
    folders.set(folder, [...(folders.get(folder) ?? []), place])
  }
  return [...folders]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([folder, inside]) => [`${folder} (${inside.length})`, ...inside.map((place) => `  ${place}`)])
    .join('\n')
}
