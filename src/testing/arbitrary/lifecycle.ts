/** Arbitrary clusters for lifecycles: few objects, of kinds that use each other, finish, or are owned. */
import * as fc from 'fast-check'

import type { WholeObject } from '../../apiserver/index.js'
import type { Coverage } from '../../apiserver/scope.js'
import {
  type OwnerStatus,
  type Policy,
  type Rules,
  type Snapshot,
  eventObservers,
} from '../../controllers/lifecycle/index.js'
import { enabled, everything, later, noon, object, scopes } from './lifecycle-objects.js'

const maybe = <A>(...values: ReadonlyArray<A>): fc.Arbitrary<A | undefined> => fc.constantFrom(undefined, ...values)

const defined = <A extends object>(record: A): Partial<A> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<A>

const often = <A>(value: A, ...others: ReadonlyArray<A | undefined>): fc.Arbitrary<A | undefined> =>
  fc.constantFrom(value, value, value, value, ...others)

/** Rules that mostly make sense for objects that finish, or for objects that are used. */
const rulesFor = (finishes: boolean, isUsed: boolean): fc.Arbitrary<Rules> =>
  fc
    .record({
      enabled: often<boolean>(true, undefined, false),
      ttlSeconds: maybe(0, 10, 60, 3600),
      afterFinished: finishes ? often<boolean>(true, undefined, false) : often<boolean | undefined>(undefined, true),
      afterUnused: isUsed ? often<boolean>(true, undefined, false) : often<boolean | undefined>(undefined, true),
      minRetentionSeconds: maybe(0, 30),
    })
    .map(defined)

const clusterRules: fc.Arbitrary<Rules> = fc.constantFrom<Rules>(
  {},
  {},
  { enabled: true },
  { enabled: false, ttlSeconds: 5 },
  { minRetentionSeconds: 40 },
)

const seconds = fc.integer({ min: -100, max: 20 })
const namespaces = fc.constantFrom('ns', 'ns', 'other')
const names = ['a', 'b', 'c', 'd', 'e', 'f'] as const

const shapes = fc.oneof(
  fc.record({ kind: fc.constant('Job'), finished: maybe(true, true), since: seconds, uses: maybe(...names) }),
  fc.record({ kind: fc.constant('Pod'), finished: maybe(true), since: seconds, uses: maybe(...names) }),
  fc.record({
    kind: fc.constantFrom('Secret', 'ServiceAccount', 'ConfigMap', 'Namespace', 'Event', 'Node'),
    finished: maybe(true),
    since: seconds,
    uses: maybe(...names),
  }),
  fc.record({
    kind: fc.constantFrom('Build', 'CustomResourceDefinition', 'Ghost'),
    finished: maybe(true),
    since: seconds,
    uses: maybe(...names),
  }),
)

const apiVersions: Readonly<Record<string, string>> = {
  Job: 'batch/v1',
  Build: 'example.com/v1',
  Ghost: 'gone.example.com/v1',
  CustomResourceDefinition: 'apiextensions.k8s.io/v1',
}

const withoutNamespace = new Set(['Namespace', 'Node', 'CustomResourceDefinition'])

const finishing = new Set(['Job', 'Pod', 'Event'])
const using = new Set(['Secret', 'ServiceAccount', 'ConfigMap', 'CustomResourceDefinition', 'Namespace'])

const one = (name: string): fc.Arbitrary<WholeObject> =>
  fc
    .record({
      shape: shapes,
      namespace: namespaces,
      deleted: fc.constantFrom(false, false, false, false, false, false, true),
      owned: fc.constantFrom(false, false, false, false, true),
      version: fc.constantFrom('7', '7', '7', undefined),
      created: maybe(noon, later(-50)),
      held: fc.constantFrom(false, false, true),
      broken: fc.constantFrom(...new Array<boolean>(12).fill(false), true),
    })
    .chain((chosen) =>
      rulesFor(finishing.has(chosen.shape.kind), using.has(chosen.shape.kind)).map((rules) => ({ ...chosen, rules })),
    )
    .map(({ shape, rules, namespace, deleted, owned, version, created, held, broken }) => {
      const { kind, finished, since, uses } = shape
      const time = later(since).toISOString()
      const spec =
        uses === undefined ? {} : { volumes: [{ name: 'v', secret: { secretName: uses } }], serviceAccountName: uses }
      const made = object(apiVersions[kind] ?? 'v1', kind, kind === 'Namespace' ? namespace : name, rules, {
        spec: broken
          ? { volumes: 'x', template: 5 }
          : kind === 'Job'
            ? { template: { spec } }
            : kind === 'CustomResourceDefinition'
              ? { group: 'example.com', names: { kind: 'Build' } }
              : spec,
        ...(kind === 'ServiceAccount' && uses !== undefined ? { secrets: [{ name: uses }] } : {}),
        ...(kind === 'Secret' && uses !== undefined ? { type: 'kubernetes.io/service-account-token' } : {}),
        status:
          finished !== true
            ? {}
            : kind === 'Pod'
              ? { phase: 'Succeeded', containerStatuses: [{ state: { terminated: { finishedAt: time } } }] }
              : { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: time }] },
        metadata: {
          uid: name,
          ...(withoutNamespace.has(kind) ? { namespace: undefined } : { namespace }),
          ...defined({ resourceVersion: version, creationTimestamp: created }),
          ...(deleted ? { deletionTimestamp: noon, deletionGracePeriodSeconds: 0, finalizers: ['x/y'] } : {}),
          ...(held ? { finalizers: ['x/y'] } : {}),
          ...(owned ? { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }] } : {}),
        },
      })
      const { annotations } = made.metadata
      return kind === 'Secret' && uses !== undefined
        ? {
            ...made,
            metadata: { ...made.metadata, annotations: { ...annotations, 'kubernetes.io/service-account.name': uses } },
          }
        : made
    })

const standing = (uid: string): fc.Arbitrary<OwnerStatus> =>
  fc.oneof(
    fc.record({
      _tag: fc.constant('Classified' as const),
      uid: fc.constant(uid),
      solid: fc.constantFrom([], [], ['s']),
      dangling: fc.constantFrom([], ['d']),
      waiting: fc.constantFrom([], [], ['w']),
    }),
    fc.constant({ _tag: 'Unclassified' as const, uid, because: 'the lookup failed' }),
  )

const arbitraryCoverage: fc.Arbitrary<Coverage> = fc.oneof(
  { arbitrary: fc.constant(everything), weight: 4 },
  {
    arbitrary: fc.constantFrom<Coverage>(
      { _tag: 'Resources', resources: [] },
      {
        _tag: 'Resources',
        resources: scopes.map(({ apiVersion, kind }) => ({
          group: apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '',
          kind,
          namespaces: kind === 'CronJob' ? ['other'] : 'all',
        })),
      },
    ),
    weight: 1,
  },
)

/** Clusters of few objects that use each other, finish, or are owned. */
export const arbitrarySnapshot: fc.Arbitrary<Snapshot> = fc.shuffledSubarray([...names]).chain((present) =>
  fc.record({
    at: fc.constant(noon),
    objects: fc.tuple(...present.map(one)),
    scopes: fc.constant(scopes.filter(({ apiVersion }) => !apiVersion.includes('extensions'))),
    coverage: arbitraryCoverage,
    owners: fc.shuffledSubarray([...names]).chain((some) => fc.tuple(...some.map(standing))),
    memory: fc.shuffledSubarray([...names]).chain((some) =>
      fc.record({
        marks: fc.tuple(
          ...some.map((uid) =>
            fc.record({
              uid: fc.constant(uid),
              since: seconds.map(later),
              epoch: fc.constantFrom('e1', 'e1', 'e1', 'e0'),
            }),
          ),
        ),
      }),
    ),
  }),
)

const share = fc.constantFrom(
  { _tag: 'Equal' as const },
  { _tag: 'Quotas' as const },
  { _tag: 'Weights' as const, weights: [{ namespace: 'ns', weight: 2 }], others: 1 },
)

/** Policies near the boundaries of decisions. */
export const arbitraryPolicy: fc.Arbitrary<Policy> = fc
  .record({
    period: fc.constantFrom<Policy['period']>(
      ...new Array<Policy['period']>(8).fill({ _tag: 'Enabled', epoch: 'e1' }),
      { _tag: 'Disabled', marks: 'leave' },
      { _tag: 'Disabled', marks: 'clear' },
    ),
    cluster: clusterRules,
    namespaces: fc.constantFrom<Policy['namespaces']>(
      [],
      [{ namespace: 'ns', rules: { enabled: true, ttlSeconds: 20, afterUnused: true } }],
      [{ namespace: 'other', of: { group: '', kind: 'Secret' }, rules: { enabled: true, afterUnused: true } }],
      [{ namespace: 'other', rules: { enabled: false } }],
    ),
    finished: fc.constantFrom<Policy['finished']>(enabled().finished, [...enabled().finished, ...eventObservers]),
    missingFinishTime: fc.constantFrom('unknown', 'observation'),
    unusedClaims: fc.constantFrom('condition', 'observation'),
    liveness: fc.constantFrom('count', 'count', 'reachability'),
    revisions: fc.constantFrom('use', 'ignore'),
    capacities: fc
      .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }), share)
      .map(([jobs, secrets, how]): Policy['capacities'] => [
        { group: 'batch', kind: 'Job', limit: jobs, share: how },
        { group: '', kind: 'Secret', limit: secrets, share: how },
      ]),
  })
  .map((more) => enabled(more))
