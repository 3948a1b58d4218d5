/**
 * The state of a fake node: what its runtime lists, logs, disk, and the kubelet's memory. Everything mutable is here.
 */
import { option as O } from 'fp-ts'

import { int64FromBigint, int64ToBigint } from '../../core/int64.js'
import { known } from '../../core/knowledge.js'
import { containerAlone } from '../../decode/snapshot/kubelet-container.js'
import type * as KubeletContainer from '../../kubelet/container/snapshot.js'
import { emptyMemory } from '../../kubelet/image/memory.js'
import { type Memory, containerOf } from '../../kubelet/image/snapshot.js'
import type * as KubeletImage from '../../kubelet/image/snapshot.js'
import { type Failures, type Troubles, troublesOf } from '../trouble.js'
import { type When, dateOf, noon } from '../when.js'

/** A container of a node, with its image. */
export type NodeContainer = KubeletContainer.Container & Partial<Omit<KubeletImage.Container, 'id'>>

/** Calls on a node that can be scripted to fail. */
export type NodeCall =
  | 'inspectContainer'
  | 'stopContainer'
  | 'removeContainerLog'
  | 'removeContainer'
  | 'stopSandbox'
  | 'removeSandbox'
  | 'removeLogDirectory'
  | 'removeLogLink'
  | 'removeImage'
  | 'lookAtContainers'
  | 'lookAtImages'

/** An error of the runtime itself. */
export type NodeFault =
  | { readonly _tag: 'NotFound'; readonly id: string }
  /** A container holds the image. */
  | { readonly _tag: 'ImageInUse'; readonly id: string; readonly container: string }

/** The content of a node. */
export interface NodeContents<Err> {
  /** Where its clock starts. Default: noon of 1 January 2026. */
  readonly at?: When
  readonly pods?: ReadonlyArray<KubeletContainer.PodState>
  readonly containers?: ReadonlyArray<NodeContainer>
  readonly sandboxes?: ReadonlyArray<KubeletContainer.Sandbox>
  readonly logDirectories?: ReadonlyArray<string>
  readonly logLinks?: ReadonlyArray<KubeletContainer.LogLink>
  readonly images?: ReadonlyArray<KubeletImage.Image>
  /** Default: 1000 bytes, all available. */
  readonly imageFs?: KubeletImage.ImageFsStats
  /** What the image collector remembers. */
  readonly memory?: Memory
  /** When image collection began. Default: with the clock. */
  readonly beganGC?: When
  /** Scripted failures, by id, name or path; `lookAtContainers` and `lookAtImages` go by `*`. */
  readonly failures?: Failures<NodeCall, Err>
}

/** Everything of one fake node. */
export interface NodeState<Err> {
  readonly troubles: Troubles<NodeCall, Err>
  readonly beganGC: Date
  now: Date
  pods: ReadonlyArray<KubeletContainer.PodState>
  containers: ReadonlyArray<NodeContainer>
  sandboxes: ReadonlyArray<KubeletContainer.Sandbox>
  logDirectories: ReadonlyArray<string>
  logLinks: ReadonlyArray<KubeletContainer.LogLink>
  images: ReadonlyArray<KubeletImage.Image>
  imageFs: KubeletImage.ImageFsStats
  memory: Memory
}

/** A node as it is given. */
export const nodeStateOf = <Err>(given: NodeContents<Err>): NodeState<Err> => {
  const {
    at = noon,
    pods = [],
    containers = [],
    sandboxes = [],
    logDirectories = [],
    logLinks = [],
    images = [],
  } = given
  const { imageFs = { capacityBytes: O.some(1000), availableBytes: O.some(1000) }, memory = emptyMemory } = given
  return {
    troubles: troublesOf<NodeCall, Err>(given.failures ?? {}),
    beganGC: dateOf(given.beganGC ?? at),
    now: dateOf(at),
    pods,
    containers,
    sandboxes,
    logDirectories,
    logLinks,
    images,
    imageFs,
    memory,
  }
}

/** What the container collector sees of a node. */
export const containerSnapshotOf = (state: NodeState<unknown>): KubeletContainer.Snapshot => {
  const { now, pods, sandboxes, logDirectories, logLinks } = state
  const containers = state.containers.map(containerAlone)
  return { at: now, allSourcesReady: true, pods, containers, sandboxes, logDirectories, logLinks }
}

/** What the image collector sees of a node, with what it remembers. */
export const imageSnapshotOf = (state: NodeState<unknown>, memory: Memory = state.memory): KubeletImage.Snapshot => ({
  at: state.now,
  beganGC: known(state.beganGC),
  images: state.images,
  containers: state.containers.map((container) => ({ ...containerOf(container.id, ''), ...container })),
  imageFs: known(state.imageFs),
  memory,
})

/** The disk after an image is gone. */
export const withoutImage = ({ images, imageFs }: NodeState<unknown>, id: string): KubeletImage.ImageFsStats => {
  const { availableBytes, capacityBytes } = imageFs
  if (O.isNone(availableBytes) || O.isNone(capacityBytes)) return imageFs
  let available = int64ToBigint(availableBytes.value)
  for (const image of images) if (image.id === id) available += int64ToBigint(image.size)
  const capacity = int64ToBigint(capacityBytes.value)
  return { ...imageFs, availableBytes: O.some(int64FromBigint(available < capacity ? available : capacity)) }
}
