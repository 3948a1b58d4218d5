/**
 * Builders for the input of the kubelet's container collector: containers, sandboxes, pods and logs.
 *
 * @module
 */
import { option as O } from 'fp-ts'

import { known } from '../../core/knowledge.js'
import type { Container, LogLink, PodState, Sandbox, Snapshot } from '../../kubelet/container/snapshot.js'
import { type When, dateOf, noon } from '../when.js'

/** Optional fields of a container. */
export type ContainerGiven = Partial<Omit<Container, 'id' | 'createdAt'>> & { readonly createdAt?: When }

/** A dead container of the pod `pod`, created at noon of 1 January 2026. */
export const container = (id: string, { createdAt = noon, ...given }: ContainerGiven = {}): Container => {
  const { podUid = 'pod' } = given
  return {
    id,
    sandboxId: `sandbox-of-${podUid}`,
    podUid,
    name: 'main',
    state: 'CONTAINER_EXITED',
    identified: true,
    ...given,
    createdAt: dateOf(createdAt),
  }
}

/** Optional fields of a sandbox. */
export type SandboxGiven = Partial<Omit<Sandbox, 'id' | 'createdAt'>> & { readonly createdAt?: When }

/** A sandbox of the pod `pod` that is not ready, created at noon of 1 January 2026. */
export const sandbox = (id: string, { createdAt = noon, ...given }: SandboxGiven = {}): Sandbox => ({
  id,
  podUid: 'pod',
  state: 'SANDBOX_NOTREADY',
  ...given,
  createdAt: dateOf(createdAt),
})

/** The kubelet's view of a pod: `alive`, `finished`, `evicted` or `gone`. */
export const podState = (uid: string, state: 'alive' | 'finished' | 'evicted' | 'gone' = 'alive'): PodState => ({
  uid,
  contentRemoved: known(state === 'evicted' || state === 'gone'),
  runtimeRemoved: known(state === 'finished' || state === 'gone'),
})

/** A link in the container log directory whose target is gone. */
export const logLink = (path: string, given: Partial<LogLink> = {}): LogLink => ({
  path,
  targetExists: false,
  containerStatus: O.none,
  ...given,
})

/** Optional fields of a snapshot. */
export type SnapshotGiven = Partial<Omit<Snapshot, 'at'>> & { readonly at?: When }

/**
 * A node at noon of 1 January 2026, with the live pod `pod` and the given content.
 *
 * @example
 * ```ts
 * import { removalsOf } from 'gcplan'
 * import { defaultPolicy, plan } from 'gcplan/kubelet/container'
 * import { KubeletContainer } from 'gcplan/testing'
 *
 * const { container, snapshot } = KubeletContainer
 * const planned = plan(defaultPolicy)(
 *   snapshot({ at: '2026-01-01T13:00:00Z', containers: [container('old'), container('new', { createdAt: '2026-01-01T12:30:00Z' })] }),
 * )
 * if (planned._tag === 'Right') console.log(removalsOf(planned.right).map(({ target }) => target.id)) // [ 'old' ]
 * ```
 */
export const snapshot = ({ at = noon, ...given }: SnapshotGiven = {}): Snapshot => ({
  allSourcesReady: true,
  pods: [podState('pod')],
  containers: [],
  sandboxes: [],
  logDirectories: [],
  logLinks: [],
  ...given,
  at: dateOf(at),
})
