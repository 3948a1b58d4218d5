/**
 * Answers what the least is that a plain port of the kubelet's container collection has to do: the ids that go, in order,
 * and nothing else.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect
 */
import type { Container, Sandbox, Snapshot } from '../src/kubelet/container/snapshot.js'
import type { Limits } from './kubelet-container.input.js'

/** Ids of containers, then of sandboxes, then names of log directories, then paths of links. */
export const naiveContainerCollection = (snapshot: Snapshot, limits: Limits): ReadonlyArray<string> => {
  const gone = new Set<string>()
  for (const { uid, contentRemoved } of snapshot.pods)
    if (contentRemoved._tag !== 'Unknown' && contentRemoved.value) gone.add(uid)
  const removed = containersToRemove(snapshot, limits, gone)
  const left = new Set(removed)
  return [
    ...removed,
    ...sandboxesToRemove(snapshot, left, gone),
    ...snapshot.logDirectories.filter((name) => gone.has(name.slice(name.lastIndexOf('_') + 1))).sort(),
    ...linksToRemove(snapshot, left).sort(),
  ]
}

const containersToRemove = (snapshot: Snapshot, limits: Limits, gone: ReadonlySet<string>): ReadonlyArray<string> => {
  const removed: string[] = []
  const oldest = snapshot.at.getTime() - limits.minAge
  const units = new Map<string, Container[]>()
  for (const container of snapshot.containers) {
    if (container.state === 'CONTAINER_RUNNING' || container.createdAt.getTime() > oldest) continue
    const key = `${container.podUid} ${container.name}`
    const unit = units.get(key)
    if (unit === undefined) units.set(key, [container])
    else unit.push(container)
  }
  const removeOldest = (list: Container[], count: number): Container[] => {
    const kept = list.length - count
    if (kept > 0) list.sort(newestFirst)
    for (let index = list.length - 1; index >= kept; index--) removed.push(list[index]?.id ?? '')
    return list.slice(0, kept)
  }
  let table = [...units].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, unit]) => unit)
  table = table.filter((unit) => {
    const goes = gone.has(unit[0]?.podUid ?? '')
    if (goes) removeOldest(unit, unit.length)
    return !goes
  })
  const cut = (limit: number): void => {
    table = table.map((unit) => (unit.length > limit ? removeOldest(unit, unit.length - limit) : unit))
  }
  const count = (): number => table.reduce((sum, unit) => sum + unit.length, 0)
  cut(limits.maxPerPodContainer)
  if (count() > limits.maxContainers) {
    cut(Math.max(1, Math.floor(limits.maxContainers / table.length)))
    const rest = table.flat().sort(newestFirst)
    if (rest.length > limits.maxContainers) removeOldest(rest, rest.length - limits.maxContainers)
  }
  return removed
}

const sandboxesToRemove = (
  snapshot: Snapshot,
  left: ReadonlySet<string>,
  gone: ReadonlySet<string>,
): ReadonlyArray<string> => {
  const removed: string[] = []
  const occupied = new Set<string>()
  for (const { id, sandboxId } of snapshot.containers) if (!left.has(id)) occupied.add(sandboxId)
  const pods = new Map<string, Sandbox[]>()
  for (const sandbox of snapshot.sandboxes) {
    const pod = pods.get(sandbox.podUid)
    if (pod === undefined) pods.set(sandbox.podUid, [sandbox])
    else pod.push(sandbox)
  }
  for (const [uid, sandboxes] of [...pods].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!gone.has(uid)) sandboxes.sort(newestFirst)
    for (let index = sandboxes.length - 1; index >= (gone.has(uid) ? 0 : 1); index--) {
      const sandbox = sandboxes[index]
      if (sandbox !== undefined && sandbox.state !== 'SANDBOX_READY' && !occupied.has(sandbox.id))
        removed.push(sandbox.id)
    }
  }
  return removed
}

/** A dead link goes when its container is not there any more or has exited. */
const linksToRemove = (snapshot: Snapshot, left: ReadonlySet<string>): string[] => {
  const states = new Map(snapshot.containers.map(({ id, state }) => [id, state]))
  return snapshot.logLinks.flatMap(({ path, targetExists }) => {
    const id = path.slice(path.lastIndexOf('-') + 1, -'.log'.length)
    const exists = states.has(id) && !left.has(id)
    return !targetExists && (!exists || states.get(id) === 'CONTAINER_EXITED') ? [path] : []
  })
}

const newestFirst = (a: { readonly createdAt: Date }, b: { readonly createdAt: Date }): number =>
  b.createdAt.getTime() - a.createdAt.getTime()
