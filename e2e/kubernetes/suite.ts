/** Clients of Kubernetes on the fake cluster behind HTTP. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { unpacked } from '../archive.js'
import { absent } from '../skip.js'
import type { Suite, Tally } from '../suites.js'
import { loadClientNode, runClientNode } from './face-client-node.js'
import { runKubectl } from './face-kubectl.js'
import { client } from './kubectl.js'

const onArchive = async (): Promise<Tally> => {
  const found = unpacked(client)
  return found._tag === 'Lacking'
    ? absent(found.because)
    : runKubectl(join(found.folder, 'usr/bin/kubectl'), found.version)
}

/** The kubectl of the machine, whatever its release. */
const onMachine = async (): Promise<Tally> => {
  const { status, stdout } = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' })
  const version = /v\d+\.\d+\.\d+[^\s"]*/.exec(stdout ?? '')?.[0]
  return status !== 0 || version === undefined
    ? { passed: 0, failed: 0, skipped: 1, said: 'skipped: the machine has no kubectl' }
    : runKubectl('kubectl', version)
}

const onClientNode = async (): Promise<Tally> => {
  const k8s = await loadClientNode()
  return k8s === undefined
    ? { passed: 0, failed: 0, skipped: 1, said: 'skipped: @kubernetes/client-node is not installed' }
    : runClientNode(k8s)
}

/** Each client once. */
export const clientSuites: ReadonlyArray<Suite> = [
  { name: 'client-kubectl-1.20', worlds: 1, run: onArchive },
  { name: 'client-kubectl', worlds: 1, run: onMachine },
  { name: 'client-node', worlds: 1, run: onClientNode },
]
