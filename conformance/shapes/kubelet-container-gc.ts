/**
 * Answers how a recorded container collection is replayed: the plan is carried out on a scripted node that lists, fails
 * and forgets as the recording says, with a new look where the plan asks for one.
 */
import { either as E, option as O } from 'fp-ts'

import * as KubeletContainer from '../../src/kubelet/container/index.js'
import type { Outcome, Report } from '../../src/core/index.js'
import { known } from '../../src/core/index.js'
import { parseGoDuration } from '../../src/decode/kubelet-config/index.js'
import { executeLooking } from '../../src/execute/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'
import type { RecordedCollection as Input } from './kubelet-container-recorded.js'
import { ownLinkOf } from './kubelet-container-recorded.js'

/** The node as the recording scripts it: what is still there, and what fails. */
const scriptedNode = (input: Input) => {
  const failures = input.failures ?? {}
  const gone = { containers: new Set<string>(), sandboxes: new Set<string>(), links: new Set<string>() }
  const answer = (error: string | undefined, done: () => void = () => undefined) => {
    if (error !== undefined) return () => Promise.resolve(E.left(error))
    return () => {
      done()
      return Promise.resolve(E.right(undefined))
    }
  }
  const statusError = (id: string): string | undefined =>
    input.containers.some((container) => container.id === id) && !gone.containers.has(id)
      ? failures.containerStatus?.[id]
      : 'not found'
  const port: KubeletContainer.Port<string> = {
    inspectContainer: (id) => answer(statusError(id)),
    stopContainer: (id) => answer(failures.stopContainer?.[id]),
    removeContainerLog: (id) => {
      const path = ownLinkOf(input.containers.find((container) => container.id === id))
      return input.logSymlinks?.some((link) => link.path === path)
        ? answer(failures.removeLogSymlink?.[path], () => gone.links.add(path))
        : answer(undefined)
    },
    removeContainer: (id) => answer(failures.removeContainer?.[id], () => gone.containers.add(id)),
    stopSandbox: (id) => answer(failures.stopPodSandbox?.[id]),
    removeSandbox: (id) => answer(failures.removePodSandbox?.[id], () => gone.sandboxes.add(id)),
    removeLogDirectory: (name) => answer(failures.removeLogDirectory?.[name]),
    removeLogLink: (path) => answer(failures.removeLogSymlink?.[path]),
  }
  const linkStatus = (path: string): O.Option<KubeletContainer.LinkStatus> => {
    const tail = path.slice(path.lastIndexOf('-') + 1).replace(/\.log$/, '')
    const error = statusError(tail)
    return error === undefined ? O.none : O.some(error === 'nil-status' ? 'Nil' : 'Gone')
  }
  const snapshot = (): KubeletContainer.Snapshot => ({
    at: new Date(input.now),
    allSourcesReady: input.allSourcesReady,
    pods: Object.entries(input.pods).map(([uid, pod]) => ({
      uid,
      contentRemoved: known(pod.contentRemoved),
      runtimeRemoved: known(pod.runtimeRemoved),
    })),
    containers: input.containers
      .filter(({ id }) => !gone.containers.has(id))
      .map(({ id, podSandboxId, metadata, state, createdAt, labels }) => ({
        id,
        sandboxId: podSandboxId,
        podUid: labels?.['io.kubernetes.pod.uid'] ?? '',
        name: metadata.name,
        state,
        createdAt: fromNanoseconds(createdAt),
        identified: true,
      })),
    sandboxes: input.sandboxes
      .filter(({ id }) => !gone.sandboxes.has(id))
      .map(({ id, metadata, state, createdAt }) => ({
        id,
        podUid: metadata.uid,
        state,
        createdAt: fromNanoseconds(createdAt),
      })),
    logDirectories: input.logDirectories ?? [],
    logLinks: (input.logSymlinks ?? [])
      .filter(({ path }) => !gone.links.has(path))
      .map(({ path, targetExists }) => ({ path, targetExists, containerStatus: linkStatus(path) })),
  })
  /** What fails before a pass can begin. */
  const lookError = (pass: KubeletContainer.Family['Pass']): string | undefined => {
    switch (pass) {
      case 'containers':
        return failures.listContainersForContainers
      case 'sandboxes':
        return failures.listContainersForSandboxes ?? failures.listPodSandbox
      case 'logs':
        return input.allSourcesReady ? failures.readLogDirectory : undefined
    }
  }
  return { port, snapshot, lookError }
}

const fromNanoseconds = (text: string): Date => new Date(Number(BigInt(text) / 1_000_000n))

const replay = async (recorded: Case): Promise<Replayed> => {
  const input = recorded.input as Input
  const minAge = parseGoDuration(input.policy.minAge)
  if (E.isLeft(minAge)) return { _tag: 'Skipped', because: `minAge ${input.policy.minAge} is no duration` }
  const policy = KubeletContainer.makePolicy({
    minAge: { seconds: Number(minAge.right) / 1e9 },
    maxPerPodContainer: input.policy.maxPerPodContainer,
    maxContainers: input.policy.maxContainers,
    evictNonDeletedPods: input.evictNonDeletedPods,
  })
  if (E.isLeft(policy)) return { _tag: 'Skipped', because: `the policy was refused: ${JSON.stringify(policy.left)}` }
  const node = scriptedNode(input)
  const plan = KubeletContainer.plan(policy.right)
  const planned = plan(node.snapshot())
  if (E.isLeft(planned))
    return { _tag: 'Skipped', because: `the snapshot was refused: ${JSON.stringify(planned.left)}` }
  const report = await executeLooking(KubeletContainer.perform(node.port), (pass: KubeletContainer.Family['Pass']) => {
    const error = node.lookError(pass)
    return () =>
      Promise.resolve(
        error === undefined
          ? E.mapLeft((invalid: { readonly _tag: string }) => invalid._tag)(plan(node.snapshot()))
          : E.left(error),
      )
  })(planned.right)()
  const after = node.snapshot()
  return {
    _tag: 'Replayed',
    tags: tagsOf(planned.right),
    actual: {
      ...callsOf(report),
      remainingContainers: after.containers.map(({ id }) => id),
      remainingSandboxes: after.sandboxes.map(({ id }) => id),
      error: O.toNullable(KubeletContainer.conclude((error: string) => error)(planned.right)(report).error),
    },
  }
}

type Attempted = Extract<Outcome<KubeletContainer.Family, string>, { readonly _tag: 'Removed' | 'Failed' }>

/** The mutating calls of a run, in the words of the recording. */
const callsOf = (report: Report<KubeletContainer.Family, string>) => {
  const attempts = report.passes
    .flatMap((pass) => pass.outcomes)
    .filter((outcome): outcome is Attempted => outcome._tag === 'Removed' || outcome._tag === 'Failed')
  return {
    containers: attempts.flatMap((attempt) => containerCall(attempt)),
    sandboxes: attempts.flatMap((attempt) => sandboxCall(attempt)),
    logDirectories: attempts.flatMap((attempt) =>
      attempt.removal.target._tag === 'LogDirectory'
        ? [{ path: attempt.removal.target.id, outcome: outcomeOf(attempt) }]
        : [],
    ),
    logSymlinks: attempts.flatMap((attempt) =>
      attempt.removal.target._tag === 'LogLink'
        ? [{ path: attempt.removal.target.id, outcome: outcomeOf(attempt) }]
        : [],
    ),
  }
}

const outcomeOf = (attempt: Attempted): string => (attempt._tag === 'Removed' ? 'removed' : 'failed')

const containerCall = (attempt: Attempted): ReadonlyArray<unknown> => {
  const { target, reasons, actions } = attempt.removal
  // Only the removal itself is a call; a container whose lookup or stop failed was never asked to go.
  if (target._tag !== 'Container') return []
  if (attempt._tag === 'Failed' && attempt.action._tag !== 'RemoveContainer') return []
  return [
    {
      id: target.id,
      phase: phases.get(reasons[0]._tag),
      podUid: target.podUid,
      name: target.name,
      ...(actions.some((action) => action._tag === 'StopContainer') ? { stoppedFirst: true } : {}),
      outcome: attempt._tag === 'Removed' ? 'removed' : 'removeFailed',
    },
  ]
}

const sandboxCall = (attempt: Attempted): ReadonlyArray<unknown> => {
  const { target, reasons } = attempt.removal
  if (target._tag !== 'Sandbox') return []
  return [
    {
      id: target.id,
      podUid: target.podUid,
      phase: phases.get(reasons[0]._tag),
      outcome:
        attempt._tag === 'Removed' ? 'removed' : attempt.action._tag === 'StopSandbox' ? 'stopFailed' : 'removeFailed',
    },
  ]
}

const phases: ReadonlyMap<string, string> = new Map([
  ['PodContentShouldBeRemoved', 'podDeleted'],
  ['PodRuntimeShouldBeRemoved', 'podDeleted'],
  ['OverMaxPerPodContainer', 'maxPerPodContainer'],
  ['OverFairShareOfMaxContainers', 'maxContainersAverage'],
  ['OverMaxContainers', 'maxContainersOldest'],
  ['InactiveSandboxOfRemovedPod', 'podDeleted'],
  ['InactiveAndNotNewestSandbox', 'notLatest'],
])

/** One container collection of the kubelet. */
export const kubeletContainerGc: Shape = {
  shape: 'kubelet/container-gc',
  compared: {
    containers: 'ordered',
    sandboxes: 'ordered',
    logDirectories: 'ordered',
    logSymlinks: 'ordered',
    remainingContainers: 'set',
    remainingSandboxes: 'set',
    error: 'ordered',
  },
  replay,
}
