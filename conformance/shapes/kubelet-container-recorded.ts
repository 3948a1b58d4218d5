/**
 * Answers how a recorded node of the kubelet's container collection is written down.
 */
import type * as KubeletContainer from '../../src/kubelet/container/index.js'

/** A container as the CRI lists it. */
export interface RecordedContainer {
  readonly id: string
  readonly podSandboxId: string
  readonly metadata: { readonly name: string }
  readonly state: KubeletContainer.ContainerState
  readonly createdAt: string
  readonly labels?: Readonly<Record<string, string>>
}

/** A sandbox as the CRI lists it. */
export interface RecordedSandbox {
  readonly id: string
  readonly metadata: { readonly uid: string }
  readonly state: KubeletContainer.SandboxState
  readonly createdAt: string
}

type ById = Readonly<Record<string, string>>

/** One collection, and what the fake runtime was told to fail at. */
export interface RecordedCollection {
  readonly now: string
  readonly policy: { readonly minAge: string; readonly maxPerPodContainer: number; readonly maxContainers: number }
  readonly allSourcesReady: boolean
  readonly evictNonDeletedPods: boolean
  readonly pods: Readonly<Record<string, { readonly contentRemoved: boolean; readonly runtimeRemoved: boolean }>>
  readonly containers: ReadonlyArray<RecordedContainer>
  readonly sandboxes: ReadonlyArray<RecordedSandbox>
  readonly logDirectories?: ReadonlyArray<string>
  readonly logSymlinks?: ReadonlyArray<{ readonly path: string; readonly targetExists: boolean }>
  readonly failures?: {
    readonly listContainersForContainers?: string
    readonly listContainersForSandboxes?: string
    readonly listPodSandbox?: string
    readonly readLogDirectory?: string
    readonly containerStatus?: ById
    readonly stopContainer?: ById
    readonly removeContainer?: ById
    readonly stopPodSandbox?: ById
    readonly removePodSandbox?: ById
    readonly removeLogDirectory?: ById
    readonly removeLogSymlink?: ById
  }
}

/** The link that the kubelet gives a container. */
export const ownLinkOf = (container: RecordedContainer | undefined): string => {
  const label = (key: string): string => container?.labels?.[`io.kubernetes.${key}`] ?? ''
  const [pod, namespace, name] = [label('pod.name'), label('pod.namespace'), label('container.name')]
  return `/var/log/containers/${pod}_${namespace}_${name}-${container?.id ?? ''}.log`
}
