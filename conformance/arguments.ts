/**
 * Answers what the command line asks for.
 */

/** What to do with the files. */
export type Command =
  | { readonly _tag: 'Run'; readonly files: ReadonlyArray<string> }
  | { readonly _tag: 'SelfCheck'; readonly files: ReadonlyArray<string>; readonly sample: number }
  | { readonly _tag: 'Misused'; readonly because: string }

/** How the command is used. */
export const usage = `usage: conformance FILE...
       conformance --self-check [--sample N] FILE...

Replays recorded cases and compares the answers: FILE: P passed, F failed, S skipped.
--self-check alters every recorded answer in one place at a time, at most N alterations per case, and expects each
altered case to fail.`

/** Reads the words after the command's name. */
export const readArguments = (words: ReadonlyArray<string>): Command => {
  const files: string[] = []
  let sample: number | null = null
  let selfCheck = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '--self-check') selfCheck = true
    else if (word === '--sample' || word.startsWith('--sample=')) {
      sample = positive(word === '--sample' ? words[++index] : word.slice('--sample='.length))
      if (sample === null) return { _tag: 'Misused', because: '--sample wants a whole number above zero' }
    } else if (word.startsWith('--')) return { _tag: 'Misused', because: `unknown option ${word}` }
    else files.push(word)
  }
  if (files.length === 0) return { _tag: 'Misused', because: 'no FILE given' }
  if (selfCheck) return { _tag: 'SelfCheck', files, sample: sample ?? Number.POSITIVE_INFINITY }
  return sample === null ? { _tag: 'Run', files } : { _tag: 'Misused', because: '--sample goes with --self-check' }
}

const positive = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
