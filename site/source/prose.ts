/** Tells code from prose in a page of Markdown, so that what is said of links is not said of code. */

const CODE = /^(`{3,})[^\n]*\n[\s\S]*?^\1[ \t]*$|`[^`\n]+`/gm

/** A page with its prose changed; code, in blocks and in lines, stays. */
export const mapProse = (text: string, change: (prose: string) => string): string => {
  // Code is set aside rather than cut at, so that a link whose text is code stays whole.
  const codes: string[] = []
  const marked = text.replace(CODE, (code) => `\u0000${codes.push(code) - 1}\u0000`)
  return change(marked).replace(/\u0000(\d+)\u0000/g, (_, index: string) => codes[Number(index)] ?? '')
}

/** The anchor that code hosts give to a heading: lower case, no punctuation, hyphens for blanks. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/<[^>]*>/g, '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** All anchors of a page; the second of a name ends in `-1`. */
export const anchorsOf = (text: string): ReadonlySet<string> => {
  const anchors = new Set<string>()
  const withoutBlocks = text.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1[ \t]*$/gm, '')
  for (const [, heading = ''] of withoutBlocks.matchAll(/^#+ (.+)$/gm)) {
    const anchor = anchorOf(heading)
    let free = anchor
    for (let again = 1; anchors.has(free); again++) free = `${anchor}-${again}`
    anchors.add(free)
  }
  return anchors
}

/** What a page calls itself. */
export const titleOf = (text: string, otherwise: string): string =>
  (/^# (.+)$/m.exec(text)?.[1] ?? otherwise).replaceAll('`', '')
