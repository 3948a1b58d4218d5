/** Every course that the explorer gives can be followed in a fake cluster, and leads to just its end. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { ExploredOutcomes } from '../../../src/simulate/outcomes/index.js'
import { type ClusterOptions, configMap, fakeCluster, followCourse } from '../../../src/testing/index.js'
import { full } from '../../runs.js'
import { endText, endTexts, ledTo, served, storedText } from './clusters.js'
import { explored } from './compare.js'
import { crowdedWorld } from './crowded-worlds.js'
import { casesOf, drawnBy, exploredBy, recordings, scopes, takesSeconds } from './recorded.js'
import { smallWorld } from './worlds.js'

/** The ends of the last phase to which no cluster comes. */
const unreached = (
  objects: ReadonlyArray<WholeObject>,
  found: Pick<ExploredOutcomes, 'phases'>,
  options: ClusterOptions,
): ReadonlyArray<unknown> =>
  ledTo(objects, found, options).filter(({ end, stored }) => storedText(stored) !== storedText(end.objects.map(served)))

describe('a course that was found', () => {
  const seeds = Array.from({ length: full ? 80 : 5 }, (_, index) => index + 1)

  it.each([
    { worlds: 'small worlds', worldOf: (seed: number) => smallWorld(5000 + seed) },
    { worlds: 'worlds where several controllers have work', worldOf: crowdedWorld },
  ])('leads a cluster to its end, in $worlds', ({ worldOf }) => {
    const missed = seeds.flatMap((seed) => {
      const { objects, requests } = worldOf(seed)
      const found = explored({ objects, requests }, full ? 1500 : 300)
      return found.certainty === 'Proven' ? unreached(objects, found, {}).map((one) => ({ seed, one })) : []
    })
    expect(missed).toEqual([])
  })

  it.each(
    recordings.flatMap(({ file, controllers }) =>
      casesOf(file)
        .filter(({ name }) => full || !takesSeconds.has(name))
        .map((recorded) => ({ recorded, controllers, name: recorded.name })),
    ),
  )('leads a cluster to its end, in the recording $name', ({ recorded, controllers }) => {
    const found = exploredBy(recorded, controllers)
    const options = { controllerSet: controllers.length === 0 ? 'none' : 'recorded', scopes } as const
    expect(found === undefined ? ['none'] : unreached(found.settled, found.explored, options)).toEqual([])
    // So does any other order of the actors, which may be none of these courses.
    const ends = endTexts(found?.explored.phases.at(-1) ?? [])
    const drawn = drawnBy(recorded, controllers, full ? 20 : 3)
    const others = drawn === undefined ? [] : ledTo(drawn.settled, drawn.explored, options)
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter(({ end, stored }) => !ends.has(endText(end, stored)))).toEqual([])
  })

  it('ends the test at a step that cannot come', () => {
    const cluster = fakeCluster([configMap('a')])
    expect(() => {
      followCourse(cluster, [{ _tag: 'TakeItem', item: 'Delete a', requests: [], changes: [] }])
    }).toThrow('step 1 of the course cannot come now')
  })

  it('is no course of another cluster', () => {
    expect(() => {
      followCourse({ ...fakeCluster([configMap('a')]) }, [])
    }).toThrow('it is no cluster that fakeCluster made')
  })
})
