/**
 * Answers how a story of the plain model is shown to the library, and how random stories go on.
 */
import fc from 'fast-check'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type {
  GroupKind,
  Memory,
  OwnerStatus,
  Policy,
  Rules,
  Snapshot,
} from '../../../src/controllers/lifecycle/index.js'
import { clusterOf, enabled, everything, later, object, scopes } from './build.js'
import type { Being, Marks, Story, Wish } from './model.js'

const rulesOf = ({ enabled: on, ttl, finished, unused, retain }: Wish): Rules => ({
  ...(on === undefined ? {} : { enabled: on }),
  ...(ttl === undefined ? {} : { ttlSeconds: ttl }),
  ...(finished === undefined ? {} : { afterFinished: finished }),
  ...(unused === undefined ? {} : { afterUnused: unused }),
  ...(retain === undefined ? {} : { minRetentionSeconds: retain }),
})

const apiVersions = { Secret: 'v1', Pod: 'v1', Job: 'batch/v1', Deployment: 'apps/v1' } as const

const shown = ({ id, kind, place, wish, mounts, finished, owners, leaving }: Being): WholeObject => {
  const containers = mounts.map((secretName) => ({ envFrom: [{ secretRef: { name: secretName, optional: true } }] }))
  const time = later(finished).toISOString()
  return object(apiVersions[kind], kind, id, rulesOf(wish), {
    ...(kind === 'Secret' ? {} : { spec: kind === 'Pod' ? { containers } : { template: { spec: { containers } } } }),
    ...(finished < 0
      ? {}
      : {
          status:
            kind === 'Pod'
              ? { phase: 'Failed', conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: time }] }
              : { conditions: [{ type: 'Failed', status: 'True', lastTransitionTime: time }] },
        }),
    metadata: {
      namespace: place,
      ...(owners === 'none' ? {} : { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }] }),
      ...(leaving ? { deletionTimestamp: later(0), deletionGracePeriodSeconds: 0, finalizers: ['x/y'] } : {}),
    },
  })
}

const standingOf = ({ id, owners }: Being): ReadonlyArray<OwnerStatus> =>
  owners === 'solid'
    ? [{ _tag: 'Classified', uid: id, solid: ['n'], dangling: ['m'], waiting: [] }]
    : owners === 'gone'
      ? [{ _tag: 'Classified', uid: id, solid: [], dangling: ['n'], waiting: [] }]
      : []

const kindOf = (kind: string): GroupKind => ({
  group: kind === 'Job' ? 'batch' : kind === 'Deployment' ? 'apps' : '',
  kind,
})

export const policyOf = ({ period, cluster, places, kinds, there, jobs }: Story): Policy =>
  enabled({
    period: period === null ? { _tag: 'Disabled', marks: 'leave' } : { _tag: 'Enabled', epoch: period },
    cluster: rulesOf(cluster),
    kinds: Object.entries(kinds).map(([kind, wish]) => ({ of: kindOf(kind), rules: rulesOf(wish) })),
    namespaces: [
      ...Object.entries(places).map(([namespace, wish]) => ({ namespace, rules: rulesOf(wish) })),
      ...Object.entries(there).map(([kind, wish]) => ({ namespace: 'other', of: kindOf(kind), rules: rulesOf(wish) })),
    ],
    capacities: [{ group: 'batch', kind: 'Job', limit: jobs, share: { _tag: 'Equal' } }],
  })

export const snapshotOf = ({ now, beings, blind }: Story, memory: Memory): Snapshot =>
  clusterOf(beings.filter(({ kind }) => !blind || kind !== 'Deployment').map(shown), {
    at: later(now),
    owners: beings.flatMap(standingOf),
    memory,
    coverage: !blind
      ? everything
      : {
          _tag: 'Resources',
          resources: scopes
            .filter(({ kind }) => kind !== 'Deployment')
            .map(({ apiVersion, kind }) => ({
              group: apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '',
              kind,
              namespaces: 'all',
            })),
        },
  })

export const marksOf = ({ marks }: Memory): Marks =>
  Object.fromEntries(
    marks.map(({ uid, since, epoch }) => [
      uid,
      { since: (since.getTime() - later(0).getTime()) / 1000, period: epoch },
    ]),
  )

const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const

const wish: fc.Arbitrary<Wish> = fc.record(
  {
    enabled: fc.constantFrom(true, true, true, true, false),
    ttl: fc.constantFrom(0, 5, 20),
    finished: fc.constantFrom(true, true, false),
    unused: fc.constantFrom(true, true, false),
    retain: fc.constantFrom(0, 10),
  },
  { requiredKeys: [] },
)

/** For one kind, or for none. */
const wishes: fc.Arbitrary<Story['kinds']> = fc.record({ Secret: wish, Job: wish }, { requiredKeys: [] })

const being = (id: string): fc.Arbitrary<Being> =>
  fc.constantFrom('Secret', 'Secret', 'Job', 'Job', 'Pod', 'Deployment').chain((kind) =>
    fc.record({
      id: fc.constant(id),
      kind: fc.constant(kind),
      place: fc.constantFrom('ns', 'other'),
      wish: wish.map((all) =>
        kind === 'Secret'
          ? { ...all, enabled: true, unused: true, finished: false }
          : { ...all, unused: false, finished: true },
      ),
      mounts: kind === 'Secret' ? fc.constant([]) : fc.subarray([...ids]),
      finished: kind === 'Job' || kind === 'Pod' ? fc.constantFrom(-1, -1, 0, 3) : fc.constant(-1),
      owners: fc.constantFrom('none', 'none', 'none', 'none', 'solid', 'gone', 'unclear'),
      leaving: fc.constant(false),
    }),
  )

/** One thing that happens. */
export type Happening = (story: Story) => Story

const edit =
  (id: string, change: (one: Being, now: number) => Partial<Being>): Happening =>
  (story) => ({
    ...story,
    beings: story.beings.map((one) => (one.id === id ? { ...one, ...change(one, story.now) } : one)),
  })

const anyId = fc.constantFrom(...ids)

export const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 25 }).map((step): Happening => (story) => ({
      ...story,
      now: story.now + step,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 40 }).map((step): Happening => (story) => ({
      ...story,
      now: Math.max(0, story.now - step),
    })),
  },
  {
    weight: 3,
    arbitrary: anyId.chain(being).map((made): Happening => (story) => ({
      ...story,
      beings: [...story.beings.filter(({ id }) => id !== made.id), made],
    })),
  },
  {
    weight: 1,
    arbitrary: anyId.map((gone): Happening => (story) => ({
      ...story,
      beings: story.beings.filter(({ id }) => id !== gone),
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyId, fc.subarray([...ids]))
      .map(([id, mounts]) => edit(id, ({ kind }) => (kind === 'Secret' ? {} : { mounts }))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyId, fc.integer({ min: -3, max: 10 }))
      .map(([id, ahead]) =>
        edit(id, ({ kind }, now) => (kind === 'Job' || kind === 'Pod' ? { finished: Math.max(0, now + ahead) } : {})),
      ),
  },
  { weight: 2, arbitrary: fc.tuple(anyId, wish).map(([id, changed]) => edit(id, () => ({ wish: changed }))) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyId, fc.constantFrom<Being['owners']>('none', 'solid', 'gone', 'unclear'))
      .map(([id, owners]) => edit(id, () => ({ owners }))),
  },
  { weight: 1, arbitrary: anyId.map((id) => edit(id, () => ({ leaving: true }))) },
  {
    weight: 1,
    arbitrary: wish.map((cluster): Happening => (story) => ({ ...story, cluster })),
  },
  {
    weight: 1,
    arbitrary: wish.map((other): Happening => (story) => ({ ...story, places: { other } })),
  },
  {
    weight: 1,
    arbitrary: wishes.map((kinds): Happening => (story) => ({ ...story, kinds })),
  },
  {
    weight: 1,
    arbitrary: wishes.map((there): Happening => (story) => ({ ...story, there })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('one', 'two', null).map((period): Happening => (story) => ({ ...story, period })),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map((blind): Happening => (story) => ({ ...story, blind })),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 4 }).map((jobs): Happening => (story) => ({ ...story, jobs })),
  },
)

export const firstStory: fc.Arbitrary<Story> = fc
  .shuffledSubarray([...ids])
  .chain((present) => fc.tuple(...present.map(being)))
  .map((beings) => ({
    now: 50,
    period: 'one',
    cluster: {},
    places: {},
    kinds: {},
    there: {},
    beings,
    blind: false,
    jobs: 9,
  }))
