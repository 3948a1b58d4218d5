/** Every course that the explorer gives can be followed in a fake cluster, and leads to just its end. */
import { describe, expect, it } from 'vitest'

import { ownField } from '../../../src/internal/lists.js'
import { isObject } from '../../../src/internal/schema/object.js'
import { canonicalJson } from '../../../src/internal/canonical-json.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import type { ExploredOutcomes } from '../../../src/simulate/outcomes/index.js'
import { type ClusterOptions, configMap, fakeCluster } from '../../../src/testing/index.js'
import { full } from '../../runs.js'
import { at, explored } from './compare.js'
import { crowdedWorld } from './crowded-worlds.js'
import { casesOf, exploredBy, recordings, scopes, tooLarge } from './recorded.js'
import { smallWorld } from './worlds.js'

/** Objects without versions and times. */
const textOf = (objects: ReadonlyArray<WholeObject>): string =>
  canonicalJson(
    objects
      .map(({ metadata, ...object }) => ({
        ...object,
        ...(object.kind === 'Namespace' ? { status: undefined } : {}),
        metadata: {
          ...metadata,
          resourceVersion: undefined,
          creationTimestamp: undefined,
          deletionTimestamp: metadata.deletionTimestamp !== undefined,
        },
      }))
      .map((object) => canonicalJson(JSON.parse(JSON.stringify(object))))
      .sort(),
  )

/** The ends of the last phase to which no cluster comes. */
const unreached = (
  objects: ReadonlyArray<WholeObject>,
  { phases }: Pick<ExploredOutcomes, 'phases'>,
  options: ClusterOptions,
): ReadonlyArray<unknown> => {
  const coursesTo = (phase: number, place: number | undefined): ReadonlyArray<Parameters<Follow>[0]> => {
    const end = place === undefined ? undefined : phases[phase]?.[place]
    return end === undefined ? [] : [...coursesTo(phase - 1, end.after), end.course]
  }
  return (phases.at(-1) ?? []).flatMap((end, place) => {
    const cluster = fakeCluster(objects.map(served), { at, ...options })
    coursesTo(phases.length - 1, place).forEach(cluster.follow)
    return textOf(cluster.objects()) === textOf(end.objects.map(served))
      ? []
      : [{ place, end, objects: cluster.objects() }]
  })
}

/** Recordings that take seconds to explore. */
const large: ReadonlySet<string> = new Set([
  'resourceclaim-of-finished-pod',
  'ns-random-101-43',
  'volume-random-101-26',
])

/** A cluster asks of definitions which versions are served; recordings leave it out. */
const served = (object: WholeObject): WholeObject => {
  const { spec } = object
  const versions = ownField(spec, 'versions')
  return object.kind !== 'CustomResourceDefinition' || !isObject(spec) || !Array.isArray(versions)
    ? object
    : { ...object, spec: { ...spec, versions: versions.map((version: object) => ({ served: true, ...version })) } }
}

type Follow = ReturnType<typeof fakeCluster>['follow']

describe('a course that was found', () => {
  const seeds = Array.from({ length: full ? 80 : 5 }, (_, index) => index + 1)

  it.each([
    { worlds: 'small worlds', worldOf: (seed: number) => smallWorld(5000 + seed) },
    { worlds: 'worlds where several controllers have work', worldOf: crowdedWorld },
  ])(
    'leads a cluster to its end, in $worlds',
    ({ worldOf }) => {
      const missed = seeds.flatMap((seed) => {
        const { objects, requests } = worldOf(seed)
        const found = explored({ objects, requests }, full ? 1500 : 300)
        return found.certainty === 'Proven' ? unreached(objects, found, {}).map((one) => ({ seed, one })) : []
      })
      expect(missed).toEqual([])
    },
    300_000,
  )

  it.each(
    recordings.flatMap(({ file, controllers }) =>
      casesOf(file)
        .filter(({ name }) => !tooLarge.has(name) && (full || !large.has(name)))
        .map((recorded) => ({ recorded, controllers, name: recorded.name })),
    ),
  )('leads a cluster to its end, in the recording $name', ({ recorded, controllers }) => {
    const found = exploredBy(recorded, controllers)
    const controllerSet = controllers.length === 0 ? 'none' : 'recorded'
    expect(
      found === undefined ? ['none'] : unreached(found.settled, found.explored, { controllerSet, scopes }),
    ).toEqual([])
  })

  it('ends the test at a step that cannot come', () => {
    const cluster = fakeCluster([configMap('a')])
    expect(() => {
      cluster.follow([{ _tag: 'TakeItem', item: 'Delete a', requests: [], changes: [] }])
    }).toThrow('step 1 of the course cannot come now')
  })
})
