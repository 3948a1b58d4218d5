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
  },
  sandboxLabels: { decides: 'whether references on sandboxes hold', upstream: `${collector} scanRoots` },
  streams: {
    decides: 'whether streams are collected, and references to them hold',
    upstream: `${collector} references`,
  },
  mounts: { decides: 'whether mounts are collected, and references to them hold', upstream: `${collector} references` },
  containersAreNodes: {
    decides: 'whether back references may name containers',
    upstream: `${collector} references`,
  },
  backReferences: {
    decides: 'whether a record may name the one that keeps it',
    upstream: `${collector} references`,
  },
  rootByPrefix: {
    decides: 'whether every label that begins with gc.root makes a root',
    upstream: `${collector} scanRoots`,
  },
  conditions: {
    decides: 'whether a reference to a snapshot may hold only while it was used lately',
    upstream: `${collector} references`,
  },
  snapshotEvents: { decides: 'whether the removal of a snapshot is published', upstream: `${database} publishEvents` },
  imageEvents: { decides: 'whether the removal of an image is published', upstream: `${database} publishEvents` },
}
