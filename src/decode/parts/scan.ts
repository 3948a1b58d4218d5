/**
 * Finds where a JSON token ends in a text that comes in parts: a value by its depth, strings and escapes, or a key with its
 * colon. What lies between is for `JSON.parse` to judge; only what cannot be the rest of a string ends one early.
 */

/** How far a token is read; a key begins with a quote. */
export interface Scan {
  readonly isKey: boolean
  /** Brackets that are open. */
  depth: number
  inside: 'start' | 'nested' | 'string' | 'escape' | 'scalar' | 'colon'
}

export const scanOf = (isKey: boolean): Scan => ({ isKey, depth: 0, inside: 'start' })

/** The place behind the token; undefined if it goes on in the next part. */
export const endOf = (scan: Scan, text: string, from: number): number | undefined => {
  let at = from
  while (at < text.length) {
    switch (scan.inside) {
      case 'start':
        at = begin(scan, text, at)
        break
      case 'string':
        at = endOfRun(text, at)
        if (at < text.length) {
          const code = text.charCodeAt(at++)
          if (code === backslash) scan.inside = 'escape'
          else if (code !== quote) return at
          else if (scan.depth > 0) scan.inside = 'nested'
          else if (scan.isKey) scan.inside = 'colon'
          else return at
        }
        break
      case 'escape':
        at++
        scan.inside = 'string'
        break
      case 'nested':
        at = endOfNesting(scan, text, at)
        if (scan.depth === 0) return at
        break
      case 'colon':
        at = skipBlank(text, at)
        if (at < text.length) return text[at] === ':' ? at + 1 : at
        break
      case 'scalar':
        while (at < text.length && !delimiters.has(text.charCodeAt(at))) at++
        if (at < text.length) return at
        break
    }
  }
  return undefined
}

/** The first character that is no blank; the length if there is none. */
export const skipBlank = (text: string, from: number): number => {
  let at = from
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

const [quote, backslash] = [0x22, 0x5c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** A scalar ends before any of these. */
const delimiters: ReadonlySet<number> = new Set(Array.from(' \t\n\r,:"[]{}', (one) => one.charCodeAt(0)))

/** The first character decides what a token is. */
const begin = (scan: Scan, text: string, at: number): number => {
  const code = text.charCodeAt(at)
  if (code === quote) {
    scan.inside = 'string'
    return at + 1
  }
  scan.inside = code === openBrace || code === openBracket ? 'nested' : 'scalar'
  return at
}

/** The next quote, backslash or control character of a string. */
const endOfRun = (text: string, from: number): number => {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote || code === backslash || code < 0x20) break
  }
  return at
}

/** Behind the bracket that closes the value, or behind the quote that begins a string in it. */
const endOfNesting = (scan: Scan, text: string, from: number): number => {
  let { depth } = scan
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at++)
    if (code === quote) {
      scan.inside = 'string'
      break
    }
    if (code === openBrace || code === openBracket) depth++
    else if ((code === closeBrace || code === closeBracket) && --depth === 0) break
  }
  scan.depth = depth
  return at
}
