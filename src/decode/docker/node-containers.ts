import type { Container, ContainerState } from '../../kubelet/container/snapshot.js'
import { parseDockerName } from './name.js'

/** The containers of a Docker daemon, as a kubelet of that time saw them. */
export interface DockerContainers {
  /** Containers with kubelet names, in file order; sandboxes are named `POD`. */
  readonly containers: ReadonlyArray<Container>
  /** Number of other containers, which no kubelet touches. */
  readonly foreign: number
}

/** A container as Docker reports it. */
export interface DockerContainer {
  readonly id: string
  readonly name: string
  readonly state: ContainerState
  readonly createdAt: Date
}

/** Drops what is not the kubelet's. A malformed name stays whole and belongs to no pod. */
export const nodeContainers = (all: ReadonlyArray<DockerContainer>): DockerContainers => {
  const containers = all.flatMap(({ id, name, state, createdAt }): ReadonlyArray<Container> => {
    const parsed = parseDockerName(name)
    if (parsed._tag === 'Foreign') return []
    const identified = parsed._tag === 'OfKubelet'
    const [podUid, called] = identified ? [parsed.podUid, parsed.container] : ['', name.replace(/^\//, '')]
    return [{ id, sandboxId: '', podUid, name: called, state, createdAt, identified }]
  })
  return { containers, foreign: all.length - containers.length }
}
