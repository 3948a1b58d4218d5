/**
 * Answers which blocks were equal before, with the same code: a file holds a hash of the code, then one line per block.
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import type { Block } from './play.js'

/** Blocks that need not be played again. */
export interface Remembered {
  readonly holds: (block: Block) => boolean
  readonly add: (block: Block) => void
}

/** Opens the memory; it starts anew when the code is another one, or when told so. */
export const openMemory = (file: string, code: string, fresh: boolean): Remembered => {
  const [head, ...lines] = fresh ? [] : linesOf(file)
  const known = new Set(head === code ? lines : [])
  if (known.size === 0) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${code}\n`)
  }
  return {
    holds: (block) => known.has(textOf(block)),
    add: (block) => appendFileSync(file, `${textOf(block)}\n`),
  }
}

const textOf = ({ name, block }: Block): string => `${name} ${block}`

const linesOf = (file: string): ReadonlyArray<string> => {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch {
    return []
  }
}
