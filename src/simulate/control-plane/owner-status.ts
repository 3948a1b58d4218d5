/**
 * The owner status of objects, from the owner collector's classification of references. Lifecycles use it as the
 * owners' vote.
 */
import * as fp from '../../core/fp.js'
import { numbering } from '../../internal/lists.js'
import { covers as coversOf, scopeTable } from '../../apiserver/scope.js'
import type { OwnerStatus } from '../../controllers/lifecycle/snapshot.js'
import { classify } from '../../controllers/owner/classify.js'
import { explain } from '../../controllers/owner/explain.js'
import { unclassified } from '../../controllers/owner/pass-input.js'
import { getObjectIn } from '../../controllers/owner/get-object.js'
import type { Policy } from '../../controllers/owner/policy.js'
import { ownersOf } from '../../apiserver/object.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'

/**
 * Classifies the owner references of every object that has some.
 *
 * Shape: metadata. What the snapshot does not cover is unknown, or absent where the policy says so.
 * Order: that of the snapshot.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go classifyReferences
 *
 * @example
 * ```ts
 * import * as Owner from 'gcplan/controllers/owner'
 * import * as ControlPlane from 'gcplan/simulate/control-plane'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 *
 * const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u-1' }]
 * const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'shop', name: 'web-0', uid: 'u-2', ownerReferences } }
 * const [status] = ControlPlane.ownerStatuses(Owner.defaultPolicy)({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [pod],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })
 * console.log(status?._tag === 'Classified' && status.dangling) // [ 'u-1' ]
 * ```
 */
export const ownerStatuses =
  ({ uncovered }: Policy) =>
  ({ objects, scopes, coverage }: Snapshot): ReadonlyArray<OwnerStatus> => {
    const table = scopeTable(scopes)
    const uids = numbering(objects.map(({ metadata }) => metadata.uid))
    const look = getObjectIn(objects, uids, table, uncovered === 'absent' ? () => true : coversOf(coverage))
    const classifyOne = classify(table, look)
    const statuses: OwnerStatus[] = []
    for (const object of objects) {
      if (ownersOf(object).length === 0) continue
      const { uid } = object.metadata
      const found = classifyOne(object)
      statuses.push(
        fp.isLeft(found)
          ? { _tag: 'Unclassified', uid, because: explain(unclassified(found.left)) }
          : {
              _tag: 'Classified',
              uid,
              solid: found.right.solid.map((owner) => owner.uid),
              dangling: found.right.dangling.map((owner) => owner.uid),
              waiting: found.right.waiting.map((owner) => owner.uid),
            },
      )
    }
    return statuses
  }
