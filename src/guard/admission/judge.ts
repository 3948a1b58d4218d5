/** Holds a planned cascade against the rules of a gate. */
import { definedKind, isDefinition, isInstanceOf } from '../../apiserver/definition.js'
import { type Target, type WholeObject, groupOf, isNamespace, isPod, targetOf } from '../../apiserver/object.js'
import * as fp from '../../core/fp.js'
import { explainCascade } from '../../simulate/cascade/explain.js'
import type { CascadePlan } from '../../simulate/cascade/reason.js'
import { guards } from '../combine.js'
import { listingOf } from '../facts.js'
import type { Guard } from '../guard.js'
import { isProtection } from '../explain.js'
import { protectLabel, protectWhere } from '../protect.js'
import type { AdmissionPolicy, Cap } from './policy.js'
import type { AdmissionRefusal } from './refusal.js'
import { type Touched, asPlan } from './touched.js'

/** What a cascade is judged by. */
export interface Evidence {
  readonly plan: CascadePlan
  readonly touched: Touched
  /** Everything that the plan was made on: whatever the requests reach, whether it goes by this plan or not. */
  readonly objects: ReadonlyArray<WholeObject>
  /** Objects as they were. */
  readonly find: (uid: string) => WholeObject | undefined
  /** How many objects of a kind, of a namespace, or of both there are. */
  readonly count: (kind: string | undefined, namespace: string | undefined) => number
}

/** Every reason to refuse a cascade; none where it may go on. */
export const refusalsOf =
  (policy: AdmissionPolicy) =>
  ({ plan, touched, objects, find, count }: Evidence): ReadonlyArray<AdmissionRefusal> => {
    const goes = touched.goes.flatMap(({ id }) => find(id) ?? [])
    const total = touched.goes.length + touched.changed.length
    return [
      ...(total > policy.limit ? [{ _tag: 'TooLarge', limit: policy.limit } as const] : []),
      ...protectedIn(policy, plan.askedAt, touched, goes),
      ...policy.caps.flatMap((cap) => overCap(cap, touched.goes, count)),
      ...(policy.refuses.dataLoss ? dataLost(plan) : []),
      ...(policy.refuses.namespacesWithPods ? namespacesWithPods(goes, objects) : []),
      ...(policy.refuses.definitionsWithInstances ? definitionsWithInstances(goes, objects) : []),
      ...(policy.whenUnknown === 'refuse' ? notShown(plan) : []),
    ]
  }

/** What rules of the policy keep, or its own guard refuses. */
const protectedIn = (
  policy: AdmissionPolicy,
  at: Date,
  touched: Touched,
  goes: ReadonlyArray<WholeObject>,
): ReadonlyArray<AdmissionRefusal> => {
  const listing = listingOf(goes)
  const kinds = new Set(policy.protectedKinds)
  const isProtectedKind = ({ kind, apiVersion }: Target): boolean =>
    kinds.has(kind) || kinds.has(`${kind}.${groupOf(apiVersion)}`)
  const all: ReadonlyArray<Guard<Target>> = [
    protectWhere('protected kinds')(isProtectedKind),
    ...policy.protectedLabels.map(({ key, value }) => protectLabel(key, value)<Target>(listing.labelsOf)),
    ...(policy.guard === undefined ? [] : [policy.guard(listing)]),
  ]
  return fp.pipe(
    guards(...all)(asPlan(at, touched)),
    fp.match(
      (refusals) => refusals.map((refusal): AdmissionRefusal => ({ _tag: 'Guarded', refusal })),
      ({ passes: [{ kept }] }) => {
        const [first] = kept
        const protection = first?.reasons.find(isProtection)
        return first === undefined || protection === undefined
          ? []
          : [{ _tag: 'Protected' as const, target: first.target, protection, others: kept.length - 1 }]
      },
    ),
  )
}

const overCap = (
  cap: Cap,
  goes: ReadonlyArray<Target>,
  countOf: Evidence['count'],
): ReadonlyArray<AdmissionRefusal> => {
  const { kind, namespace, percent, floor = 0 } = cap
  const count = goes.filter(
    (target) =>
      (kind === undefined || target.kind === kind) && (namespace === undefined || target.namespace === namespace),
  ).length
  const among = Math.max(count, countOf(kind, namespace))
  const isOverCount = cap.count !== undefined && count > cap.count
  const isOverPercent = percent !== undefined && count > floor && count * 100 > percent * among
  return isOverCount || isOverPercent ? [{ _tag: 'OverCap', cap, count, among }] : []
}

/** What the snapshot does not show of data may be lost. */
const dataLost = ({ data }: CascadePlan): ReadonlyArray<AdmissionRefusal> => {
  const [first, ...others] = [
    ...data.filter(({ verdict }) => verdict === 'lost'),
    ...data.filter(({ verdict }) => verdict === 'unknown'),
  ]
  return first === undefined ? [] : [{ _tag: 'DataLost', data: [first, ...others] }]
}

const namespacesWithPods = (
  goes: ReadonlyArray<WholeObject>,
  objects: ReadonlyArray<WholeObject>,
): ReadonlyArray<AdmissionRefusal> =>
  goes.filter(isNamespace).flatMap(({ metadata: { name } }): ReadonlyArray<AdmissionRefusal> => {
    const pods = objects.filter((object) => isPod(object) && object.metadata.namespace === name).length
    return pods === 0 ? [] : [{ _tag: 'NamespaceWithPods', namespace: name, pods }]
  })

const definitionsWithInstances = (
  goes: ReadonlyArray<WholeObject>,
  objects: ReadonlyArray<WholeObject>,
): ReadonlyArray<AdmissionRefusal> =>
  goes.filter(isDefinition).flatMap((definition): ReadonlyArray<AdmissionRefusal> => {
    const defined = definedKind(definition)
    const instances = defined === undefined ? 0 : objects.filter(isInstanceOf(defined)).length
    return instances === 0
      ? []
      : [{ _tag: 'DefinitionWithInstances', definition: targetOf(definition).name, instances }]
  })

const notShown = ({ unknown }: CascadePlan): ReadonlyArray<AdmissionRefusal> =>
  unknown.map((one) => ({ _tag: 'Unknown', because: { _tag: 'NotShown', what: explainCascade(one) } }))
