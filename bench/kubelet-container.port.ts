/**
 * Answers what a plain port of the kubelet's container collection does on flat text: units in nested maps, times read once,
 * and with a container the link that the kubelet gave it. The ids that go, in order, and nothing else.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect
 */
import type { Container, Sandbox, Snapshot } from '../src/kubelet/container/snapshot.js'
import type { Limits } from './kubelet-container.input.js'

interface Dead {
  readonly id: string
  readonly createdAt: number
}

/** Ids of containers, then of sandboxes, then names of log directories, then paths of links. */
export const portOfContainerCollection = (snapshot: Snapshot, limits: Limits): ReadonlyArray<string> => {
  const gone = new Set<string>()
  for (const { uid, contentRemoved } of snapshot.pods)
    if (contentRemoved._tag !== 'Unknown' && contentRemoved.value) gone.add(uid)
  const removed = containersToRemove(snapshot, limits, gone)
  const removedIds = new Set(removed)
  const sandboxes = sandboxesToRemove(snapshot, removedIds, gone)
  const directories = snapshot.logDirectories.filter((name) => gone.has(name.slice(name.lastIndexOf('_') + 1))).sort()
  return [...removed, ...sandboxes, ...directories, ...linksToRemove(snapshot, removedIds).sort()]
}

const containersToRemove = (
  { at, containers }: Snapshot,
  { minAge, maxPerPodContainer, maxContainers }: Limits,
  gone: ReadonlySet<string>,
): ReadonlyArray<string> => {
  const removed: string[] = []
  const oldest = at.getTime() - minAge
  const pods = new Map<string, Map<string, Dead[]>>()
  for (const { id, podUid, name, state, createdAt } of containers) {
    const time = createdAt.getTime()
    if (state === 'CONTAINER_RUNNING' || time > oldest) continue
    let units = pods.get(podUid)
    if (units === undefined) pods.set(podUid, (units = new Map<string, Dead[]>()))
    const unit = units.get(name)
    if (unit === undefined) units.set(name, [{ id, createdAt: time }])
    else unit.push({ id, createdAt: time })
  }
  const cut = (list: Dead[], keep: number): void => {
    if (list.length <= keep) return
    if (keep > 0) list.sort(newestFirst)
    while (list.length > keep) removed.push(list.pop()?.id ?? '')
  }
  const table: Dead[][] = []
  const sorted = [...pods].sort(([a], [b]) => (a < b ? -1 : 1))
  const unitsOf = (units: ReadonlyMap<string, Dead[]>) => [...units].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [uid, units] of sorted)
    for (const [, unit] of unitsOf(units))
      if (gone.has(uid)) cut(unit, 0)
      else table.push(unit)
  const count = (): number => table.reduce((sum, unit) => sum + unit.length, 0)
  for (const unit of table) cut(unit, maxPerPodContainer)
  if (count() <= maxContainers) return removed
  const share = Math.max(1, Math.floor(maxContainers / table.length))
  for (const unit of table) cut(unit, share)
  if (count() > maxContainers) cut(table.flat(), maxContainers)
  return removed
}

const sandboxesToRemove = (
  snapshot: Snapshot,
  removedContainers: ReadonlySet<string>,
  gone: ReadonlySet<string>,
): ReadonlyArray<string> => {
  const removed: string[] = []
  const occupied = new Set<string>()
  for (const { id, sandboxId } of snapshot.containers) if (!removedContainers.has(id)) occupied.add(sandboxId)
  const pods = new Map<string, Sandbox[]>()
  for (const sandbox of snapshot.sandboxes) {
    const pod = pods.get(sandbox.podUid)
    if (pod === undefined) pods.set(sandbox.podUid, [sandbox])
    else pod.push(sandbox)
  }
  for (const [uid, sandboxes] of [...pods].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const isGone = gone.has(uid)
    if (!isGone) sandboxes.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    for (const { id, state } of sandboxes.slice(isGone ? 0 : 1).reverse())
      if (state !== 'SANDBOX_READY' && !occupied.has(id)) removed.push(id)
  }
  return removed
}

/** A link goes with its container; a dead one also if its container is not there any more or has exited. */
const linksToRemove = ({ containers, logLinks }: Snapshot, removed: ReadonlySet<string>): string[] => {
  const linked = new Map<string, Container | undefined>()
  const idOf = (path: string): string => path.slice(path.lastIndexOf('-') + 1, -'.log'.length)
  for (const { path } of logLinks) linked.set(idOf(path), undefined)
  for (const container of containers) if (linked.has(container.id)) linked.set(container.id, container)
  const paths: string[] = []
  for (const { path, targetExists } of logLinks) {
    const id = idOf(path)
    const container = linked.get(id)
    const isRemoved = removed.has(id)
    const isOwn = (): boolean => path.endsWith(`_${container?.name ?? ''}-${id}.log`)
    const isDead = isRemoved || container === undefined || container.state === 'CONTAINER_EXITED'
    if (targetExists ? isRemoved && isOwn() : isDead) paths.push(path)
  }
  return paths
}

const newestFirst = (a: Dead, b: Dead): number => b.createdAt - a.createdAt
