/** What typed controllers read when they work on keys, and what they may bring about. */
import type { WholeObject } from '../../apiserver/object.js'
import type { Controller } from '../../controllers/controller.js'
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import type { Why } from '../cascade/reason.js'
import { type Cause, causesOf } from './cause.js'
import { type Universe, cellOf, cellsOf, clockCell, everyCell } from './cells.js'
import { names } from './links.js'
import { type Prospects, appearsIn } from './prospects.js'
import type { Setup } from './setup.js'
import { type World, partsOfKey, queueKey } from './world.js'
import { mayCreate, writtenBy } from './writers.js'

/** What is read, and what may be brought about. */
export interface KeyEffects {
  readonly reads: bigint
  readonly causes: ReadonlyArray<Cause>
}

/** What work on keys may bring about in one world. */
export interface KeyEffectsOf {
  /** By a typed controller, on one of its keys. */
  readonly onKey: (controller: number, key: string) => KeyEffects
  /** By a typed controller, on one of its keys, which has a number. */
  readonly onNumbered: (number: number) => KeyEffects
  /** The text of a key that has a number. */
  readonly textOf: (number: number) => string
  /** The keys on which those work who are shown a change of an object; their reads are none before. */
  readonly shown: (number: number) => ReadonlyArray<Cause>
  /** The keys that wait for any change. */
  readonly wokenByWrites: ReadonlyArray<Cause>
}

/** What work on keys may bring about in a world. */
export const keyEffectsIn = (
  setup: Setup,
  world: World,
  universe: Universe,
  { definitions, contentOf, servers }: Prospects,
): KeyEffectsOf => {
  const { controllers } = world
  const { objects, kinds, linksOf, ownersOf, dependentsOf } = universe
  const mayAppear = appearsIn(setup, world)
  const onObjects = (index: number, about: ReadonlyArray<number>, naming: ReadonlyArray<number>): KeyEffects => {
    const name = setup.names[index] ?? ''
    const reads = setup.reads[index]
    if (name === namespaceControllerName) {
      const swept = about.filter((number) => kinds[number] === 'Namespace.')
      const content = swept.flatMap((number) => contentOf(objects[number]?.metadata.name ?? ''))
      return {
        reads: clockCell | cellsOf([...swept, ...content, ...servers], 'Stored'),
        causes: causesOf('Sweep', swept),
      }
    }
    const isCollector = name === 'pod-garbage-collector'
    const near = isCollector
      ? kinds.flatMap((kind, number) => (kind === 'Pod.' || kind === 'Node.' ? [number] : []))
      : name === 'service-cidr-controller'
        ? kinds.flatMap((kind, number) => (reads?.watches(kind) === true ? [number] : []))
        : [
            ...new Set([
              ...about,
              ...naming,
              ...about.flatMap(linksOf),
              ...about.flatMap(ownersOf),
              ...about.flatMap(dependentsOf),
            ]),
          ]
    if (
      mayCreate(
        setup.making,
        name,
        near.map((number) => objects[number]),
      )
    )
      return { reads: everyCell, causes: [] }
    const kindsWritten = writtenBy(name)
    const written = near.filter((number) =>
      kindsWritten === 'instances'
        ? about.includes(number) || definitions.get(kinds[number] ?? '') !== undefined
        : kindsWritten?.includes(kinds[number] ?? '') === true,
    )
    // A definition's finalizer controller lists instances of any kind.
    const read =
      kindsWritten === 'instances' ? near : near.filter((number) => reads?.watches(kinds[number] ?? '') === true)
    let cells = (isCollector || timed.has(name) ? clockCell : 0n) | cellsOf(read, 'Shown')
    for (const number of read) if (reads?.reading(kinds[number] ?? '') !== 'Cached') cells |= cellOf(number, 'Stored')
    if (name === 'serviceaccount-token-controller') cells |= cellsOf(read, 'Stored')
    return { reads: cells, causes: causesOf('Write', written) }
  }
  const onKey: KeyEffectsOf['onKey'] = (index, key) => {
    const parts = new Set(key.split(/[ /]/))
    parts.add(key)
    const last = key.split(/[ /]/).at(-1) ?? key
    // What the key names may be gone, and forgotten by all but those who name it too.
    const naming = objects.flatMap((object, number) => (object !== undefined && names(object, last) ? [number] : []))
    return onObjects(
      index,
      objects.flatMap((object, number) =>
        (object !== undefined && (object.metadata.name === last || parts.has(object.metadata.uid))) ||
        universe.uids[number] === key
          ? [number]
          : [],
      ),
      naming,
    )
  }
  /** The keys of an object as it is, and as it may come to be: being deleted, and left by its owners. */
  const keysOf = (value: Controller<Why>, object: WholeObject): ReadonlySet<string> => {
    const { metadata } = object
    const forms = [object, { ...object, metadata: { ...metadata, deletionTimestamp: world.now } }].flatMap((form) =>
      (metadata.ownerReferences ?? []).length === 0
        ? [form]
        : [form, { ...form, metadata: { ...form.metadata, ownerReferences: [] } }],
    )
    const tags = mayAppear(object) ? (['Added', 'Updated', 'Deleted'] as const) : (['Updated', 'Deleted'] as const)
    return new Set(forms.flatMap((form) => tags.flatMap((_tag) => value.keysOf({ _tag, object: form }))))
  }
  const texts: string[] = []
  const numbers = new Map<string, number>()
  const causeOf = (text: string): Cause => {
    const number = numbers.get(text) ?? texts.push(text) - 1
    numbers.set(text, number)
    return { _tag: 'Key', number }
  }
  const shown = (number: number): ReadonlyArray<Cause> => {
    const object = objects[number]
    const kind = kinds[number] ?? ''
    return controllers.values.flatMap((value, index) => {
      if (object === undefined || setup.reads[index]?.watches(kind) !== true) return []
      const woken = [...controllers.waiting].filter((text) => partsOfKey(text)[0] === index)
      return [...[...keysOf(value, object)].map((key) => queueKey(index, key)), ...woken].map(causeOf)
    })
  }
  const wokenByWrites = [...controllers.waiting].flatMap((text) => {
    const [index] = partsOfKey(text)
    const isCached = setup.names[index] === namespaceControllerName || !isLive(setup, index)
    return isCached ? [] : [causeOf(text)]
  })
  const textOf = (number: number): string => texts[number] ?? ''
  const onNumbered = (number: number): KeyEffects => onKey(...partsOfKey(textOf(number)))
  return { onKey, onNumbered, textOf, shown, wokenByWrites }
}

/** Whoever looks at the clock. */
const timed: ReadonlySet<string> = new Set(['service-cidr-controller'])

const isLive = (setup: Setup, index: number): boolean => setup.names[index] === 'crd-finalizer'
