/**
 * Lint of a cluster's owner references: what is wrong, has no effect, or is dangerous.
 */
import { elementAt } from '../../internal/lists.js'
import { either as E } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import { type KubeObject, targetOf } from '../../apiserver/object.js'
import { plan } from '../../controllers/owner/plan.js'
import type { Policy } from '../../controllers/owner/policy.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import type { InvalidInput } from '../../core/problem.js'
import type { FindingLevel } from '../finding.js'
import { sayOfCycles } from './cycles.js'
import { effectsOf } from './effect.js'
import type { OwnerFact, OwnerFinding } from './finding.js'
import { type LintInput, type Say, lintInputOf } from './lint-input.js'
import { sayOfList } from './list.js'
import { sayOfRecreated } from './recreated.js'
import { sayOfReferences } from './references.js'

/**
 * Lints the owner references of a cluster. Each finding says what the collector would do with the object.
 *
 * A reference that misses its owner is a problem: the object is deleted, or nothing ever happens to it. What depends on
 * how an owner will be deleted is advice; what does no harm is a note. An owner that has merely been deleted is not a
 * finding. Facts come from the objects alone; what the collector does takes the coverage into account.
 *
 * Shape: kinds that the collector does not watch are skipped.
 * Order: of the objects in the snapshot; of one object by its references, then its list, then its
 * relations to others.
 * Fails: `InvalidInput`, as `plan`.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 * import { explainOwnerFinding, lintOwners } from 'gcplan/lint'
 *
 * const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'shop', name: 'settings', uid: 'u-1' } }
 * const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid: 'u-1' }
 * const copy = { ...settings, metadata: { namespace: 'cart', name: 'copy', uid: 'u-2', ownerReferences: [reference] } }
 * const found = lintOwners(Owner.defaultPolicy)({
 *   at: new Date(0),
 *   objects: [settings, copy],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(found)) console.log(found.right.map(explainOwnerFinding).join())
 * // ConfigMap cart/copy: its owner ConfigMap settings lives in namespace shop, where the collector does not look for it; the collector deletes it: its owner ConfigMap settings (the uid belongs to v1 ConfigMap shop/settings) does not exist
 * ```
 */
export const lintOwners =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<InvalidInput, ReadonlyArray<OwnerFinding>> =>
    pipe(
      plan(policy)(snapshot),
      E.map((planned) => {
        const said = factsOn(lintInputOf(policy, snapshot))
        const objectAt = (node: number): KubeObject => elementAt(snapshot.objects, node)
        const effects = effectsOf(planned, new Set(said.map(({ node }) => objectAt(node).metadata.uid)))
        return said.map(({ node, level, fact }): OwnerFinding => {
          const object = targetOf(objectAt(node))
          return { level, object, does: effects.get(object.id) ?? nothing, ...fact }
        })
      }),
    )

/** Every object is in some list of the plan, so that this is never seen. */
const nothing: OwnerFinding['does'] = { _tag: 'Keeps', reason: { _tag: 'NotWatched' } }

interface PlacedFact {
  readonly node: number
  readonly level: FindingLevel
  readonly fact: OwnerFact
}

const factsOn = (ground: LintInput): ReadonlyArray<PlacedFact> => {
  const said: PlacedFact[] = []
  const say: Say = (node, level, fact) => {
    said.push({ node, level, fact })
  }
  ground.objects.forEach((object, node) => {
    if (!ground.isWatched(object)) return
    sayOfReferences(ground, node, say)
    sayOfList(ground, node, say)
  })
  sayOfRecreated(ground, say)
  sayOfCycles(ground, say)
  sayOfUnserved(ground, say)
  return said.sort((a, b) => a.node - b.node)
}

const sayOfUnserved = ({ objects, scopes, isWatched }: LintInput, say: Say): void => {
  const kinds = new Map<string, { readonly node: number; objects: number }>()
  objects.forEach((object, node) => {
    const { apiVersion, kind } = object
    if (scopes.find(apiVersion, kind) !== undefined || !isWatched(object)) return
    const key = `${kind} ${apiVersion}`
    const known = kinds.get(key)
    if (known === undefined) kinds.set(key, { node, objects: 1 })
    else known.objects++
  })
  for (const { node, objects: count } of kinds.values()) say(node, 'advice', { _tag: 'KindNotServed', objects: count })
}
