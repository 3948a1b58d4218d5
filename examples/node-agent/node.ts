/** The node of this process: its runtime, its kubelet, and the file of the memory. */
import { function as F, taskEither as TE } from 'fp-ts'

import * as Containerd from 'gcplan/adapters/containerd'
import * as Cri from 'gcplan/adapters/cri'
import * as Files from 'gcplan/adapters/files'
import * as Kubelet from 'gcplan/adapters/kubelet'
import { containerdLayers } from 'gcplan/decode'
import type { Clock } from 'gcplan/execute'

import type { Config } from './config.js'
import type { Parts } from './program.js'

/** Answers nothing. */
const noKubelet: Kubelet.Kubelet = {
  get: (path) => TE.left({ _tag: 'Unreachable', path, message: 'KUBELET_URL is not set' }),
}

/** What the agent asks of its node; `close` ends the connection, without which the process goes on. */
export const nodeOf = ({ socket, snapshotter, kubelet, stateFile }: Config, clock: Clock) => {
  const daemon = Cri.connect(socket)
  const parts: Pick<Parts, 'runtime' | 'layers' | 'kubelet' | 'removeImage' | 'state'> = {
    runtime: Cri.observe(daemon, { clock }),
    layers: F.pipe(
      Containerd.observe(daemon)({ usage: true }),
      TE.bimap(Containerd.explainError, ({ snapshot }) =>
        containerdLayers({ namespace: 'k8s.io', snapshotter })(snapshot),
      ),
    ),
    kubelet: Kubelet.observe(kubelet === undefined ? noKubelet : Kubelet.connect(kubelet)),
    removeImage: Cri.imagePort(daemon).removeImage,
    state: {
      read: TE.mapLeft(Files.explainError)(Files.readIfThere(stateFile)),
      write: F.flow(Files.writeWhole(stateFile), TE.mapLeft(Files.explainError)),
    },
  }
  return { ...parts, close: daemon.close }
}
