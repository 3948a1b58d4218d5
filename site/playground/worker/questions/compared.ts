/** Where a deletion differs from the same with kubectl's default policy: what ends otherwise, and what goes at another time. */
import type { CascadeView } from 'gcplan/view'

import type { Fate } from '../../graph/graph'
import { endsOf, fateAt, turnsOf } from '../../views/cascade/fates'
import type { ComparedRow, ComparedView, ObjectEnd } from '../answers'

/** `here` against `there`, of the same snapshot; what ends otherwise comes first. Null where a graph leaves objects out. */
export const comparedWith = (there: CascadeView, here: CascadeView): ComparedView | null => {
  if (!isWhole(there) || !isWhole(here)) return null
  const [after, before] = [rowsOf(here), rowsOf(there)]
  const rows = [...new Map([...before, ...after]).values()].flatMap(({ id, said }): ReadonlyArray<ComparedRow> => {
    const ends = { here: after.get(id)?.end ?? untouched, there: before.get(id)?.end ?? untouched }
    return ends.here.fate === ends.there.fate && ends.here.wave === ends.there.wave ? [] : [{ id, said, ...ends }]
  })
  const ending = rows.filter((row) => row.here.fate !== row.there.fate)
  const moving = rows.filter((row) => row.here.fate === row.there.fate)
  return { said: saidOf(ending.length, moving.length), rows: [...ending, ...moving] }
}

const isWhole = ({ graph }: CascadeView): boolean => graph?.omitted === 0

interface Row {
  readonly id: string
  readonly said: string
  readonly end: ObjectEnd
}

/** What a whole graph does not show is not touched. */
const untouched: ObjectEnd = { fate: 'stays', wave: null }

const rowsOf = (view: CascadeView): ReadonlyMap<string, Row> => {
  const fateInTheEnd = fateAt(Infinity, turnsOf(view), endsOf(view))
  return new Map(
    (view.graph?.nodes ?? []).map((node) => {
      const fate: Fate = fateInTheEnd(node)
      const wave = node.goes ?? node.begins
      return [
        node.id,
        { id: node.id, said: `${node.kind} ${node.label}`, end: { fate, wave: wave === null ? null : wave + 1 } },
      ]
    }),
  )
}

const objects = (count: number): string => (count === 1 ? 'one object' : `${count} objects`)

const saidOf = (ending: number, moving: number): string =>
  ending + moving === 0
    ? 'Every object ends the same, in the same wave.'
    : ending === 0
      ? `Every object ends the same, ${objects(moving)} in another wave.`
      : moving === 0
        ? `The end differs for ${objects(ending)}.`
        : `The end differs for ${objects(ending)}, and the wave for ${objects(moving)} more.`
