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
} from '../../../src/kubelet/container/index.js'
import { defaultPolicy, plan } from '../../../src/kubelet/container/index.js'
import type { Removal } from '../../../src/core/index.js'
import * as Build from '../../../src/testing/build/kubelet-container.js'
import { made, minute, passOf, removed } from '../../collectors/plan.js'

export { minute, passOf, removed }

/** A dead container of pod `u`, named `app`, in sandbox `s`, created at a minute. */
export const container = (id: string, created: number, given: Partial<Container> = {}): Container =>
  Build.container(id, { sandboxId: 's', podUid: 'u', name: 'app', createdAt: minute(created), ...given })

/** A sandbox of pod `u` that is not ready, created at a minute. */
export const sandbox = (id: string, created: number, given: Partial<Sandbox> = {}): Sandbox =>
  Build.sandbox(id, { podUid: 'u', createdAt: minute(created), ...given })

/** A link in the container log directory whose target is missing. */
export const deadLink = (path: string, status?: LinkStatus): LogLink =>
  Build.logLink(path, { containerStatus: O.fromNullable(status) })

/** A pod that is there. */
export const alive = (uid: string): PodState => Build.podState(uid, 'alive')
/** A pod that is deleted and terminated. */
export const gone = (uid: string): PodState => Build.podState(uid, 'gone')
/** A pod that has ended and is still in the API, as a finished job is. */
export const finished = (uid: string): PodState => Build.podState(uid, 'finished')
/** A pod that is evicted while its containers still stop. */
export const evicted = (uid: string): PodState => Build.podState(uid, 'evicted')

/** A node read an hour after noon, with pod `u` alive and nothing on it but what is given. */
export const node = (given: Partial<Snapshot> = {}): Snapshot =>
  Build.snapshot({ at: minute(60), pods: [alive('u')], ...given })

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
