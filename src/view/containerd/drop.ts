/** What dropping a root does, and what records keep. */
import type { Holder, ImageHolder, Retention } from '../../containerd/analysis/retained.js'
import { whatIf } from '../../containerd/analysis/what-if.js'
import { explain } from '../../containerd/explain.js'
import type { Policy } from '../../containerd/policy.js'
import type { Removal } from '../../containerd/reason.js'
import type { Node } from '../../containerd/record.js'
import type { Snapshot } from '../../containerd/snapshot.js'
import { isSome } from '../../core/fp.js'
import { targetKey } from '../../core/target.js'
import { safeText } from '../../internal/safe-text.js'
import type { DropView, HoldingView, RecordRemoval } from './model.js'
import { extentView, freedView, recordView } from './records.js'

/** What a record keeps; null where the snapshot lacks it. */
export const holdingOf = (retention: Retention, node: Node): HoldingView | null => {
  const holder = retention.of(node)
  return isSome(holder) ? holdingView(retention, [node], holder.value, retention.shared(node)) : null
}

const holdingView = (
  { heldBy }: Retention,
  nodes: ReadonlyArray<Node>,
  { only, uncertain }: Pick<Holder, 'only' | 'uncertain'>,
  shared: ReturnType<Retention['shared']>,
): HoldingView => ({
  only: freedView(only),
  perhaps: freedView(uncertain),
  shared: extentView(shared),
  sharedWith: heldBy(nodes).map(recordView),
})

/** What dropping a root does to a record that it keeps; null where the snapshot lacks the root. */
export const dropOf = (
  policy: Policy,
  snapshot: Snapshot,
  retention: Retention,
  root: Node,
  asked: Node,
): DropView | null => {
  const image = root._tag === 'Image' ? retention.images().find(isOf(root)) : undefined
  const nodes = image?.nodes ?? [root]
  const held = image === undefined ? holdingOf(retention, root) : holdingView(retention, nodes, image, image.shared())
  const [first, ...others] = nodes.map(recordView)
  if (held === null || first === undefined) return null
  const found = whatIf(policy)(nodes.map((node) => ({ _tag: 'Remove', node })))(snapshot)
  const goes = found._tag === 'Right' ? found.right.goes : []
  const gone = new Set([...nodes, ...goes.map(({ target }) => target)].map(targetKey))
  return {
    records: [first, ...others],
    ...held,
    goes: goes.map(removalView),
    isEnough: found._tag === 'Right' && gone.has(targetKey(asked)),
    isRefused: found._tag === 'Left',
  }
}

const isOf =
  (root: Node) =>
  ({ nodes }: ImageHolder): boolean =>
    nodes.some(({ id }) => id === root.id)

/** A removal of a collection. */
export const removalView = ({ target, reasons }: Removal): RecordRemoval => ({
  record: recordView(target),
  sentences: reasons.map((reason) => safeText(explain(reason))),
  reasons: reasons.map(({ _tag }) => _tag),
})
