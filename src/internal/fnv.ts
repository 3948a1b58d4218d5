/** FNV-1a over the UTF-16 code units of a text: 32 bits, from 0. */
export const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return hash >>> 0
}
