/**
 * The world of a case of the lifecycle collector: a policy and a snapshot, from one value of each dimension. `absent` leaves a
 * member out.
 */
import * as Lifecycle from '../../src/controllers/lifecycle/index.js'
import { type WholeObject, scopes_1_36 } from '../../src/apiserver/index.js'
import { instant } from '../../src/core/time.js'
import type { Digits } from '../universe.js'

/** What one plan is made from. */
export interface World {
  readonly policy: Lifecycle.PolicyInput
  readonly snapshot: Lifecycle.Snapshot
}

type Texts = Readonly<Record<string, string>>

const ABSENT = 'absent'
const EPOCH = 'now'
const noon = at('2026-01-01T12:00:00Z')

function at(text: string): Date {
  return instant(Date.parse(text))
}

const configMapKind = { group: '', kind: 'ConfigMap' }
const enabled: Lifecycle.PolicyInput = { period: { _tag: 'Enabled', epoch: EPOCH } }
const { annotationNames, namespaceAnnotationNames } = Lifecycle

/** Only those that are there. */
const stated = (annotations: Readonly<Record<string, unknown>>): Texts =>
  Object.fromEntries(
    Object.entries(annotations).flatMap(([name, value]) => (value === ABSENT ? [] : [[name, String(value)]])),
  )

const namespace = (name: string, annotations: Texts = {}): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, uid: `ns-${name}`, annotations },
})

const configMap = (name: string, annotations: Texts, metadata: object = {}, more: object = {}): WholeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: name[0] ?? '', uid: name, resourceVersion: '7', annotations, ...metadata },
  ...more,
})

const snapshotOf = (
  objects: ReadonlyArray<WholeObject>,
  more: Partial<Lifecycle.Snapshot> = {},
): Lifecycle.Snapshot => ({
  at: noon,
  objects,
  scopes: scopes_1_36.scopes,
  coverage: { _tag: 'Everything' },
  owners: [],
  memory: Lifecycle.emptyMemory,
  ...more,
})

/** Rules stated on every level of precedence, for one unused ConfigMap. */
const rulesWorld = (digit: (name: string) => unknown): World => {
  const level = (name: string): Lifecycle.Rules | undefined =>
    digit(name) === ABSENT ? undefined : (digit(name) as Lifecycle.Rules)
  const [ofKind, ofNamespace, kindRules] = [level('namespace-kind'), level('namespace-rules'), level('kind')]
  const unlisted = digit('namespace') === 'unlisted'
  return {
    policy: {
      ...enabled,
      cluster: level('cluster') ?? {},
      kinds: kindRules === undefined ? [] : [{ of: configMapKind, rules: kindRules }],
      namespaces: [
        ...(ofKind === undefined ? [] : [{ namespace: 'a', of: configMapKind, rules: ofKind }]),
        ...(ofNamespace === undefined ? [] : [{ namespace: 'a', rules: ofNamespace }]),
      ],
      stated: digit('stated') as 'annotations' | 'nowhere',
    },
    snapshot: snapshotOf(
      [
        ...(unlisted ? [] : [namespace('a', stated({ [namespaceAnnotationNames.enabled]: digit('namespace') }))]),
        configMap(
          'a1',
          stated({
            [annotationNames.enabled]: digit('enabled'),
            [annotationNames.ttlSeconds]: digit('ttl'),
            [annotationNames.afterUnused]: digit('after-unused'),
          }),
        ),
      ],
      unlisted
        ? { coverage: { _tag: 'Resources', resources: [{ group: '', kind: 'ConfigMap', namespaces: 'all' }] } }
        : {},
    ),
  }
}

const marksOf = (uid: string, mark: unknown): ReadonlyArray<Lifecycle.Mark> =>
  mark === ABSENT ? [] : [{ uid, epoch: EPOCH, ...(mark as Texts), since: at((mark as Texts)['since'] ?? '') }]

/** Every mechanism votes on one ConfigMap: its owners, whether it has finished, and what uses it. */
const votesWorld = (digit: (name: string) => unknown): World => ({
  policy: {
    period: digit('period') as Lifecycle.Period,
    missingFinishTime: digit('missing-finish-time') as 'unknown' | 'observation',
    finished: [
      {
        _tag: 'ByPhase',
        ...configMapKind,
        path: 'data.phase',
        finishedValues: ['Done'],
        finishTimePath: 'data.end',
      },
      Lifecycle.podObserver,
    ],
  },
  snapshot: snapshotOf(
    [
      namespaceUnder(digit('circumstance')),
      configMap(
        'a1',
        stated({
          [annotationNames.enabled]: true,
          [annotationNames.ttlSeconds]: digit('ttl'),
          [annotationNames.afterFinished]: digit('after-finished'),
          [annotationNames.afterUnused]: digit('after-unused'),
        }),
        {
          ...(digit('owners') === ABSENT ? {} : { ownerReferences: [ownerReference] }),
          ...metadataUnder(digit('circumstance')),
        },
        { data: digit('data') },
      ),
      ...userOf(digit('user')),
    ],
    {
      ...lookUnder(digit('circumstance')),
      owners:
        digit('owners') === ABSENT || digit('owners') === 'unsaid'
          ? []
          : [{ uid: 'a1', ...(digit('owners') as object) } as Lifecycle.OwnerStatus],
      memory: { marks: marksOf('a1', digit('mark')) },
    },
  ),
})

const ending = { deletionTimestamp: at('2026-01-01T11:59:00Z'), finalizers: ['example.com/hold'] }

const namespaceUnder = (circumstance: unknown): WholeObject => {
  const held = namespace('a')
  return circumstance === 'namespace-terminating' ? { ...held, metadata: { ...held.metadata, ...ending } } : held
}

const metadataUnder = (circumstance: unknown): object =>
  circumstance === 'terminating' ? ending : circumstance === 'no-version' ? { resourceVersion: undefined } : {}

const lookUnder = (circumstance: unknown): Partial<Lifecycle.Snapshot> => {
  switch (circumstance) {
    case 'kind-not-served':
      return { scopes: scopes_1_36.scopes.filter(({ kind }) => kind !== 'ConfigMap') }
    case 'pods-not-covered':
      return {
        coverage: {
          _tag: 'Resources',
          resources: ['ConfigMap', 'Namespace'].map((kind) => ({ group: '', kind, namespaces: 'all' })),
        },
      }
    default:
      return {}
  }
}

const ownerReference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'web' }

const userOf = (user: unknown): ReadonlyArray<WholeObject> =>
  user === ABSENT
    ? []
    : [
        {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'user', namespace: 'a', uid: 'user' },
          spec: { containers: [], volumes: [{ name: 'config', configMap: { name: 'a1' } }] },
          status: user,
        },
      ]

/** Candidates of two namespaces under one limit. */
const capacityWorld = (digit: (name: string) => unknown): World => {
  const places = ['a1', 'a2', 'b1', 'b2'].filter((name) => digit(name) !== ABSENT)
  const candidates = places.map((name) =>
    configMap(
      name,
      stated({
        [annotationNames.enabled]: digit(name) !== 'out',
        [annotationNames.afterUnused]: true,
        [annotationNames.ttlSeconds]: digit('ttl'),
        [annotationNames.minRetentionSeconds]: digit('retention'),
      }),
    ),
  )
  const quota: WholeObject = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'objects', namespace: 'a', uid: 'quota' },
    spec: { hard: { 'count/configmaps': '1' } },
  }
  return {
    policy: {
      ...enabled,
      capacities: [{ ...configMapKind, limit: digit('limit') as number, share: digit('share') as Lifecycle.Share }],
    },
    snapshot: snapshotOf([namespace('a'), namespace('b'), quota, ...candidates], {
      memory: {
        marks: places.flatMap((name) =>
          digit(name) === 'out' || digit(name) === 'new' ? [] : marksOf(name, { since: digit(name) }),
        ),
      },
    }),
  }
}

const worlds: Readonly<Record<string, (digit: (name: string) => unknown) => World>> = {
  'kep-14-rules': rulesWorld,
  'kep-14-votes': votesWorld,
  'kep-14-capacity': capacityWorld,
}

/** The world of each case of a universe, from its digits. */
export const worldOf = (name: string): ((digits: Digits) => World) => {
  const world = worlds[name]
  if (world === undefined) throw new Error(`nothing makes the worlds of ${name}`)
  return (digits) => world((dimension) => digits.get(dimension))
}
