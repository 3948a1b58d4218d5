/**
 * Recordings with a change of which the rules tell what it does: other names, another order of creation, bystanders, and one
 * finalizer more.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { kubernetesCascadeLiveActors } from '../../../conformance/shapes/kubernetes-cascade-live-actors.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import { full } from '../../runs.js'
import { lotsOf } from '../outcomes/lots.js'

interface Input {
  readonly objects: ReadonlyArray<WholeObject>
  readonly phases: ReadonlyArray<ReadonlyArray<object>>
}
interface Recorded {
  readonly name: string
  readonly input: Input
}
type State = { readonly deleting?: boolean; readonly finalizers?: ReadonlyArray<string> } | null
interface Answers {
  readonly statusCodes: ReadonlyArray<ReadonlyArray<number>>
  readonly snapshots: ReadonlyArray<{ readonly objects: Readonly<Record<string, State>> }>
}

const all = ['namespaces', 'definitions', 'volumes', 'statefulsets', 'workloads', 'nodes', 'extra'].flatMap((group) => {
  const path = new URL(`../../../vectors/kubernetes-actors/cascade-actors-${group}.json`, import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly cases: ReadonlyArray<Recorded> }).cases
})
const recordings = full ? all : all.filter((_, index) => index % 20 === 0)

const played = async ({ name, input }: Recorded): Promise<Answers> => {
  const replayed = await kubernetesCascadeLiveActors.replay({
    name,
    input: { mode: 'warm', ...input },
    expected: undefined,
  })
  if (replayed._tag !== 'Replayed') throw new Error(JSON.stringify(replayed))
  return replayed.actual as Answers
}

/** Where an answer differs, by name of the recording. */
const differing = async (
  among: ReadonlyArray<Recorded>,
  change: (recorded: Recorded, seed: number) => Recorded,
  expected: (answers: Answers, recorded: Recorded) => unknown,
  got: (answers: Answers) => unknown = (answers) => answers,
): Promise<ReadonlyArray<string>> => {
  const names: string[] = []
  for (const [seed, recorded] of among.entries()) {
    const [before, after] = [await played(recorded), await played(change(recorded, seed))]
    if (JSON.stringify(got(after)) !== JSON.stringify(expected(before, recorded))) names.push(recorded.name)
  }
  return names
}

const withObjects = ({ name, input }: Recorded, change: (objects: Input['objects']) => Input['objects']): Recorded => ({
  name,
  input: { ...input, objects: change(input.objects) },
})

const bystanders: ReadonlyArray<WholeObject> = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'bystanders', uid: 'bystanders' } },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'bystanders', name: 'bystander', uid: 'bystander', finalizers: ['example.com/hold'] },
  },
]
const isBystander = (uid: string): boolean => uid.startsWith('bystander')

/** The same answers, of the objects with some names alone, and in the order of these. */
const only =
  (isShown: (name: string) => boolean) =>
  ({ statusCodes, snapshots }: Answers): unknown => ({
    statusCodes,
    snapshots: snapshots.map(({ objects }) =>
      Object.entries(objects)
        .filter(([name]) => isShown(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  })

/** Fields that hold names and uids. */
const naming = new Set(['name', 'namespace', 'uid', 'claimName', 'kubernetes.io/service-account.name', 'volumeName'])

/** The same with other names, whatever holds them; definitions are called after their kinds. */
const renamed = (value: unknown, other: (name: string) => string, field = ''): unknown => {
  if (typeof value === 'string') return naming.has(field) ? other(value) : value
  if (Array.isArray(value)) return value.map((one) => renamed(one, other))
  if (typeof value !== 'object' || value === null) return value
  const isDefinition = 'kind' in value && value.kind === 'CustomResourceDefinition' && 'metadata' in value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: readonly [string, unknown]) => [
      key,
      isDefinition && key === 'spec' ? one : renamed(one, other, key),
    ]),
  )
}

/** Other names for those of a recording; its objects have uids that are no words of the API. */
const namesFor = ({ input }: Recorded): ReadonlyMap<string, string> => {
  const created = input.phases.flat().flatMap((one) => ('object' in one ? [one.object as WholeObject] : []))
  const own = [...input.objects, ...created].flatMap(({ kind, metadata }) =>
    kind === 'CustomResourceDefinition' ? [metadata.uid] : [metadata.uid, metadata.name],
  )
  const names = [...new Set(own)]
  return new Map(names.map((name, index) => [name, `other-${names.length - index}`]))
}

describe('a recording comes out the same', () => {
  it('beside bystanders, which stay as they are', async () => {
    const beside = (recorded: Recorded, seed: number): Recorded =>
      withObjects(recorded, (objects) => (seed % 2 === 0 ? [...bystanders, ...objects] : [...objects, ...bystanders]))
    const others = only((name) => !isBystander(name))
    expect(await differing(recordings, beside, others, others)).toEqual([])
    const still = (_: Answers, { input: { phases } }: Recorded): unknown =>
      [undefined, ...phases].map(() => [{ phase: 'Active' }, { finalizers: ['example.com/hold'] }])
    expect(
      await differing(recordings, beside, still, ({ snapshots }) =>
        snapshots.map(({ objects }) => [objects['bystanders'], objects['bystander']]),
      ),
    ).toEqual([])
  })

  it('in whatever order its objects were created', async () => {
    const shuffled = (recorded: Recorded, seed: number): Recorded =>
      withObjects(recorded, (objects) => {
        const lots = lotsOf(seed + 1)
        const drawn = objects.map((object) => ({ object, lot: object.kind === 'Namespace' ? -1 : lots.draw(1000) }))
        return drawn.sort((a, b) => a.lot - b.lot).map(({ object }) => object)
      })
    // Siblings of one name are counted in the order in which they come to be.
    const told = only((name) => !name.includes('#'))
    expect(await differing(recordings, shuffled, told, told)).toEqual([])
  })

  it('with other names', async () => {
    const drawn = recordings.filter(({ name }) => /^(ns|volume|crd)-random/.test(name))
    const change = (recorded: Recorded): Recorded => {
      const names = namesFor(recorded)
      return renamed(recorded, (name) => names.get(name) ?? name) as Recorded
    }
    const codes = await differing(
      drawn,
      change,
      ({ statusCodes }) => statusCodes,
      ({ statusCodes }) => statusCodes,
    )
    expect(codes).toEqual([])
    const fates = ({ snapshots }: Answers): unknown =>
      snapshots.map(({ objects }) =>
        Object.values(objects)
          .map((state) => (state === null ? 'gone' : `${state.deleting ?? false} ${state.finalizers?.join() ?? ''}`))
          .sort(),
      )
    expect(await differing(drawn, change, fates, fates)).toEqual([])
  })
})

describe('an object of a recording with one finalizer more', () => {
  it('is still there, being deleted, wherever it would be gone', async () => {
    const finalizer = 'example.com/more'
    const lost: string[] = []
    for (const [seed, recorded] of recordings.entries()) {
      const before = await played(recorded)
      const place = lotsOf(seed + 1).draw(recorded.input.objects.length)
      const held = withObjects(recorded, (objects) =>
        objects.map((object, index) =>
          index === place
            ? {
                ...object,
                metadata: { ...object.metadata, finalizers: [...(object.metadata.finalizers ?? []), finalizer] },
              }
            : object,
        ),
      )
      const object = recorded.input.objects[place]
      // What no server shows is not there for anybody.
      if (object === undefined || ['CustomResourceDefinition', 'StorageClass', 'Thing'].includes(object.kind)) continue
      const { uid } = object.metadata
      const after = await played(held)
      for (const [index, { objects }] of after.snapshots.entries()) {
        const [was, is] = [before.snapshots[index]?.objects[uid], objects[uid]]
        const isHeld = is?.finalizers?.includes(finalizer) === true && (was !== null || is.deleting === true)
        if (!isHeld) lost.push(`${recorded.name} ${uid}`)
      }
    }
    expect(lost).toEqual([])
  })
})
