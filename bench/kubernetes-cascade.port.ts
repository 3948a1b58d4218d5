/**
 * Answers what a plain port of the collector does for the same cascade, without reasons, plans or checks: a graph, a queue, and
 * requests by path to a map of objects. It knows what the family needs: no orphans, no solid owners, no pods on nodes.
 */
import type { KubeObject, OwnerReference } from '../src/apiserver/object.js'
import type { PropagationPolicy } from '../src/apiserver/request.js'

interface Stored {
  readonly uid: string
  readonly resourceVersion: string | undefined
  isDeleted: boolean
  /** It has the finalizer `foregroundDeletion`. */
  waits: boolean
}

interface Node {
  readonly uid: string
  readonly path: string
  readonly namespace: string | undefined
  readonly owners: ReadonlyArray<OwnerReference>
  readonly dependents: Set<Node>
  isDeleted: boolean
  waits: boolean
}

type Event = { readonly _tag: 'Waits' | 'Deleted'; readonly uid: string }

const resources: Readonly<Record<string, string>> = { Pod: 'pods', ReplicaSet: 'replicasets' }

const pathOf = (apiVersion: string, kind: string, namespace: string | undefined, name: string): string => {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const resource = resources[kind] ?? kind
  return namespace === undefined ? `${root}/${resource}/${name}` : `${root}/namespaces/${namespace}/${resource}/${name}`
}

/** Uids of everything that goes with an owner, in the order in which it goes. */
export const portedCascade = (
  objects: ReadonlyArray<KubeObject>,
  root: string,
  policy: PropagationPolicy,
): ReadonlySet<string> => {
  const store = new Map<string, Stored>()
  const nodes = new Map<string, Node>()
  const absent = new Set<string>()
  const queue = new Set<Node>()
  const events: Event[] = []
  const gone = new Set<string>()

  const list = ({ apiVersion, kind, metadata }: KubeObject): void => {
    const { namespace, name, uid, resourceVersion, ownerReferences: owners = [] } = metadata
    const path = pathOf(apiVersion, kind, namespace, name)
    store.set(path, { uid, resourceVersion, isDeleted: false, waits: false })
    const node: Node = { uid, path, namespace, owners, dependents: new Set(), isDeleted: false, waits: false }
    nodes.set(uid, node)
    for (const owner of owners) nodes.get(owner.uid)?.dependents.add(node)
  }
  const remove = (path: string, { uid }: Stored): void => {
    store.delete(path)
    gone.add(uid)
    events.push({ _tag: 'Deleted', uid })
  }
  const requestDelete = (path: string, uid: string, version: string | undefined, how: PropagationPolicy): void => {
    const stored = store.get(path)
    if (stored === undefined || stored.uid !== uid || stored.resourceVersion !== version) return
    if (how === 'Foreground' && !stored.waits) {
      stored.isDeleted = stored.waits = true
      events.push({ _tag: 'Waits', uid })
    } else if (!stored.waits) remove(path, stored)
  }
  const hear = ({ _tag, uid }: Event): void => {
    const node = nodes.get(uid)
    if (node === undefined) return
    if (_tag === 'Waits') {
      node.isDeleted = node.waits = true
      for (const dependent of node.dependents) queue.add(dependent)
      queue.add(node)
      return
    }
    nodes.delete(uid)
    if (node.dependents.size > 0) absent.add(uid)
    for (const dependent of node.dependents) queue.add(dependent)
    for (const reference of node.owners) {
      const owner = nodes.get(reference.uid)
      owner?.dependents.delete(node)
      if (owner?.waits === true) queue.add(owner)
    }
  }
  const standingOf = ({ apiVersion, kind, name, uid }: OwnerReference, namespace: string | undefined) => {
    if (absent.has(uid)) return 'dangling'
    const owner = store.get(pathOf(apiVersion, kind, namespace, name))
    if (owner?.uid !== uid) return 'dangling'
    return owner.isDeleted && owner.waits ? 'waiting' : 'solid'
  }
  const isBlocking = (owner: Node, { owners }: Node): boolean =>
    owners.some(({ uid, blockOwnerDeletion }) => uid === owner.uid && blockOwnerDeletion === true)
  const attempt = (node: Node): void => {
    if (node.isDeleted && !node.waits) return
    const stored = store.get(node.path)
    if (stored === undefined || stored.uid !== node.uid) return
    if (node.waits) {
      const blocking = [...node.dependents].filter((dependent) => isBlocking(node, dependent))
      if (blocking.length === 0) remove(node.path, stored)
      for (const dependent of blocking) if (!dependent.waits) queue.add(dependent)
      return
    }
    const standings = node.owners.map((owner) => standingOf(owner, node.namespace))
    if (standings.length === 0 || standings.includes('solid')) return
    const how = standings.includes('waiting') && node.dependents.size > 0 ? 'Foreground' : 'Background'
    requestDelete(node.path, node.uid, stored.resourceVersion, how)
  }
  const hearAll = (): void => {
    for (const event of events.splice(0)) hear(event)
  }

  objects.forEach(list)
  const first = nodes.get(root)
  if (first !== undefined) requestDelete(first.path, root, store.get(first.path)?.resourceVersion, policy)
  hearAll()
  for (const node of queue) {
    queue.delete(node)
    attempt(node)
    hearAll()
  }
  return gone
}
