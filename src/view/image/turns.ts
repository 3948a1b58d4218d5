/**
 * Simulates a plan of an image collection in which removals fail, as the kubelet continues: a failure in the age pass ends the run after
 * that pass; the space pass goes on to the next image, also to one of the reserve, until what it counts is enough.
 */
import { sumOfFrees } from '../../core/frees.js'
import { int64ToBigint } from '../../core/int64.js'
import type { Removal } from '../../core/plan.js'
import type { Plan } from '../../kubelet/image/plan.js'
import type { Family } from '../../kubelet/image/reason.js'
import type { ImageTurn } from './model.js'

/** A removal and its result. */
export interface Turn {
  readonly removal: Removal<Family>
  readonly pass: string
  readonly outcome: ImageTurn['outcome']
  readonly isReserve: boolean
}

/** The turns of a plan, in order; by ids of images whose removal fails. */
export const turnsOf = ({ passes }: Plan, fails: ReadonlySet<string>): ReadonlyArray<Turn> => {
  const turns: Turn[] = []
  let isOver = false
  for (const { name, goal, onFailure, removals, reserve } of passes) {
    const wanted = goal._tag === 'FreeBytes' ? int64ToBigint(goal.bytes) : null
    let counted = 0n
    let isMet = false
    let hasFailed = false
    for (const [place, removal] of [...removals, ...reserve].entries()) {
      const isReserve = place >= removals.length
      const outcome = isOver || isMet ? 'spared' : fails.has(removal.target.imageId) ? 'failed' : 'removed'
      if (outcome === 'removed') {
        counted += int64ToBigint(removal.frees)
        isMet = wanted !== null && counted >= wanted
      }
      if (outcome === 'failed') hasFailed = true
      turns.push({ removal, pass: name, outcome, isReserve })
    }
    isOver = isOver || (hasFailed && onFailure !== 'continue')
  }
  return turns
}

/** Bytes that the kubelet counts for some turns. */
export const countedBy = (turns: ReadonlyArray<Turn>): bigint => sumOfFrees(turns.map(({ removal }) => removal))
