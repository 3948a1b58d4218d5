/** What is done about the claims of one pod of a set. */
import { type WholeObject, isBeingDeleted } from '../../apiserver/object.js'
import { claimNamed } from '../volumes.js'
import { claimName, hasStaleReference, newClaim, ownersChange } from './claims.js'
import type { SetWhy } from './reason.js'
import { type ClaimTemplate, isWanted } from './set.js'
import type { Act, SetAtWork } from './work.js'

/** The claims that a pod lacks; none where claims are not shown. */
export interface MissingClaims {
  readonly acts: ReadonlyArray<Act>
  /** One of its claims is being deleted: no pod can be made with it. */
  readonly isGoing: boolean
}

/**
 * The claims that a pod lacks.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims
 */
export const missingClaims = (work: SetAtWork, ordinal: number): MissingClaims => {
  const { view, set, spec } = work
  const acts: Act[] = []
  let isGoing = false
  const isShown = view.covers('v1', 'PersistentVolumeClaim', set.metadata.namespace)
  for (const template of spec.claimTemplates) {
    const claim = claimOf(work, template, ordinal)
    if (claim !== undefined || !isShown) {
      isGoing ||= claim !== undefined && isBeingDeleted(claim)
      continue
    }
    const why: SetWhy = { _tag: 'SetClaimMissing', set: set.metadata.name, template: template.name, ordinal }
    acts.push({ request: { _tag: 'Create', object: newClaim(template, set, ordinal) }, why })
  }
  return { acts, isGoing }
}

/** True where a claim of a new pod belongs to a former one, with which it goes. */
export const hasStaleClaim = (work: SetAtWork, pod: WholeObject, ordinal: number): boolean =>
  work.spec.retention.whenScaled === 'Delete' && claimsOf(work, ordinal).some((claim) => hasStaleReference(claim, pod))

/** Changes the owners of a pod's claims as the policy of the set says. */
export const claimActs = (work: SetAtWork, pod: WholeObject, ordinal: number): ReadonlyArray<Act> => {
  const { set, spec } = work
  const { name } = set.metadata
  const owners = { set, pod, retention: spec.retention, isWanted: isWanted(spec, ordinal) }
  return claimsOf(work, ordinal).flatMap((claim): ReadonlyArray<Act> => {
    const change = ownersChange(claim, owners)
    if (change === undefined) return []
    const object = { ...claim, metadata: { ...claim.metadata, ownerReferences: change.references } }
    const why: SetWhy =
      change._tag === 'OfAnother'
        ? { _tag: 'SetClaimOfAnother', set: name }
        : { _tag: 'SetClaimRetention', set: name, ...spec.retention, isWanted: owners.isWanted }
    return [{ request: { _tag: 'Update', object }, why }]
  })
}

/** The claims of an ordinal that are there. */
const claimsOf = (work: SetAtWork, ordinal: number): ReadonlyArray<WholeObject> =>
  work.spec.claimTemplates.flatMap((template) => claimOf(work, template, ordinal) ?? [])

const claimOf = ({ view, set }: SetAtWork, template: ClaimTemplate, ordinal: number): WholeObject | undefined =>
  view.get(claimNamed(set.metadata.namespace ?? '', claimName(template, set, ordinal)))
