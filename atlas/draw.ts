/**
 * Answers which blocks a sample plays: the first of each universe, then one more of each in turn, drawn by a text. The same
 * text draws the same blocks.
 */
import { createHash } from 'node:crypto'

import type { Block } from './play.js'

/** A universe and how many blocks it has. */
export interface Sized {
  readonly name: string
  readonly blocks: number
}

/** So many blocks, or all there are; at least one of each universe. */
export const drawBlocks = (universes: ReadonlyArray<Sized>, count: number, seed: string): ReadonlyArray<Block> => {
  const drawn: Block[] = []
  const orders = universes.map((universe) => ({ name: universe.name, order: orderOf(universe, seed) }))
  const longest = Math.max(0, ...universes.map(({ blocks }) => blocks))
  for (let turn = 0; turn < longest; turn++)
    for (const { name, order } of orders) {
      const block = order[turn]
      if (block !== undefined && (turn === 0 || drawn.length < count)) drawn.push({ name, block })
    }
  return drawn
}

/** The first block, then the others as their hashes are sorted. */
const orderOf = ({ name, blocks }: Sized, seed: string): ReadonlyArray<number> => {
  const keyed = Array.from({ length: Math.max(0, blocks - 1) }, (_, at) => {
    const block = at + 1
    return { block, key: createHash('sha256').update(`${seed} ${name} ${block}`).digest('hex') }
  })
  return [0, ...keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ block }) => block)]
}
