/** What releases of containerd change in a collection: one row for each rule. */
import type { Switches } from '../core/switch.js'
import type { Policy } from './policy.js'

const collector = 'containerd v2.3.4 core/metadata/gc.go'
const database = 'containerd v2.3.4 core/metadata/db.go'

export const switches: Switches<Policy> = {
  unknownLeaseResources: 'setting',
  imagesCollected: {
    decides: 'whether images are collected, or only hold others',
    upstream: `${collector} scanRoots`,
    example: 'an image whose expiry is past: it stays; it goes, and what only it held',
  },
  sandboxLabels: {
    decides: 'whether references on sandboxes hold',
    upstream: `${collector} scanRoots`,
    example: 'a sandbox whose label refers to a snapshot that nothing else holds: the snapshot goes; it stays',
  },
  streams: {
    decides: 'whether streams are collected, and references to them hold',
    upstream: `${collector} references`,
    example: 'a stream that only an expired lease held: it stays; it goes',
  },
  mounts: {
    decides: 'whether mounts are collected, and references to them hold',
    upstream: `${collector} references`,
    example: 'a mount that nothing refers to: it stays; it goes',
  },
  containersAreNodes: {
    decides: 'whether back references may name containers',
    upstream: `${collector} references`,
    example:
      'content whose label gc.bref.container names a container: the label says nothing, and the content goes; it stays as long as the container',
  },
  backReferences: {
    decides: 'whether a record may name the one that keeps it',
    upstream: `${collector} references`,
    example:
      'content whose label gc.bref.image names an image: the label says nothing, and the content goes; it stays as long as the image',
  },
  rootByPrefix: {
    decides: 'whether every label that begins with gc.root makes a root',
    upstream: `${collector} scanRoots`,
    example: 'content with the label gc.root.mine: it goes; it stays',
  },
  conditions: {
    decides: 'whether a reference to a snapshot may hold only while it was used lately',
    upstream: `${collector} references`,
    example:
      'an image whose label gc.cond.snapshot names a snapshot that was used a minute ago: the label says nothing, and the snapshot goes; it stays while it is used',
  },
  snapshotEvents: {
    decides: 'whether the removal of a snapshot is published',
    upstream: `${database} publishEvents`,
    example: 'a snapshot goes: subscribers are not told; they get /snapshot/remove',
  },
  imageEvents: {
    decides: 'whether the removal of an image is published',
    upstream: `${database} publishEvents`,
    example: 'an image goes: subscribers are not told; they get /images/delete',
  },
}
