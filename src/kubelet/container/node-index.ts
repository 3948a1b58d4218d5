/**
 * The items of a snapshot by number: the place in their list. Built once; the check for what is listed twice and all passes
 * use it (`npm run bench -- --apart kubelet-container`).
 */
import { type Numbering, numbering } from '../../internal/lists.js'
import type { Snapshot } from './snapshot.js'

/** Where each item stands in its list. */
export interface NodeIndex {
  /** Pods by uid. */
  readonly pods: Numbering
  /** Containers by id. */
  readonly containers: Numbering
  /** Sandboxes by id. */
  readonly sandboxes: Numbering
  /** False when a list names something twice. */
  readonly isDistinct: boolean
}

/** Numbers what the passes look up. */
export const indexNode = (snapshot: Snapshot): NodeIndex => {
  const pods = numbering(snapshot.pods.map(({ uid }) => uid))
  const containers = numbering(snapshot.containers.map(({ id }) => id))
  const sandboxes = numbering(snapshot.sandboxes.map(({ id }) => id))
  const directories = numbering(snapshot.logDirectories)
  const links = numbering(snapshot.logLinks.map(({ path }) => path))
  return {
    pods,
    containers,
    sandboxes,
    isDistinct: [pods, containers, sandboxes, directories, links].every(({ distinct }) => distinct),
  }
}
