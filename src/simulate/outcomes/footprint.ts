/**
 * What may follow from an event, in cells: no less than what does, often more. Two transitions of which neither bears on
 * what may follow from the other can come in either order, to the same end.
 */
import { foregroundFinalizer, hasFinalizer, orphanFinalizer, type WholeObject } from '../../apiserver/object.js'
import type { Change } from '../../controllers/controller.js'
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import { nodeOf } from '../../controllers/owner/memory/index.js'
import type { Cause, Reaction } from './cause.js'
import { type Footprint, type Universe, cellOf, cellsOf, everyCell } from './cells.js'
import { heedsIn } from './heeds.js'
import { type KeyEffects, keyEffectsIn } from './key-effects.js'
import { prospectsIn } from './prospects.js'
import { reactionsIn } from './reactions.js'
import type { Setup } from './setup.js'
import { type World, queueKey } from './world.js'

/** Actors that make no step, as names that `footprint.ts` gives them. */
export type Without = ReadonlySet<string>

/** The informer of a kind that feeds typed controllers, as an actor. */
export const informerOf = (kind: string): string => `informer ${kind}`

/** The informer of a kind that feeds the graph, as an actor. */
export const graphInformerOf = (kind: string): string => `graph ${kind}`

/** Whoever attempts to delete an object, by its number. */
export const attemptOn = (number: number): string => `attempt ${number}`

/** What may follow in one world. */
export interface Effects {
  /** Everything that may follow from causes. */
  readonly follow: (causes: ReadonlyArray<Cause>, without?: Without) => Footprint
  /** What a typed controller reads when it works on a key, and what it may bring about. */
  readonly onKey: (controller: number, key: string) => KeyEffects
  /** What is read and written at once when the graph hears of a change, and what that may bring about. */
  readonly onGraph: (change: Change) => Reaction
  /** What the server reads to find the place of an object: its namespace and the definition of its kind. */
  readonly placeOf: (
    object: Pick<WholeObject, 'apiVersion' | 'kind'> & { readonly namespace?: string | undefined },
  ) => bigint
  /** The cells of objects of which no change can be missed by those who work on a key. */
  readonly heeded: (controller: number, key: string) => bigint
  /** It is being deleted, and to delete it in the background changes nothing. */
  readonly isEnding: (number: number) => boolean
  /** Whatever the owner collector still learns of it or attempts on it changes nothing else. */
  readonly isSettled: (number: number) => boolean
  /** It may come to wait for its dependents, as an owner. */
  readonly mayWait: (number: number) => boolean
  /** Owners may be named anew. */
  readonly mayBeOwned: boolean
}

const nobody: Without = new Set()

/** What may follow in a world. */
export const effectsIn = (setup: Setup, world: World, universe: Universe): Effects => {
  const { memory } = world.collector
  const { numberOf } = universe
  const prospects = prospectsIn(setup, world, universe)
  const { mayWait, isEnding, namespaces, definitions } = prospects
  const keyEffects = keyEffectsIn(setup, world, universe, prospects)
  const { onKey } = keyEffects
  const reactions = reactionsIn(setup, world, universe, prospects, keyEffects)
  const known = new Map<string, Reaction>()
  const reactionsOf = (cause: Cause): Reaction => {
    const key = `${cause._tag}${cause.number}`
    const before = known.get(key)
    if (before !== undefined) return before
    const made = reactions(cause)
    known.set(key, made)
    return made
  }
  const sweeper = setup.names.indexOf(namespaceControllerName)
  /** Whoever does it; what comes from events of a kind comes in their order. */
  const actorOf = ({ _tag, number }: Cause): string => {
    switch (_tag) {
      case 'Graph':
        return graphInformerOf(universe.kinds[number] ?? '')
      case 'Show':
        return informerOf(universe.kinds[number] ?? '')
      case 'Attempt':
        return attemptOn(number)
      case 'Key':
        return keyEffects.textOf(number)
      case 'Sweep':
        return queueKey(sweeper, universe.objects[number]?.metadata.name ?? '')
      default:
        return ''
    }
  }
  return {
    follow: (causes, without = nobody) => {
      const met = new Set<string>()
      const open = [...causes]
      const footprint: Footprint = { reads: 0n, writes: 0n }
      for (let cause = open.pop(); cause !== undefined; cause = open.pop()) {
        const key = `${cause._tag}${cause.number}`
        if (met.has(key)) continue
        met.add(key)
        if (without.size > 0 && without.has(actorOf(cause))) continue
        const { reads, writes, causes: further } = reactionsOf(cause)
        footprint.reads |= reads
        footprint.writes |= writes
        if (reads === everyCell) return { reads: everyCell, writes: everyCell }
        open.push(...further)
      }
      return footprint
    },
    onKey,
    onGraph: (change) => {
      const number = numberOf(change.object.metadata.uid)
      if (number === undefined) return { reads: 0n, writes: everyCell, causes: [] }
      const node = nodeOf(change.object.metadata.uid)(memory)
      if (node === undefined && change._tag === 'Deleted')
        return { reads: cellOf(number, 'Node'), writes: 0n, causes: [] }
      const isPlain =
        change._tag === 'Updated' &&
        node !== undefined &&
        !node.virtual &&
        JSON.stringify(node.owners) === JSON.stringify(change.object.metadata.ownerReferences ?? []) &&
        !hasFinalizer(orphanFinalizer)(change.object) &&
        !hasFinalizer(foregroundFinalizer)(change.object)
      if (isPlain) return { reads: 0n, writes: cellOf(number, 'Flags'), causes: [] }
      const { writes, causes } = reactionsOf({ _tag: 'Graph', number })
      return { reads: 0n, writes, causes }
    },
    placeOf: ({ apiVersion, kind, namespace }) => {
      const definition = definitions.get(
        `${kind}.${apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''}`,
      )
      const space = namespace === undefined ? undefined : namespaces.get(namespace)
      return cellsOf(
        [definition, space].filter((one) => one !== undefined),
        'Stored',
      )
    },
    heeded: heedsIn(setup, world, universe),
    isEnding,
    isSettled: prospects.isSettled,
    mayWait,
    mayBeOwned: prospects.mayBeOwned,
  }
}
