/**
 * Answers what the command line asks for.
 */

/** What to play. */
export type Command =
  | { readonly _tag: 'Whole'; readonly name: string | null; readonly fresh: boolean }
  | { readonly _tag: 'Block'; readonly name: string; readonly block: number }
  | { readonly _tag: 'Sample'; readonly blocks: number }
  | { readonly _tag: 'Misused'; readonly because: string }

/** How the command is used. */
export const usage = `usage: atlas [--fresh] [NAME]
       atlas NAME --block B
       atlas --sample N

Decides every case of every universe of vectors/atlas, or of the one called NAME, and compares digests of blocks with those
of the real code. Blocks that were equal before, with the same code, are not played again; --fresh plays all.
--block plays one block. --sample plays N blocks: the first of each universe, then others that the commit draws.`

/** Reads the words after the command's name. */
export const readArguments = (words: ReadonlyArray<string>): Command => {
  const numbers = new Map<string, number>()
  const names: string[] = []
  let fresh = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--fresh') fresh = true
    else if (word === '--block' || word === '--sample') {
      const number = wholeNumber(words[++at])
      if (number === null) return misused(`${word} wants a whole number`)
      numbers.set(word, number)
    } else if (word.startsWith('-')) return misused(`unknown option ${word}`)
    else names.push(word)
  }
  const [name = null, ...more] = names
  if (more.length > 0) return misused('more than one NAME')
  const [block, blocks] = [numbers.get('--block'), numbers.get('--sample')]
  if (block !== undefined)
    return name === null || fresh || blocks !== undefined
      ? misused('--block goes with a NAME alone')
      : { _tag: 'Block', name, block }
  if (blocks !== undefined)
    return name !== null || fresh || blocks === 0
      ? misused('--sample goes alone, with a number above zero')
      : { _tag: 'Sample', blocks }
  return { _tag: 'Whole', name, fresh }
}

const misused = (because: string): Command => ({ _tag: 'Misused', because })

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
