/** What one thing that happens to an object reads and writes at once, and what it may bring about next. */
import { namespaceOf } from '../../apiserver/object.js'
import { nodeOf } from '../../controllers/owner/memory/index.js'
import { type Cause, type Reaction, causesOf } from './cause.js'
import { type Universe, cellOf, cellsOf, clockCell } from './cells.js'
import type { KeyEffectsOf } from './key-effects.js'
import type { Prospects } from './prospects.js'
import type { Setup } from './setup.js'
import type { World } from './world.js'

/** What follows at once from causes in a world. */
export const reactionsIn = (
  setup: Setup,
  { collector }: World,
  universe: Universe,
  { mayWait, mayOrphan, mayBeOwned, namespaces, isSwept, contentOf, servers, isEnding, isSettled }: Prospects,
  { onNumbered, shown, wokenByWrites }: KeyEffectsOf,
): ((cause: Cause) => Reaction) => {
  const { memory } = collector
  const { objects, kinds, numberOf, isStored, linksOf, ownersOf, dependentsOf } = universe
  const reactions = ({ _tag, number }: Cause): Reaction => {
    switch (_tag) {
      case 'Write': {
        const object = objects[number]
        const causes: Cause[] = [{ _tag: 'Graph', number }]
        const kind = kinds[number] ?? ''
        if (setup.reads.some(({ watches }) => watches(kind))) causes.push({ _tag: 'Show', number })
        const namespace =
          object === undefined ? undefined : object.kind === 'Namespace' ? object.metadata.name : namespaceOf(object)
        const swept = namespace === undefined ? undefined : namespaces.get(namespace)
        if (namespace !== undefined && swept !== undefined && isSwept(namespace))
          causes.push({ _tag: 'Sweep', number: swept })
        if (servers.includes(number))
          for (const [name, place] of namespaces) if (isSwept(name)) causes.push({ _tag: 'Sweep', number: place })
        // What a definition served is hidden when it goes.
        if (object?.kind === 'CustomResourceDefinition') causes.push(...causesOf('Attempt', linksOf(number)))
        causes.push(...wokenByWrites)
        if (collector.waiting.length > 0)
          for (const { item } of collector.waiting) {
            const waiting = numberOf(item.uid)
            if (waiting !== undefined) causes.push({ _tag: 'Attempt', number: waiting })
          }
        return { reads: 0n, writes: cellOf(number, 'Stored'), causes }
      }
      case 'Graph':
      case 'Absence': {
        const own = nodeOf(universe.uids[number] ?? '')(memory)
        const isNew = own === undefined || own.virtual || mayBeOwned
        const attempts = [...dependentsOf(number)]
        if (mayWait(number) || isNew) attempts.push(number)
        for (const owner of ownersOf(number)) {
          const node = nodeOf(universe.uids[owner] ?? '')(memory)
          if (mayWait(owner) || (isNew && (node === undefined || node.virtual))) attempts.push(owner)
        }
        const open = attempts.filter((one) => !isSettled(one))
        return {
          reads: 0n,
          writes:
            cellOf(number, 'Node') |
            cellOf(number, 'Flags') |
            cellsOf(open, 'Queued') |
            (isNew ? virtualOwners(number) : 0n),
          causes: [...causesOf('Attempt', open), ...(mayOrphan(number) ? causesOf('Orphan', [number]) : [])],
        }
      }
      case 'Attempt': {
        if (isSettled(number)) return { reads: 0n, writes: 0n, causes: [] }
        const node = nodeOf(universe.uids[number] ?? '')(memory)
        const isAbsent = !isStored(number) || node === undefined || node.virtual
        const dependents = dependentsOf(number)
        // One that is being deleted and has one owner can only be asked to be deleted again.
        const isDecided = isEnding(number) && !mayWait(number) && ownersOf(number).length === 1
        const mayAct = isStored(number) && !isDecided && (ownersOf(number).length > 0 || mayWait(number))
        return {
          reads:
            cellsOf([number, ...dependents], 'Node') |
            cellsOf([number, ...dependents], 'Flags') |
            cellOf(number, 'Queued') |
            cellsOf([number, ...ownersOf(number)], 'Stored'),
          writes: cellOf(number, 'Queued'),
          causes: [
            ...(mayAct ? causesOf('Write', [number]) : []),
            ...(isAbsent ? causesOf('Absence', [number]) : []),
            ...(mayWait(number) ? causesOf('Attempt', dependents) : []),
          ],
        }
      }
      case 'Orphan':
        return {
          reads: cellsOf([number, ...dependentsOf(number)], 'Node') | cellOf(number, 'Queued'),
          writes: cellOf(number, 'Queued'),
          causes: causesOf('Write', [number, ...dependentsOf(number)]),
        }
      case 'Show': {
        return { reads: 0n, writes: cellOf(number, 'Shown'), causes: shown(number) }
      }
      case 'Key': {
        const { reads, causes } = onNumbered(number)
        return { reads, writes: 0n, causes }
      }
      case 'Sweep': {
        const content = contentOf(objects[number]?.metadata.name ?? '')
        // Once everyCell is being deleted, sweeps only wait for the last object to go, whichever that is.
        if (content.every(isEnding))
          return { reads: cellsOf(servers, 'Stored'), writes: 0n, causes: causesOf('Write', [number]) }
        return {
          reads: clockCell | cellsOf([number, ...content, ...servers], 'Stored'),
          writes: 0n,
          causes: causesOf('Write', [number, ...content]),
        }
      }
    }
  }
  const virtualOwners = (number: number): bigint =>
    cellsOf(
      ownersOf(number).filter((owner) => nodeOf(universe.uids[owner] ?? '')(memory) === undefined),
      'Node',
    )
  return reactions
}
