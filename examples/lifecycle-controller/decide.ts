/** From a look at the cluster to a plan, and to what guards allow of it. */
import { either as E, function as F } from 'fp-ts'

import type { Plan } from 'gcplan'
import type { Snapshots } from 'gcplan/adapters/kubernetes'
import * as Lifecycle from 'gcplan/controllers/lifecycle'
import * as Owner from 'gcplan/controllers/owner'
import * as Guards from 'gcplan/guard'
import { ownerStatuses } from 'gcplan/simulate/control-plane'

import type { Found, Limits } from './policy.js'

type Seen = Snapshots['cluster']

/** What is carried out: what guards keep is kept, with their reasons. */
export type Family = Guards.Guarded<Lifecycle.LifecycleFamily>

/** The label by whose value `enforce` a namespace lets its objects be changed. */
export const modeLabel = 'lifecycle.gcplan.io/mode'

/** The label or annotation that keeps an object, whatever its value. */
export const protectedLabel = 'lifecycle.gcplan.io/protected'

/** Kinds that stay unless the policy names others: they take along what others own. */
const keptKinds = ['Namespace', 'CustomResourceDefinition', 'PersistentVolume', 'StorageClass', 'Node']

/** What was decided on one look. */
export interface Decision {
  readonly planned: Lifecycle.Plan
  readonly allowed: Plan<Family>
  /** Why nothing of it may be removed. */
  readonly refusals: ReadonlyArray<string>
  /** Marks in namespaces that rehearse: kept in memory, written nowhere. */
  readonly rehearsed: Lifecycle.Memory
}

/** What a decision depends on beside the look. */
export interface Before extends Found {
  /** The namespace of the program itself. */
  readonly own: string
  readonly rehearsed: Lifecycle.Memory
  /** The plan of a look before this one, which has to do the same. */
  readonly agreed?: Lifecycle.Plan
}

/** Decides. Marks count only where they may be written: one that opts in begins anew. */
export const decide =
  ({ policy, limits, own, rehearsed, agreed }: Before) =>
  (seen: Seen): E.Either<string, Decision> => {
    const enforces = enforcing(seen, limits)
    const isRehearsed = new Set(seen.objects.flatMap(({ metadata }) => (enforces(metadata) ? [] : [metadata.uid])))
    const written = Lifecycle.annotatedMemory(seen.objects.filter(({ metadata }) => enforces(metadata)))
    const memory = Lifecycle.observe(policy)(seen)({
      marks: [...written.marks, ...rehearsed.marks.filter(({ uid }) => isRehearsed.has(uid))],
    })
    const keep = Guards.guards(
      Guards.protectWhere(`its namespace has no label ${modeLabel}=enforce`)(({ id }) => isRehearsed.has(id)),
      Guards.protectNamespaces([...(limits.protectedNamespaces ?? Guards.systemNamespaces), own]),
      Guards.protectKinds(limits.protectedKinds ?? keptKinds),
      Guards.protectLabel(protectedLabel)(Guards.listingOf(seen.objects).labelsOf),
      Guards.protectLabel(protectedLabel)(Guards.listingOf(seen.objects).annotationsOf),
      ...(agreed === undefined ? [] : [Guards.agreeing('the plan of the look before')(agreed)]),
    )
    const cap = Guards.guards(
      Guards.maxCount(limits.maxCount ?? 100),
      Guards.requireCoverage(['Namespace', 'Pod'])((kind) => isListed(seen, kind)),
    )
    return F.pipe(
      Lifecycle.plan(policy)({ ...seen, owners: ownerStatuses(Owner.defaultPolicy)(seen), memory }),
      E.mapLeft(({ problems }) => problems.map(({ path, expected }) => `${path}: expected ${expected}`).join('; ')),
      E.bindTo('planned'),
      E.bind('allowed', ({ planned }) =>
        E.mapLeft((why: Guards.Refusals) => sayRefusals(why).join('; '))(keep(planned)),
      ),
      E.map(({ planned, allowed }) => ({
        ...{ planned, allowed },
        refusals: F.pipe(
          cap(allowed),
          E.match(sayRefusals, () => []),
        ),
        rehearsed: F.pipe(
          planned.passes.flatMap(({ amendments }) => amendments),
          (all) => all.flatMap(({ target, actions }) => (isRehearsed.has(target.id) ? actions : [])),
          (marks) => Lifecycle.remember(marks)(memory),
        ),
      })),
    )
  }

const sayRefusals = (refusals: Guards.Refusals): ReadonlyArray<string> => refusals.map(Guards.explainRefusal)

/** Whether an object may be changed: its namespace says so, or the policy of what is in none. */
const enforcing = ({ objects }: Seen, { clusterScoped = false }: Limits) => {
  const open = new Set(
    objects.flatMap(({ apiVersion, kind, metadata }) =>
      apiVersion === 'v1' && kind === 'Namespace' && metadata.labels?.[modeLabel] === 'enforce' ? [metadata.name] : [],
    ),
  )
  return ({ namespace }: { readonly namespace?: string | undefined }): boolean =>
    namespace === undefined || namespace === '' ? clusterScoped : open.has(namespace)
}

/** Whether all objects of a kind of the core are in a look. */
const isListed = ({ coverage }: Seen, kind: string): boolean =>
  coverage._tag === 'Everything' ||
  coverage.resources.some((each) => each.group === '' && each.kind === kind && each.namespaces === 'all')
