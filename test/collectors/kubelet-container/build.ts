/**
 * Answers how a test writes a node down: only what matters is said, the rest is a quiet default.
 */
import { option as O } from 'fp-ts'

import type {
  Container,
  Family,
  KeepReason,
  LinkStatus,
  LogLink,
  Plan,
  PodState,
  Policy,
  Reason,
  Sandbox,
  Snapshot,
} from '../../../src/collectors/kubelet-container/index.js'
import { defaultPolicy, plan } from '../../../src/collectors/kubelet-container/index.js'
import type { Removal } from '../../../src/core/index.js'
import { known } from '../../../src/core/index.js'
import { made, minute, passOf, removed } from '../plan.js'

export { minute, passOf, removed }

/** A dead container of pod `u`, named `app`, in sandbox `s`, created at a minute. */
export const container = (id: string, created: number, given: Partial<Container> = {}): Container => ({
  id,
  sandboxId: 's',
  podUid: 'u',
  name: 'app',
  state: 'CONTAINER_EXITED',
  createdAt: minute(created),
  identified: true,
  ...given,
})

/** A sandbox of pod `u` that is not ready, created at a minute. */
export const sandbox = (id: string, created: number, given: Partial<Sandbox> = {}): Sandbox => ({
  id,
  podUid: 'u',
  state: 'SANDBOX_NOTREADY',
  createdAt: minute(created),
  ...given,
})

/** A link in the container log directory whose target is missing. */
export const deadLink = (path: string, status?: LinkStatus): LogLink => ({
  path,
  targetExists: false,
  containerStatus: O.fromNullable(status),
})

const bothFacts =
  (value: boolean) =>
  (uid: string): PodState => ({
    uid,
    contentRemoved: known(value),
    runtimeRemoved: known(value),
  })

/** A pod that is there. */
export const alive: (uid: string) => PodState = bothFacts(false)
/** A pod that is deleted and terminated. */
export const gone: (uid: string) => PodState = bothFacts(true)
/** A pod that has ended and is still in the API, as a finished job is. */
export const finished = (uid: string): PodState => ({ ...alive(uid), runtimeRemoved: known(true) })
/** A pod that is evicted while its containers still stop. */
export const evicted = (uid: string): PodState => ({ ...alive(uid), contentRemoved: known(true) })

/** A node read an hour after noon, with pod `u` alive and nothing on it but what is given. */
export const node = (given: Partial<Snapshot> = {}): Snapshot => ({
  at: minute(60),
  allSourcesReady: true,
  pods: [alive('u')],
  containers: [],
  sandboxes: [],
  logDirectories: [],
  logLinks: [],
  ...given,
})

/** The plan for a node; a refusal fails the test. */
export const planned = (given: Partial<Snapshot>, policy: Partial<Policy> = {}): Plan =>
  made(plan({ ...defaultPolicy, ...policy })(node(given)))

/** The removal of a target. */
export const removalOf = (id: string, { passes }: Plan): Removal<Family> => {
  const removal = passes.flatMap(({ removals }) => removals).find(({ target }) => target.id === id)
  if (removal === undefined) throw new Error(`${id} is not removed`)
  return removal
}

interface Decided {
  readonly target: { readonly id: string }
  readonly reasons: ReadonlyArray<Reason | KeepReason>
}

/** Why a target goes or stays. */
export const reasonsOf = (id: string, { passes }: Plan): ReadonlyArray<Reason | KeepReason> =>
  passes
    .flatMap(({ removals, kept }): ReadonlyArray<Decided> => [...removals, ...kept])
    .filter(({ target }) => target.id === id)
    .flatMap(({ reasons }) => reasons)
