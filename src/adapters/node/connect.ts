/** A node through its runtime, its kubelet, and the layers of its containerd. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { containerdLayers } from '../../decode/index.js'
import type { Clock } from '../../execute/index.js'
import type { KubeletLook, NodeObservation, RuntimeLook } from '../../outlook/index.js'
import { systemClock } from '../clock.js'
import * as Containerd from '../containerd/index.js'
import * as Cri from '../cri/index.js'
import * as Kubelet from '../kubelet/index.js'
import type { SocketError } from '../socket/error.js'

/** Where a node is asked. */
export interface NodeOptions {
  /** Of the container runtime, e.g. `/run/containerd/containerd.sock`. */
  readonly socket: string
  /** Nothing: what only the kubelet knows is unknown. */
  readonly kubelet?: Kubelet.KubeletOptions | undefined
  /** Which unpacks the images of pods; default `overlayfs`. */
  readonly snapshotter?: string | undefined
  /** Says when it was; by default that of the machine. */
  readonly clock?: Pick<Clock, 'now'> | undefined
}

/** A node that can be asked, and rid of images. */
export interface Node {
  /** The runtime alone. */
  readonly runtime: TE.TaskEither<SocketError, RuntimeLook>
  /** The runtime, and what else answers: layers and the kubelet may be missing. */
  readonly observe: TE.TaskEither<SocketError, NodeObservation>
  /** Removes an image by its id, as the kubelet does. */
  readonly removeImage: (id: string) => TE.TaskEither<SocketError, unknown>
  /** Ends the connection, without which the process goes on. */
  readonly close: () => void
}

/** A node. Nothing is sent before the first look. */
export const connect = ({ socket, kubelet, snapshotter = 'overlayfs', clock = systemClock }: NodeOptions): Node => {
  const daemon = Cri.connect(socket)
  const runtime = Cri.observe(daemon, { clock })
  const layers = F.pipe(
    Containerd.observe(daemon)({ usage: true, clock }),
    TE.bimap(Containerd.explainError, ({ snapshot }) =>
      // That of the kubelet's containers.
      containerdLayers({ namespace: 'k8s.io', snapshotter })(snapshot),
    ),
  )
  return {
    runtime,
    observe: F.pipe(
      TE.Do,
      TE.bind('seen', () => runtime),
      TE.bind('layers', () => TE.fromTask(layers)),
      TE.bind('kubelet', () => TE.fromTask(kubeletLook(kubelet))),
      TE.map(({ seen, ...beside }) => ({ ...seen, ...beside })),
    ),
    removeImage: Cri.imagePort(daemon).removeImage,
    close: daemon.close,
  }
}

/** Answers nothing. */
const noKubelet: Kubelet.Kubelet = {
  get: (path) => TE.left({ _tag: 'Unreachable', path, message: 'no kubelet is given' }),
}

const kubeletLook = (options: Kubelet.KubeletOptions | undefined) => async (): Promise<KubeletLook> => {
  const { settings, pressure, pods, ...seen } = await Kubelet.observe(
    options === undefined ? noKubelet : Kubelet.connect(options),
  )()
  return { ...seen, settings: explained(settings), pressure: explained(pressure), pods: explained(pods) }
}

const explained: <A>(part: E.Either<Kubelet.KubeletError, A>) => E.Either<string, A> = E.mapLeft(Kubelet.explainError)
