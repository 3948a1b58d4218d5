/** Puts a link below each command of a page whose files the playground can open: it holds the files and the question. */
import { basename } from 'node:path'

import { longestFragment } from '../playground/state/fragment.js'
import { playgroundFragment } from '../playground/state/link-node.js'
import { askedBy } from './asked.js'
import { textOf } from './repository.js'

const CONSOLE = /^```console\n\$ ((?:.*\\\n)*.*)\n[\s\S]*?^```$/gm

/** Words of a command as a shell sees them; the examples quote nothing else. */
const wordsOf = (command: string): ReadonlyArray<string> =>
  [...command.trim().matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(([word, single, double]) => single ?? double ?? word)

/** The link of a command; nothing where it reads no file, or its files are too large for an address. */
const linkOf = (line: string): string | undefined => {
  const parts = line.replaceAll('\\\n', ' ').split('|').map(wordsOf)
  const piped = parts.flatMap(([program, ...files]) => (program === 'cat' ? files : []))
  const command = parts.find(([program]) => program === 'gcplan')
  const asked = command === undefined ? undefined : askedBy(command.slice(1), piped)
  if (asked === undefined || asked.files.length === 0) return undefined
  const files = asked.files.map((file) => ({ name: basename(file), text: textOf(file) }))
  const fragment = playgroundFragment({ files, question: asked.question })
  return fragment.length > longestFragment ? undefined : fragment
}

/** A page with its links. */
export const withExamples = (text: string): string =>
  text.replace(CONSOLE, (block: string, line: string) => {
    const fragment = linkOf(line)
    return fragment === undefined ? block : `${block}\n\n[Open in the playground](/playground/${fragment}){.opens}`
  })
