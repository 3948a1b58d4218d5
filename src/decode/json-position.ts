/**
 * The position of a JSON syntax error. Used only on broken text, because what `JSON.parse` reports differs between
 * Node.js releases.
 */

const blank = /[ \t\n\r]*/y
const scalar =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const key = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"[ \t\n\r]*:/y

/** What must come next: a value, a key, or the end of a value. `first` admits an empty array or object. */
type Next = 'value' | 'first-value' | 'key' | 'first-key' | 'end'

/** The position of the first token that is invalid JSON; the length if the text ends too early. */
export const brokenAt = (text: string): number => {
  const open: ('{' | '[')[] = []
  let at = 0
  let next: Next = 'value'
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found !== null
  }
  for (;;) {
    skip(blank)
    const here = text[at]
    if (here === undefined) return at
    if (next === 'end') {
      const inside = open.at(-1)
      if (inside === undefined) return at
      if (here === ',') next = inside === '{' ? 'key' : 'value'
      else if (here === closing[inside]) open.pop()
      else return at
      at++
    } else if ((next === 'first-value' && here === ']') || (next === 'first-key' && here === '}')) {
      open.pop()
      next = 'end'
      at++
    } else if (next === 'key' || next === 'first-key') {
      if (!skip(key)) return at
      next = 'value'
    } else if (here === '{' || here === '[') {
      open.push(here)
      next = here === '{' ? 'first-key' : 'first-value'
      at++
    } else {
      if (!skip(scalar)) return at
      next = 'end'
    }
  }
}

const closing = { '{': '}', '[': ']' } as const
