/**
 * Answers what the kubelet's collection does, as one loop that decides and removes in the same breath. Written from the
 * behaviour, not from the library, and as plainly as possible: the library must come to the same calls.
 */
import type { taskEither as TE } from 'fp-ts'
import { either as E } from 'fp-ts'

import type { Action, Container, Policy, Sandbox, Snapshot } from '../../../src/kubelet/container/index.js'

/** A node that is listed and called. */
export interface Node {
  /** What is there now, or why it cannot be read. */
  readonly list: (pass: 'containers' | 'sandboxes' | 'logs') => E.Either<string, Snapshot>
  readonly call: (action: Action) => TE.TaskEither<string, unknown>
}

/** Runs one collection; gives the error text of the run, null on success. */
export const collectDirectly = async (node: Node, policy: Policy): Promise<string | null> => {
  const errors: string[] = []
  for (const [pass, step] of [
    ['containers', collectContainers],
    ['sandboxes', collectSandboxes],
    ['logs', collectLogs],
  ] as const) {
    const listed = node.list(pass)
    if (E.isRight(listed)) await step(node, policy, listed.right)
    else errors.push(pass === 'logs' ? `failed to read podLogsDirectory "/var/log/pods": ${listed.left}` : listed.left)
  }
  const texts = errors.filter((text, index) => errors.indexOf(text) === index)
  return texts.length === 0 ? null : texts.length === 1 ? String(texts[0]) : `[${texts.join(', ')}]`
}

type Step = (node: Node, policy: Policy, now: Snapshot) => Promise<void>

const succeeds = async (node: Node, action: Action): Promise<boolean> => E.isRight(await node.call(action)())

const removeContainer = async (node: Node, { id, state }: Container): Promise<void> => {
  if (state === 'CONTAINER_UNKNOWN') {
    if (!(await succeeds(node, { _tag: 'InspectContainer', id }))) return
    if (!(await succeeds(node, { _tag: 'StopContainer', id }))) return
  }
  if (!(await succeeds(node, { _tag: 'InspectContainer', id }))) return
  if (await succeeds(node, { _tag: 'RemoveContainerLog', id })) await succeeds(node, { _tag: 'RemoveContainer', id })
}

const newestFirst = <A extends { readonly createdAt: Date }>(list: ReadonlyArray<A>): A[] =>
  list.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())

/** Removes the oldest from a list and gives what is left of it. */
const removeOldest = async (node: Node, list: ReadonlyArray<Container>, count: number): Promise<Container[]> => {
  const keep = list.length - count
  const ordered = keep > 0 ? newestFirst(list) : [...list]
  for (let at = ordered.length - 1; at >= keep; at--) await removeContainer(node, ordered[at] as Container)
  return ordered.slice(0, keep)
}

const podIsGone = (policy: Policy, now: Snapshot, uid: string): boolean => {
  const pod = now.pods.find((each) => each.uid === uid)
  const holds = (fact: 'contentRemoved' | 'runtimeRemoved'): boolean => pod?.[fact]._tag === 'Known' && pod[fact].value
  return holds('contentRemoved') || (policy.evictNonDeletedPods && holds('runtimeRemoved'))
}

const collectContainers: Step = async (node, policy, now) => {
  const keys: string[] = []
  let units: { readonly uid: string; list: Container[] }[] = []
  const dead = now.containers.filter(
    ({ state, createdAt }) => state !== 'CONTAINER_RUNNING' && now.at.getTime() - createdAt.getTime() >= policy.minAge,
  )
  const ordered = dead.toSorted((a, b) => (a.podUid === b.podUid ? less(a.name, b.name) : less(a.podUid, b.podUid)))
  for (const container of ordered) {
    const key = JSON.stringify([container.podUid, container.name])
    if (!keys.includes(key)) {
      keys.push(key)
      units.push({ uid: container.podUid, list: [] })
    }
    units[keys.indexOf(key)]?.list.push(container)
  }
  const total = (): number => units.reduce((sum, unit) => sum + unit.list.length, 0)
  const holdTo = async (limit: number): Promise<void> => {
    for (const unit of units)
      if (unit.list.length > limit) unit.list = await removeOldest(node, unit.list, unit.list.length - limit)
  }

  if (now.allSourcesReady) {
    for (const unit of units)
      if (podIsGone(policy, now, unit.uid)) await removeOldest(node, unit.list, unit.list.length)
    units = units.filter((unit) => !podIsGone(policy, now, unit.uid))
  }
  if (policy.maxPerPodContainer >= 0) await holdTo(policy.maxPerPodContainer)
  if (policy.maxContainers >= 0 && total() > policy.maxContainers) {
    await holdTo(Math.max(1, Math.floor(policy.maxContainers / units.length)))
    if (total() > policy.maxContainers)
      await removeOldest(node, newestFirst(units.flatMap((unit) => unit.list)), total() - policy.maxContainers)
  }
}

const less = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const collectSandboxes: Step = async (node, policy, now) => {
  const active = (sandbox: Sandbox): boolean =>
    sandbox.state === 'SANDBOX_READY' || now.containers.some(({ sandboxId }) => sandboxId === sandbox.id)
  for (const uid of new Set(now.sandboxes.map(({ podUid }) => podUid).toSorted(less))) {
    const ofPod = now.sandboxes.filter(({ podUid }) => podUid === uid)
    const candidates = podIsGone(policy, now, uid) ? ofPod : newestFirst(ofPod).slice(1)
    for (const sandbox of candidates.toReversed().filter((each) => !active(each)))
      if (await succeeds(node, { _tag: 'StopSandbox', id: sandbox.id }))
        await succeeds(node, { _tag: 'RemoveSandbox', id: sandbox.id })
  }
}

const collectLogs: Step = async (node, _policy, now) => {
  if (now.allSourcesReady)
    for (const name of now.logDirectories.toSorted(less)) {
      const pod = now.pods.find(({ uid }) => uid === name.split('_').at(-1))
      if (pod?.contentRemoved._tag === 'Known' && pod.contentRemoved.value)
        await succeeds(node, { _tag: 'RemoveLogDirectory', name })
    }
  for (const link of now.logLinks.toSorted((a, b) => less(a.path, b.path))) {
    if (link.targetExists || !link.path.endsWith('.log')) continue
    const id = (link.path.split('-').at(-1) ?? '').replace(/\.log$/, '')
    const container = now.containers.find((each) => each.id === id)
    const told = link.containerStatus._tag === 'Some' ? link.containerStatus.value : (container?.state ?? 'Gone')
    if (id.length < 6 || told === 'Gone' || told === 'CONTAINER_EXITED')
      await succeeds(node, { _tag: 'RemoveLogLink', path: link.path })
  }
}
