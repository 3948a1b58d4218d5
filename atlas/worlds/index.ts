/**
 * Answers which universes can be enumerated, and how: the world of a case from its digits. A universe that is missing here
 * is named by the command, and not played.
 */
import type { Atlas, Digits } from '../universe.js'
import { digitsOf } from '../universe.js'
import { containerWorld } from './container-gc.js'
import { containerdWorld } from './containerd.js'
import { imageHandlersWorld } from './image-gc-handlers.js'
import { imageWorld } from './image-gc.js'
import { membersWorld } from './members.js'
import { ownerWorld } from './owner-gc.js'

/** The world of each case; undefined where nothing enumerates the universe. */
export const worldsOf = (atlas: Atlas): ((index: number) => unknown) | undefined => {
  const world = worldOf(atlas)
  const digits = digitsOf(atlas)
  return world === undefined ? undefined : (index) => world(digits(index))
}

const worldOf = ({ meta: { assembly, shape }, universe: { base, dimensions } }: Atlas): World | undefined => {
  if (assembly === 'members') return membersWorld
  switch (shape) {
    case 'containerd/graph':
      return containerdWorld(base)
    case 'kubelet/container-gc':
      return containerWorld
    case 'kubelet/image-gc':
      return dimensions.some(({ name }) => name === 'entry-1') ? imageHandlersWorld : imageWorld
    case 'kubernetes/owner-gc':
      return ownerWorld
    default:
      return undefined
  }
}

type World = (digits: Digits) => unknown
