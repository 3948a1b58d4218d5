/** Shows why a record of containerd is alive, and what dropping what keeps it frees, as plain JSON. */
import type { either as E } from 'fp-ts'

import { depict } from '../../containerd/analysis/picture.js'
import { type Retention, retained } from '../../containerd/analysis/retained.js'
import { explain } from '../../containerd/explain.js'
import { type Exploration, explore } from '../../containerd/explore.js'
import type { PlanError } from '../../containerd/plan.js'
import type { Policy } from '../../containerd/policy.js'
import type { Node } from '../../containerd/record.js'
import type { Snapshot } from '../../containerd/snapshot.js'
import * as fp from '../../core/fp.js'
import type { Picture } from '../../core/picture.js'
import { removalsOf } from '../../core/plan.js'
import { targetKey } from '../../core/target.js'
import { safeText } from '../../internal/safe-text.js'
import { graphOf } from '../graph.js'
import { dropOf, holdingOf, removalView } from './drop.js'
import type { ContainerdView } from './model.js'
import { recordView } from './records.js'

/**
 * Why records of containerd are alive: for a record the path from a root with the kind of reference and a sentence for each step,
 * and what a collection would free if that root were dropped.
 *
 * Shape: a function for the records of one snapshot, which gives plain JSON, or null for a record that the snapshot lacks. All
 * records of one image, such as the three of CRI, are dropped together.
 * Order: the path from the root on; records as in plans.
 * Units: bytes. Fails: `InvalidInput`, as `plan` of `gcplan/containerd`.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { defaultPolicy } from 'gcplan/containerd'
 * import { containerdView } from 'gcplan/view'
 *
 * const none = { snapshots: [], containers: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [] }
 * const content = [{ digest: 'sha256:m', size: 12, labels: [] }]
 * const images = [{ name: 'app:1', target: 'sha256:m', labels: [] }]
 * const snapshot = { at: new Date(0), namespaces: [{ ...none, name: 'k8s.io', inMetadata: true, content, images }] }
 * const views = containerdView(defaultPolicy)(snapshot)
 * const blob = { _tag: 'Content', id: 'k8s.io/sha256:m', namespace: 'k8s.io', key: 'sha256:m' } as const
 * const view = E.isRight(views) ? views.right(blob) : null
 * for (const { record, edge, said } of view?.path ?? []) console.log(record.said, edge, said)
 * // image app:1 ImageUnexpired an image that does not expire
 * // content sha256:m TargetOfImage the target of image app:1
 * console.log(view?.drop?.only.said, view?.drop?.isEnough) // 12 B in 1 true
 * ```
 */
export const containerdView =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, (record: Node) => ContainerdView | null> =>
    fp.pipe(
      explore(policy)(snapshot),
      fp.flatMap((explored) =>
        fp.map((retention: Retention) => viewOf(policy, snapshot, explored, retention))(retained(policy)(snapshot)),
      ),
    )

const viewOf = (policy: Policy, snapshot: Snapshot, { plan, whyAlive, rootsOf }: Exploration, retention: Retention) => {
  const removals = new Map(removalsOf(plan).map((removal) => [targetKey(removal.target), removal]))
  return (node: Node): ContainerdView | null => {
    const holds = holdingOf(retention, node)
    if (holds === null) return null
    const removal = removals.get(targetKey(node))
    const path = whyAlive(node)
    const roots = rootsOf(node)
    const [first] = path
    const isRooted = first !== undefined && roots.some((root) => targetKey(root) === targetKey(first.node))
    const { sentences, reasons } = removal === undefined ? { sentences: [], reasons: [] } : removalView(removal)
    const decision = removal === undefined ? 'stays' : 'goes'
    const record = recordView(node)
    return {
      record,
      decision,
      said: `${record.said} in ${record.namespace} ${decision}`,
      path: path.map((hop) => ({
        record: recordView(hop.node),
        edge: hop.reason._tag,
        said: safeText(explain(hop.reason)),
      })),
      sentences,
      reasons,
      roots: roots.map(recordView),
      holds,
      drop: isRooted ? dropOf(policy, snapshot, retention, first.node, node) : null,
      graph: graphOf(around(policy, snapshot, node), new Map()),
    }
  }
}

/** The snapshot was explored already, so that there is nothing to fail. */
const around = (policy: Policy, snapshot: Snapshot, node: Node): Picture =>
  fp.match(
    (): Picture => ({ clusters: [], nodes: [], edges: [], omitted: 0 }),
    (picture: Picture) => picture,
  )(depict(policy)({ around: [node] })(snapshot))
