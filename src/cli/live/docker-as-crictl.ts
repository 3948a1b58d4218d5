/** What crictl would print of a Docker's images and containers: commands about images read nothing else. */
import type { Observation } from '../../adapters/docker/index.js'

/** The parts of a node; no container of Docker mounts an image. */
export const dockerAsCrictl = ({ at, node: { images, containers } }: Pick<Observation, 'at' | 'node'>) => ({
  images: {
    images: images.map(({ id, tags, size }) => ({
      id,
      repoTags: tags,
      repoDigests: [],
      size: `${size}`,
      pinned: false,
    })),
  },
  containers: {
    containers: containers.map(({ id, imageId }) => ({
      id,
      podSandboxId: '',
      metadata: { name: '', attempt: 0 },
      image: { image: imageId },
      imageRef: imageId,
      // Whatever its state, its image is in use.
      state: 'CONTAINER_UNKNOWN',
      createdAt: `${at.getTime()}000000`,
      labels: {},
    })),
  },
  inspect: containers.map(({ id }) => ({ status: { id, mounts: [] } })),
})
