/** From a look at the cluster to a plan of the lifecycle, and to what guards and namespaces allow of it. */
import { either as E, function as F } from 'fp-ts'

import { isNamespace } from '../../../apiserver/object.js'
import { covers } from '../../../apiserver/scope.js'
import * as Lifecycle from '../../../controllers/lifecycle/index.js'
import { defaultPolicy as ownerPolicy } from '../../../controllers/owner/index.js'
import type { InvalidInput, Plan } from '../../../core/index.js'
import type { LifecycleLimits, LifecycleSpec } from '../../../decode/index.js'
import * as Guards from '../../../guard/index.js'
import { ownerStatuses } from '../../../simulate/control-plane/index.js'
import type { Snapshots } from '../snapshots.js'

/** What is carried out of a lifecycle plan: what guards keep is kept, with their reasons. */
export type GuardedLifecycle = Guards.Guarded<Lifecycle.LifecycleFamily>

/** The label by whose value `enforce` a namespace lets its objects be changed. */
export const lifecycleModeLabel = 'lifecycle.gcplan.io/mode'

/** The label or annotation that keeps an object, whatever its value. */
export const lifecycleProtectedLabel = 'lifecycle.gcplan.io/protected'

/** Kinds that stay unless the limits name others: they take along what others own. */
const keptKinds = ['Namespace', 'CustomResourceDefinition', 'PersistentVolume', 'StorageClass', 'Node']

/** What was decided on one look. */
export interface LifecycleDecision {
  readonly planned: Lifecycle.Plan
  readonly allowed: Plan<GuardedLifecycle>
  /** Why nothing of it may be removed; marks may be set all the same. */
  readonly refusals: ReadonlyArray<Guards.GuardRefusal>
  /** Marks in namespaces that rehearse: kept in memory, written nowhere. */
  readonly rehearsed: Lifecycle.Memory
}

/** What a decision depends on beside the look. */
export interface LifecycleBasis extends LifecycleSpec {
  /** Namespaces whose objects stay in any case, such as that of the program itself. */
  readonly own?: ReadonlyArray<string> | undefined
  /** Of the decision before; none at the start. */
  readonly rehearsed?: Lifecycle.Memory | undefined
  /** The plan of a look before this one, which has to do the same. */
  readonly agreed?: Lifecycle.Plan | undefined
}

/** Why nothing was decided. */
export type LifecycleProblem = InvalidInput | { readonly _tag: 'UnsoundGuards'; readonly refusals: Guards.Refusals }

/**
 * Decides by a lifecycle policy where marks are annotations and namespaces opt in.
 *
 * Shape: objects of a namespace are changed only if its label {@link lifecycleModeLabel} is `enforce`, those of none if `clusterScoped` is
 * set; elsewhere the plan is a rehearsal, whose marks are in `rehearsed`, so that one that opts in begins anew. The label or annotation
 * {@link lifecycleProtectedLabel}, protected kinds and protected namespaces keep objects. `refusals` say that more than `maxCount` (default
 * 100) would go, or that a kind of `Lifecycle.neededKinds` was not listed in full. Order: as in the plan.
 * Fails: as `Lifecycle.plan`, and for settings of guards that mean nothing.
 */
export const decideLifecycle =
  ({ policy, guards: limits, own = [], rehearsed = Lifecycle.emptyMemory, agreed }: LifecycleBasis) =>
  (seen: Snapshots['cluster']): E.Either<LifecycleProblem, LifecycleDecision> => {
    const enforces = enforcing(seen, limits)
    const isRehearsed = new Set(seen.objects.flatMap(({ metadata }) => (enforces(metadata) ? [] : [metadata.uid])))
    const written = Lifecycle.annotatedMemory(seen.objects.filter(({ metadata }) => enforces(metadata)))
    const memory = Lifecycle.observe(policy)(seen)({
      marks: [...written.marks, ...rehearsed.marks.filter(({ uid }) => isRehearsed.has(uid))],
    })
    const keep = Guards.guards(
      Guards.protectWhere(`its namespace has no label ${lifecycleModeLabel}=enforce`)(({ id }) => isRehearsed.has(id)),
      Guards.protectNamespaces([...(limits.protectedNamespaces ?? Guards.systemNamespaces), ...own]),
      Guards.protectKinds(limits.protectedKinds ?? keptKinds),
      Guards.protectLabel(lifecycleProtectedLabel)(Guards.listingOf(seen.objects).labelsOf),
      Guards.protectLabel(lifecycleProtectedLabel)(Guards.listingOf(seen.objects).annotationsOf),
      ...(agreed === undefined ? [] : [Guards.agreeing('the plan of the look before')(agreed)]),
    )
    const refuse = Guards.guards(Guards.maxCount(limits.maxCount ?? 100), covered(policy, seen))
    return F.pipe(
      Lifecycle.plan(policy)({ ...seen, owners: ownerStatuses(ownerPolicy)(seen), memory }),
      E.mapLeft((problem): LifecycleProblem => problem),
      E.bindTo('planned'),
      E.bind('allowed', ({ planned }) =>
        E.mapLeft((refusals: Guards.Refusals): LifecycleProblem => ({ _tag: 'UnsoundGuards', refusals }))(
          keep(planned),
        ),
      ),
      E.map(({ planned, allowed }) => ({
        ...{ planned, allowed },
        refusals: F.pipe(
          refuse(allowed),
          E.match(
            (refusals): ReadonlyArray<Guards.GuardRefusal> => refusals,
            () => [],
          ),
        ),
        rehearsed: F.pipe(
          planned.passes.flatMap(({ amendments }) => amendments),
          (all) => all.flatMap(({ target, actions }) => (isRehearsed.has(target.id) ? actions : [])),
          (marks) => Lifecycle.remember(marks)(memory),
        ),
      })),
    )
  }

/** Whether an object may be changed: its namespace says so, or the limits of what is in none. */
const enforcing = ({ objects }: Snapshots['cluster'], { clusterScoped = false }: LifecycleLimits) => {
  const open = new Set(
    objects.flatMap((object) =>
      isNamespace(object) && object.metadata.labels?.[lifecycleModeLabel] === 'enforce' ? [object.metadata.name] : [],
    ),
  )
  return ({ namespace }: { readonly namespace?: string | undefined }): boolean =>
    namespace === undefined || namespace === '' ? clusterScoped : open.has(namespace)
}

/** Everything that the policy's decisions rest on has to be listed. */
const covered = (policy: Lifecycle.Policy, seen: Snapshots['cluster']): Guards.Guard => {
  const needed = new Map(
    Lifecycle.neededKinds(policy)(seen).map(({ group, kind }) => [
      group === '' ? kind : `${kind}.${group}`,
      covers(seen.coverage)(`${group}/v1`, kind),
    ]),
  )
  return Guards.requireCoverage([...needed.keys()])((name) => needed.get(name) === true)
}
