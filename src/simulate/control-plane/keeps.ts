/** Puts together why an object stays, of what all collectors say of it. */
import { elementAt } from '../../internal/lists.js'
import type { AnyKept, AnyPass } from './any-collector.js'
import type { Answers } from './ask.js'
import type { CollectorName } from './collector-names.js'
import type { KeepReason } from './reason.js'
import { type Listing, listNames } from './views.js'

/** What one pass says of the objects of one list. */
interface Layer {
  readonly collector: CollectorName
  readonly pass: AnyPass
  /** What was said of the object before. */
  before: AnyKept['reasons'] | null
  said: ReadonlyArray<KeepReason>
}

interface Layers {
  readonly all: ReadonlyArray<Layer>
  said: ReadonlyArray<KeepReason>
}

const nothing: ReadonlyArray<KeepReason> = []

/**
 * The reasons of all collectors to keep the object at a place, in the order in which they were asked. Neighbours of one kind
 * often have all of them between them, and share one list.
 */
export const keepsIn = (
  answers: Answers,
  { numbers, indexes }: Listing,
): ((place: number) => ReadonlyArray<KeepReason>) => {
  const layers = [null, ...listNames].map((name): Layers => ({
    all: answers.flatMap(({ collector, passes }) =>
      passes
        .filter(({ list, kept }) => kept.length > 0 && (list === null || list === name))
        .map((pass): Layer => ({ collector, pass, before: null, said: nothing })),
    ),
    said: nothing,
  }))
  return (place) => {
    const one = elementAt(layers, numbers[place] ?? 0)
    const index = indexes[place] ?? 0
    let isSame = true
    for (const layer of one.all) {
      const { list, kept } = layer.pass
      const now = kept[list === null ? place : index] ?? null
      if (now === layer.before) continue
      isSame = false
      layer.before = now
      layer.said = now === null ? nothing : now.map((reason) => ({ _tag: layer.collector, reason }) as KeepReason)
    }
    if (!isSame) one.said = together(one.all)
    return one.said
  }
}

/** The list of one that alone says something, or one list of all. */
const together = (layers: ReadonlyArray<Layer>): ReadonlyArray<KeepReason> => {
  let count = 0
  let last = nothing
  for (const { said } of layers)
    if (said.length > 0) {
      count += said.length
      last = said
    }
  if (count === last.length) return last
  const all = new Array<KeepReason>(count)
  let index = 0
  for (const { said } of layers) for (const reason of said) all[index++] = reason
  return all
}
