import type { Namespace } from './snapshot.js'

/** All of a namespace but its name and whether the metadata knows it. */
export const emptyNamespace: Omit<Namespace, 'name' | 'inMetadata'> = {
  content: [],
  snapshots: [],
  images: [],
  containers: [],
  leases: [],
  ingests: [],
  sandboxes: [],
  streams: [],
  mounts: [],
}
