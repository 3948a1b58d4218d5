/**
 * Answers which vector shapes can be replayed. One line per shape; order does not matter.
 */
import type { Shape } from '../shape.js'
import { containerdGraph } from './containerd-graph.js'
import { containerdScheduler } from './containerd-scheduler.js'
import { kubeletConfig } from './kubelet-config.js'
import { kubeletContainerGc } from './kubelet-container-gc.js'
import { kubeletEviction } from './kubelet-eviction.js'
import { kubeletGcLoop } from './kubelet-gc-loop.js'
import { kubeletImageDetect } from './kubelet-image-detect.js'
import { kubeletImageGc } from './kubelet-image-gc.js'
import { kubernetesApiserverDelete } from './kubernetes-apiserver-delete.js'
import { kubernetesCascadeLive } from './kubernetes-cascade-live.js'
import { kubernetesCascadeLiveActors } from './kubernetes-cascade-live-actors.js'
import { kubernetesCsrCleaner } from './kubernetes-csr-cleaner.js'
import { kubernetesHistoryCronJob } from './kubernetes-history-cronjob.js'
import { kubernetesHistoryDaemonSet } from './kubernetes-history-daemonset.js'
import { kubernetesHistoryDeployment } from './kubernetes-history-deployment.js'
import { kubernetesHistoryStatefulSet } from './kubernetes-history-statefulset.js'
import { kubernetesLegacyTokenCleaner } from './kubernetes-legacy-token-cleaner.js'
import { kubernetesOwnerGc } from './kubernetes-owner-gc.js'
import { kubernetesOwnerGcEvents } from './kubernetes-owner-gc-events.js'
import { kubernetesPodGc } from './kubernetes-pod-gc.js'
import { kubernetesTtlAfterFinished } from './kubernetes-ttl-after-finished.js'

/** Every shape that the runner knows. */
export const shapes: ReadonlyArray<Shape> = [
  containerdGraph,
  containerdScheduler,
  kubeletConfig,
  kubeletContainerGc,
  kubeletEviction,
  kubeletGcLoop,
  kubeletImageDetect,
  kubeletImageGc,
  kubernetesApiserverDelete,
  kubernetesCascadeLive,
  kubernetesCascadeLiveActors,
  kubernetesCsrCleaner,
  kubernetesHistoryCronJob,
  kubernetesHistoryDaemonSet,
  kubernetesHistoryDeployment,
  kubernetesHistoryStatefulSet,
  kubernetesLegacyTokenCleaner,
  kubernetesOwnerGc,
  kubernetesOwnerGcEvents,
  kubernetesPodGc,
  kubernetesTtlAfterFinished,
]
