/** The runtime of a fake node. As the CRI requires, removing what is already gone succeeds. */
import { ownerOf, ownersIn } from '../../kubelet/container/own-link.js'
import { type NodeCall, type NodeFault, type NodeState, withoutImage } from './state.js'

/** The result of a call: success, or a fault. */
type Done = NodeFault | undefined

/** The calls that reach the runtime; the looks at a node do not. */
export type RuntimeCall = Exclude<NodeCall, 'lookAtContainers' | 'lookAtImages'>

/** A call that cannot fail. */
const done =
  (call: (id: string) => void) =>
  (id: string): Done => {
    call(id)
    return undefined
  }

/** The runtime of a node. */
export const runtimeOf = (state: NodeState<unknown>): Readonly<Record<RuntimeCall, (id: string) => Done>> => ({
  inspectContainer: (id) =>
    state.containers.some((container) => container.id === id) ? undefined : { _tag: 'NotFound', id },
  stopContainer: done((id) => {
    state.containers = state.containers.map((each) => (each.id === id ? { ...each, state: 'CONTAINER_EXITED' } : each))
  }),
  removeContainerLog: done((id) => {
    const owners = ownersIn(
      state.containers.flatMap((each) => (each.id === id ? [{ ...each, _tag: 'Container' }] : [])),
    )
    state.logLinks = state.logLinks.filter(({ path }) => ownerOf(owners, path) === null)
  }),
  removeContainer: done((id) => {
    state.containers = state.containers.filter((each) => each.id !== id)
  }),
  /** Stops the containers in it as well. */
  stopSandbox: done((id) => {
    state.sandboxes = state.sandboxes.map((each) => (each.id === id ? { ...each, state: 'SANDBOX_NOTREADY' } : each))
    state.containers = state.containers.map((each) =>
      each.sandboxId === id && each.state === 'CONTAINER_RUNNING' ? { ...each, state: 'CONTAINER_EXITED' } : each,
    )
  }),
  /** Removes the containers in it as well. */
  removeSandbox: done((id) => {
    state.sandboxes = state.sandboxes.filter((each) => each.id !== id)
    state.containers = state.containers.filter((each) => each.sandboxId !== id)
  }),
  removeLogDirectory: done((name) => {
    state.logDirectories = state.logDirectories.filter((each) => each !== name)
  }),
  removeLogLink: done((path) => {
    state.logLinks = state.logLinks.filter((each) => each.path !== path)
  }),
  /** An image that a container holds stays; not every runtime is so careful. */
  removeImage: (id) => {
    const image = state.images.find((each) => each.id === id)
    if (image === undefined) return undefined
    const names = new Set([id, ...image.tags])
    const holder = state.containers.find(({ imageId = '', imageRef = '' }) => names.has(imageId) || names.has(imageRef))
    if (holder !== undefined) return { _tag: 'ImageInUse', id, container: holder.id }
    state.imageFs = withoutImage(state, id)
    state.images = state.images.filter((each) => each.id !== id)
    return undefined
  },
})
