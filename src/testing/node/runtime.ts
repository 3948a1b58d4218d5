/** The runtime of a fake node. As the CRI requires, removing what is already gone succeeds. */
import { type NodeFault, type NodeState, withoutImage } from './state.js'

/** The result of a call: success, or a fault. */
type Done = NodeFault | undefined

/** The runtime of a node. */
export const runtimeOf = (state: NodeState<unknown>) => ({
  inspectContainer: (id: string): Done =>
    state.containers.some((container) => container.id === id) ? undefined : { _tag: 'NotFound', id },
  stopContainer: (id: string): Done => {
    state.containers = state.containers.map((each) => (each.id === id ? { ...each, state: 'CONTAINER_EXITED' } : each))
    return undefined
  },
  removeContainer: (id: string): Done => {
    state.containers = state.containers.filter((each) => each.id !== id)
    return undefined
  },
  /** Stops the containers in it as well. */
  stopSandbox: (id: string): Done => {
    state.sandboxes = state.sandboxes.map((each) => (each.id === id ? { ...each, state: 'SANDBOX_NOTREADY' } : each))
    state.containers = state.containers.map((each) =>
      each.sandboxId === id && each.state === 'CONTAINER_RUNNING' ? { ...each, state: 'CONTAINER_EXITED' } : each,
    )
    return undefined
  },
  /** Removes the containers in it as well. */
  removeSandbox: (id: string): Done => {
    state.sandboxes = state.sandboxes.filter((each) => each.id !== id)
    state.containers = state.containers.filter((each) => each.sandboxId !== id)
    return undefined
  },
  removeLogDirectory: (name: string): Done => {
    state.logDirectories = state.logDirectories.filter((each) => each !== name)
    return undefined
  },
  removeLogLink: (path: string): Done => {
    state.logLinks = state.logLinks.filter((each) => each.path !== path)
    return undefined
  },
  /** An image that a container holds stays; not every runtime is so careful. */
  removeImage: (id: string): Done => {
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
