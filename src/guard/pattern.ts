/** Pin patterns for names: exact, prefix, or substring. */

/**
 * True for a name that a pin means: `name`, `begins*`, `*part*`. A pin without a star also means the name with any tag or
 * digest. A pin with a star elsewhere, or that is empty, means nothing; a star alone means everything.
 */
export const matches = (pin: string, name: string): boolean => {
  const first = pin.indexOf('*')
  if (first < 0) return pin !== '' && (name === pin || isTagged(pin, name))
  if (first === pin.length - 1) return name.startsWith(pin.slice(0, -1))
  return first === 0 && pin.indexOf('*', 1) === pin.length - 1 && name.includes(pin.slice(1, -1))
}

/** True for a pin that means something. */
export const isPin = (pin: unknown): boolean => {
  if (typeof pin !== 'string' || pin === '') return false
  const first = pin.indexOf('*')
  return first < 0 || first === pin.length - 1 || (first === 0 && pin.indexOf('*', 1) === pin.length - 1)
}

/** True for `pin:tag` and `pin@digest`. */
const isTagged = (pin: string, name: string): boolean =>
  name.startsWith(pin) && /^(:[^:/@]+)?(@[^@/]+)?$/.test(name.slice(pin.length))
