/** What a cascade does to objects because of its request, and the digest by which it is approved. */
import { type Target, groupOf } from '../../apiserver/object.js'
import type { DeleteOptions } from '../../apiserver/request.js'
import * as fp from '../../core/fp.js'
import type { Family, Plan, Removal } from '../../core/plan.js'
import { canonicalJson } from '../../internal/canonical-json.js'
import { compareText } from '../../internal/lists.js'
import { sha256 } from '../../internal/sha-256.js'
import type { CascadePlan } from '../../simulate/cascade/reason.js'

/** Objects by what becomes of them, each once. */
export interface Touched {
  /** They go, at once or in the end, also by an outside party that deletes them before it lets its own object go. */
  readonly goes: ReadonlyArray<Target>
  /** They stay, and are changed. */
  readonly changed: ReadonlyArray<Target>
}

/** What follows from the requests of a plan; not what controllers would do anyway. */
export const touchedIn = ({ waves, later, waits }: CascadePlan): Touched => {
  const goes = new Map<string, Target>()
  const changed = new Map<string, Target>()
  for (const { changes } of waves)
    for (const { _tag, target } of changes)
      if (_tag === 'Removed' || _tag === 'Marked') goes.set(target.id, target)
      else if (_tag === 'Patched') changed.set(target.id, target)
  for (const target of later) goes.set(target.id, target)
  for (const { deletes } of waits) for (const target of deletes) goes.set(target.id, target)
  for (const id of goes.keys()) changed.delete(id)
  return { goes: [...goes.values()], changed: [...changed.values()] }
}

/**
 * The digest that approves one cascade: SHA-256 over the request, and over everything that goes, is changed, loses data or is
 * unknown, in canonical JSON. Versions and the order of events are left out, as both change without any meaning.
 */
export const cascadeDigest = (target: string, options: DeleteOptions, plan: CascadePlan): string => {
  const { goes, changed } = touchedIn(plan)
  const { propagationPolicy, orphanDependents, gracePeriodSeconds } = options
  return sha256(
    canonicalJson({
      kind: 'gcplan/cascade-digest',
      version: 1,
      request: {
        target,
        ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
        ...(orphanDependents === undefined ? {} : { orphanDependents }),
        ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
      },
      goes: sorted(goes.map(lineOf)),
      changed: sorted(changed.map(lineOf)),
      data: sorted(plan.data.map(({ target: { id }, verdict }) => `${id} ${verdict}`)),
      stuck: sorted(plan.stuck.map(({ target: { id } }) => id)),
      lostGroups: sorted(plan.lostGroups.map(({ groupVersion }) => groupVersion)),
      unknown: sorted(plan.unknown.map((one) => canonicalJson(one))),
    }),
  )
}

const sorted = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...texts].sort(compareText)

const lineOf = ({ apiVersion, kind, namespace = '', name, id }: Target): string =>
  `${id} ${groupOf(apiVersion)} ${kind} ${namespace} ${name}`

/** The types of a cascade as a plan of deletions, for guards. */
export interface CascadeFamily extends Family {
  readonly Pass: 'cascade'
  readonly Target: Target
  readonly Action: { readonly _tag: 'Delete' }
  readonly Reason: { readonly _tag: 'Cascade' }
  readonly KeepReason: never
  readonly Event: never
  readonly Refusal: never
}

/** Everything that goes as one pass, for guards. */
export const asPlan = (at: Date, { goes }: Touched): Plan<CascadeFamily> => ({
  at,
  passes: [
    {
      name: 'cascade',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'continue',
      removals: goes.map(removalOf),
      reserve: [],
      kept: [],
      events: [],
      refusal: fp.none,
    },
  ],
  wakeAt: fp.none,
  assumptions: [],
})

const removalOf = (target: Target): Removal<CascadeFamily> => ({
  target,
  actions: [{ _tag: 'Delete' }],
  reasons: [{ _tag: 'Cascade' }],
  requires: [],
  frees: 0,
})
