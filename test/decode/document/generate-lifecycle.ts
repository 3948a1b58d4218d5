/**
 * Answers which policies of the lifecycle and memories of a control plane there can be, as far as their files are concerned.
 */
import fc from 'fast-check'

import type * as ControlPlane from '../../../src/simulate/control-plane/index.js'
import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import { instants, list, texts } from './generate.js'

/** What the collectors of a control plane remember. */
export const clusterMemories: fc.Arbitrary<ControlPlane.Memory> = fc.record({
  pod: fc.record({ waiting: list(fc.record({ node: texts, until: instants })), ripe: list(texts) }),
  lifecycle: fc.record({ marks: list(fc.record({ uid: texts, since: instants, epoch: texts })) }),
})

const names = fc.constantFrom('Job', 'a', '__proto__')
const groupKinds: fc.Arbitrary<Lifecycle.GroupKind> = fc.record({ group: texts, kind: names })
const paths = fc.constantFrom('status.phase', "metadata['a.b/c']", 'spec.list[].name')
const seconds = fc.maxSafeNat()
const rules: fc.Arbitrary<Lifecycle.Rules> = fc.record(
  {
    enabled: fc.boolean(),
    ttlSeconds: seconds,
    afterFinished: fc.boolean(),
    afterUnused: fc.boolean(),
    minRetentionSeconds: seconds,
  },
  { requiredKeys: [] },
)
const distinct = <A>(item: fc.Arbitrary<A>, keyOf: (value: A) => string): fc.Arbitrary<ReadonlyArray<A>> =>
  fc.uniqueArray(item, { maxLength: 3, selector: keyOf })
const weights = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const kindText = ({ group, kind }: Lifecycle.GroupKind): string => JSON.stringify([group, kind])

/** Policies that are data alone. */
export const lifecyclePolicies: fc.Arbitrary<Lifecycle.Policy> = fc
  .record({
    period: fc.oneof(
      fc.record({ _tag: fc.constant('Enabled' as const), epoch: names }),
      fc.record({ _tag: fc.constant('Disabled' as const), marks: fc.constantFrom('leave' as const, 'clear' as const) }),
    ),
    cluster: rules,
    kinds: distinct(fc.record({ of: groupKinds, rules }), ({ of }) => kindText(of)),
    namespaces: distinct(
      fc.record({ namespace: names, of: groupKinds, rules }, { requiredKeys: ['namespace', 'rules'] }),
      ({ namespace, of }) => JSON.stringify([namespace, of]),
    ),
    stated: fc.constantFrom('annotations' as const, 'nowhere' as const),
    finished: list(
      fc.oneof(
        fc.record({ _tag: fc.constant('ByCondition' as const), group: texts, kind: names, types: list(names) }),
        fc.record(
          {
            _tag: fc.constant('ByPhase' as const),
            group: texts,
            kind: names,
            path: paths,
            finishedValues: list(texts),
            finishTimePath: paths,
          },
          { requiredKeys: ['_tag', 'group', 'kind', 'path', 'finishedValues'] },
        ),
        fc.record({
          _tag: fc.constantFrom('PodTermination' as const, 'LastWrite' as const),
          group: texts,
          kind: names,
        }),
      ),
    ),
    missingFinishTime: fc.constantFrom('unknown' as const, 'observation' as const),
    unusedClaims: fc.constantFrom('condition' as const, 'observation' as const),
    references: list(
      fc.record(
        {
          source: fc.oneof(fc.constant('PodSpec' as const), groupKinds),
          target: groupKinds,
          path: paths,
          form: fc.constantFrom('name' as const, 'claims-of-set' as const),
          lives: fc.oneof(
            fc.constant('cluster' as const),
            fc.record({ beside: names, otherwise: paths }, { requiredKeys: ['beside'] }),
          ),
          when: fc.record({ path: paths, is: texts }),
        },
        { requiredKeys: ['source', 'target', 'path'] },
      ),
    ),
    liveness: fc.constantFrom('count' as const, 'reachability' as const),
    revisions: fc.constantFrom('use' as const, 'ignore' as const),
    capacities: distinct(
      fc.record({
        group: texts,
        kind: names,
        limit: seconds,
        share: fc.oneof(
          fc.record({ _tag: fc.constantFrom('Equal' as const, 'Quotas' as const) }),
          fc.record({
            _tag: fc.constant('Weights' as const),
            weights: distinct(fc.record({ namespace: texts, weight: weights }), ({ namespace }) => namespace),
            others: weights,
          }),
        ),
      }),
      kindText,
    ),
    propagation: distinct(
      fc.record({ group: texts, kind: names, policy: fc.constantFrom('Background' as const, 'Orphan' as const) }),
      kindText,
    ),
  })
  .map((policy) => ({ ...Lifecycle.defaultPolicy, ...policy }))
