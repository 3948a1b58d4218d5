/** What has become of each object after so many waves. */
import type { CascadeView, ChangeView, GraphNode } from 'gcplan/view'

import type { Fate } from '../../graph/graph.js'

/** One change of an object, with the place of its wave. */
export interface Turn {
  readonly wave: number
  readonly change: ChangeView
}

/** What happens to each object, by uid and in order; waves are told in full only where they are short. */
export const turnsOf = ({ waves }: CascadeView): ReadonlyMap<string, ReadonlyArray<Turn>> => {
  const turns = new Map<string, Turn[]>()
  waves.forEach(({ changes }, wave) => {
    for (const change of changes) {
      const own = turns.get(change.target.id)
      if (own === undefined) turns.set(change.target.id, [{ wave, change }])
      else own.push({ wave, change })
    }
  })
  return turns
}

const fates: Readonly<Record<ChangeView['what'], Fate | undefined>> = {
  Removed: 'gone',
  Marked: 'marked',
  Patched: 'changed',
  Created: 'made',
  Asked: undefined,
}

/** What holds only once all waves have passed: what is stuck, and what goes later. */
export type Ends = ReadonlyMap<string, Fate>

/** Before the last wave nothing is settled. */
export const noEnds: Ends = new Map()

/** How objects end that no wave removes. */
export const endsOf = ({ sections: { later, stuck } }: CascadeView): Ends =>
  new Map([
    ...later.lines.map(({ target }) => [target.id, 'goes'] as const),
    ...stuck.lines.map(({ target }) => [target.id, 'stuck'] as const),
  ])

/** The fate of an object when `step` waves have passed. */
export const fateAt =
  (step: number, turns: ReadonlyMap<string, ReadonlyArray<Turn>>, ends: Ends) =>
  ({ id, state, begins, goes, isLost }: GraphNode): Fate => {
    if (state === 'absent') return 'absent'
    if (goes !== null && goes < step) return isLost ? 'lost' : 'gone'
    const end = ends.get(id)
    if (end !== undefined) return end
    const past = (turns.get(id) ?? []).filter(({ wave }) => wave < step)
    const last = past.flatMap(({ change }) => fates[change.what] ?? []).at(-1)
    if (last !== undefined) return last
    if (begins !== null && begins < step && past.length === 0) return goes === null ? 'changed' : 'marked'
    return state === 'unknown' ? 'unknown' : 'stays'
  }
