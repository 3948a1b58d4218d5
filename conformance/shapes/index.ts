/**
 * Answers which vector shapes can be replayed. One line per shape; order does not matter.
 */
import type { Shape } from '../shape.js'
import { containerdGraph } from './containerd-graph.js'
import { containerdScheduler } from './containerd-scheduler.js'
import { kubeletConfig } from './kubelet-config.js'
import { kubeletContainerGc } from './kubelet-container-gc.js'
import { kubeletGcLoop } from './kubelet-gc-loop.js'
import { kubeletImageDetect } from './kubelet-image-detect.js'
import { kubeletImageGc } from './kubelet-image-gc.js'
import { kubernetesApiserverDelete } from './kubernetes-apiserver-delete.js'
import { kubernetesCascadeLive } from './kubernetes-cascade-live.js'
import { kubernetesOwnerGc } from './kubernetes-owner-gc.js'
import { kubernetesOwnerGcEvents } from './kubernetes-owner-gc-events.js'

/** Every shape that the runner knows. */
export const shapes: ReadonlyArray<Shape> = [
  containerdGraph,
  containerdScheduler,
  kubeletConfig,
  kubeletContainerGc,
  kubeletGcLoop,
  kubeletImageDetect,
  kubeletImageGc,
  kubernetesApiserverDelete,
  kubernetesCascadeLive,
  kubernetesOwnerGc,
  kubernetesOwnerGcEvents,
]
