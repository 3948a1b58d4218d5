/**
 * Eviction signals, with the resource that each one is short of and the node condition that it raises.
 */

/** What is measured against a threshold: what is left of something. */
export type Signal =
  | 'memory.available'
  | 'allocatableMemory.available'
  | 'pid.available'
  | 'nodefs.available'
  | 'nodefs.inodesFree'
  | 'imagefs.available'
  | 'imagefs.inodesFree'
  | 'containerfs.available'
  | 'containerfs.inodesFree'

/** What the node is short of, as events name it. */
export type Resource = 'memory' | 'pids' | 'ephemeral-storage' | 'inodes'

/** A condition of the node that is raised by pressure. */
export type NodeCondition = 'DiskPressure' | 'MemoryPressure' | 'PIDPressure'

interface Subject {
  readonly resource: Resource
  readonly condition: NodeCondition
}

const memory: Subject = { resource: 'memory', condition: 'MemoryPressure' }
const bytes: Subject = { resource: 'ephemeral-storage', condition: 'DiskPressure' }
const inodes: Subject = { resource: 'inodes', condition: 'DiskPressure' }

const subjects: { readonly [S in Signal]: Subject } = {
  'memory.available': memory,
  'allocatableMemory.available': memory,
  'pid.available': { resource: 'pids', condition: 'PIDPressure' },
  'nodefs.available': bytes,
  'nodefs.inodesFree': inodes,
  'imagefs.available': bytes,
  'imagefs.inodesFree': inodes,
  'containerfs.available': bytes,
  'containerfs.inodesFree': inodes,
}

/** True for a text that names a signal. */
export const isSignal = (text: string): text is Signal => Object.hasOwn(subjects, text)

/** Every signal. */
export const signals: ReadonlyArray<Signal> = Object.keys(subjects).filter(isSignal)

/**
 * The resource that is short when a threshold on a signal is met.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go signalToResource
 */
export const resourceOf = (signal: Signal): Resource => subjects[signal].resource

/**
 * The condition that a met threshold on a signal raises.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go signalToNodeCondition
 */
export const conditionOf = (signal: Signal): NodeCondition => subjects[signal].condition

/** True for the signals that are about memory; they come before all others. */
export const isMemory = (signal: Signal): boolean => resourceOf(signal) === 'memory'
