/** Answers whether a fleet that is planned in shards is planned as by one worker, for the collectors of a node. */
import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known } from '../../src/core/index.js'
import * as KubeletContainer from '../../src/kubelet/container/index.js'
import * as KubeletImage from '../../src/kubelet/image/index.js'
import { type Shard, fallsTo, makeShard, mergeShards } from '../../src/fleet/index.js'
import * as Arbitrary from '../../src/testing/arbitrary/index.js'
import { same } from '../../src/testing/match/same.js'
import { decided, situations } from '../kubelet/eviction/generate.js'
import { runs } from '../runs.js'

const shardsOf = (of: number): ReadonlyArray<Shard> =>
  Array.from({ length: of }, (_, index) => makeShard(index, of)).map((made) => {
    if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
    return made.right
  })

const describeFleet = <S, P>(
  name: string,
  plan: (policy: P) => (snapshot: S) => unknown,
  snapshot: fc.Arbitrary<S>,
  policy: fc.Arbitrary<P>,
): void => {
  it(`${name}: shards in any order, some of them run twice, find what one worker finds`, () => {
    fc.assert(
      fc.property(
        policy,
        fc.dictionary(fc.string(), snapshot, { maxKeys: 8 }),
        fc
          .integer({ min: 1, max: 5 })
          .chain((of) =>
            fc.tuple(fc.shuffledSubarray([...shardsOf(of)], { minLength: of }), fc.subarray([...shardsOf(of)])),
          ),
        (rules, fleet, [first, again]) => {
          const found = (shard: Shard) => ({
            shard,
            members: Object.entries(fleet).flatMap(([node, look]) =>
              fallsTo(shard)(node) ? [{ name: node, found: plan(rules)(look) }] : [],
            ),
          })
          expect(mergeShards(same)([...first, ...again].map(found))).toEqual(
            E.right(
              Object.entries(fleet)
                .map(([node, look]) => ({ name: node, found: plan(rules)(look) }))
                .sort((a, b) => (a.name < b.name ? -1 : 1)),
            ),
          )
        },
      ),
      { numRuns: runs(500) },
    )
  })
}

describe('fleets of nodes', () => {
  describeFleet(
    'dead containers',
    KubeletContainer.plan,
    Arbitrary.KubeletContainer.snapshots,
    Arbitrary.KubeletContainer.policies,
  )
  describeFleet('images', KubeletImage.plan, Arbitrary.KubeletImage.snapshots, Arbitrary.KubeletImage.policies)

  describeFleet('pods under pressure', () => decided, situations, fc.constant(undefined))

  it('each name falls to one shard', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 50 }), (name, of) => {
        expect(shardsOf(of).filter((shard) => fallsTo(shard)(name))).toHaveLength(1)
      }),
      { numRuns: runs(1000) },
    )
  })

  it('ten thousand nodes fall to eight shards in nearly equal parts', () => {
    const names = Array.from({ length: 10_000 }, (_, node) => `node-${node}`)
    const sizes = shardsOf(8).map((shard) => names.filter(fallsTo(shard)).length)
    expect(Math.min(...sizes)).toBeGreaterThan(1150)
    expect(Math.max(...sizes)).toBeLessThan(1350)
  })

  it('a node cannot be cut: dead containers over the limit of the node are not those over it in its halves', () => {
    const policy = { ...KubeletContainer.defaultPolicy, maxPerPodContainer: -1, maxContainers: 1 }
    const dead = (id: string): KubeletContainer.Container => ({
      ...{ id, sandboxId: 's', podUid: id, name: 'app', state: 'CONTAINER_EXITED', identified: true },
      createdAt: new Date(0),
    })
    const node = (...containers: ReadonlyArray<KubeletContainer.Container>): KubeletContainer.Snapshot => ({
      ...{
        at: new Date(1),
        allSourcesReady: true,
        containers,
        pods: containers.map(({ podUid: uid }) => ({
          uid,
          contentRemoved: known(false),
          runtimeRemoved: known(false),
        })),
        sandboxes: [],
        logDirectories: [],
        logLinks: [],
      },
    })
    const removed = (snapshot: KubeletContainer.Snapshot): number => {
      const planned = KubeletContainer.plan(policy)(snapshot)
      return E.isRight(planned) ? planned.right.passes[0].removals.length : -1
    }
    expect([removed(node(dead('a'))), removed(node(dead('b'))), removed(node(dead('a'), dead('b')))]).toEqual([0, 0, 1])
  })
})

describe('merging', () => {
  const [zero, one] = shardsOf(2) as unknown as readonly [Shard, Shard]
  const inZero = ['a', 'b', 'c', 'd'].filter(fallsTo(zero))
  const inOne = ['a', 'b', 'c', 'd'].filter(fallsTo(one))
  const result = (shard: Shard, names: ReadonlyArray<string>, found = 1) => ({
    shard,
    members: names.map((name) => ({ name, found })),
  })
  const tagOf = (...results: ReadonlyArray<ReturnType<typeof result>>): string => {
    const merged = mergeShards<number>(same)(results)
    return E.isLeft(merged) ? merged.left._tag : 'merged'
  }

  it('says what is missing, what disagrees, and what is not where it belongs', () => {
    expect([
      tagOf(result(zero, inZero), result(one, inOne)),
      tagOf(),
      tagOf(result(zero, inZero)),
      tagOf(result(zero, inZero), result(one, inOne), result(one, inOne, 2)),
      tagOf(result(zero, inZero), result(one, inOne), result(one, [])),
      tagOf(result(zero, inOne)),
      tagOf(result(one, [...inOne, ...inOne])),
      tagOf(result(zero, inZero), ...shardsOf(1).map((only) => result(only, []))),
    ]).toEqual([
      'merged',
      'ShardMissing',
      'ShardMissing',
      'ShardsDisagree',
      'ShardsDisagree',
      'Misplaced',
      'NamedTwice',
      'ShardCountsDiffer',
    ])
  })

  it('refuses shards that are none, with the path', () => {
    expect(
      [makeShard(2, 2), makeShard(0, 0), makeShard(0.5, 2)].map((made) => E.isLeft(made) && made.left.problems[0]),
    ).toEqual([
      { path: 'index', expected: 'a whole number from 0 to 1', actual: '2' },
      { path: 'of', expected: 'a whole number from 1 to 100000', actual: '0' },
      { path: 'index', expected: 'a whole number from 0 to 1', actual: '0.5' },
    ])
  })
})
