/** Ports of the kubelet's collectors on a fake node, and observations of the node. */
import { type taskEither as TE, either as E } from 'fp-ts'

import type { Port as ContainerPort } from '../../kubelet/container/action.js'
import type { Snapshot as ContainerSnapshot } from '../../kubelet/container/snapshot.js'
import type { Port as ImagePort } from '../../kubelet/image/action.js'
import type { Memory, Snapshot as ImageSnapshot } from '../../kubelet/image/snapshot.js'
import { type Waiting, callOf } from '../ports.js'
import { type RuntimeCall, runtimeOf } from './runtime.js'
import { type NodeCall, type NodeFault, type NodeState, containerSnapshotOf, imageSnapshotOf } from './state.js'

/** The ports of a node; errors are scripted ones and the runtime's own. */
export interface NodePorts<Err> {
  readonly containerPort: ContainerPort<Err | NodeFault>
  readonly imagePort: ImagePort<Err | NodeFault>
  /** Observes containers, sandboxes and logs. */
  readonly lookAtContainers: TE.TaskEither<Err, ContainerSnapshot>
  /** Observes images and the disk. */
  readonly lookAtImages: (memory: Memory) => TE.TaskEither<Err, ImageSnapshot>
}

/** The ports of a node. */
export const nodePortsOf = <Err>(state: NodeState<Err>, waiting?: Waiting): NodePorts<Err> => {
  const runtime = runtimeOf(state)
  const call =
    (name: RuntimeCall) =>
    (id: string): TE.TaskEither<Err | NodeFault, void> =>
      callOf(
        () => state.troubles(name, [id]),
        (): E.Either<NodeFault, void> => {
          const fault = runtime[name](id)
          return fault === undefined ? E.right(undefined) : E.left(fault)
        },
        waiting,
      )
  const look = <A>(name: NodeCall, snapshot: () => A): TE.TaskEither<Err, A> =>
    callOf<Err, never, A>(
      () => state.troubles(name, []),
      () => E.right(snapshot()),
    )
  return {
    containerPort: {
      inspectContainer: call('inspectContainer'),
      stopContainer: call('stopContainer'),
      removeContainerLog: call('removeContainerLog'),
      removeContainer: call('removeContainer'),
      stopSandbox: call('stopSandbox'),
      removeSandbox: call('removeSandbox'),
      removeLogDirectory: call('removeLogDirectory'),
      removeLogLink: call('removeLogLink'),
    },
    imagePort: { removeImage: call('removeImage') },
    lookAtContainers: look('lookAtContainers', () => containerSnapshotOf(state)),
    lookAtImages: (memory) => look('lookAtImages', () => imageSnapshotOf(state, memory)),
  }
}
