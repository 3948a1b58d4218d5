/**
 * What users of envtest write: their API server deletes nothing, `gcplan collect` is started beside it, and then a foreground
 * deletion ends and a namespace goes. Nothing but kubectl and the command is used.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import { programOf, runCommand, runProgram } from '../programs/run.js'
import { type Kubectl, within } from './kubectl.js'
import type { Client } from '../../src/adapters/kubernetes/index.js'

/** A check, and what is wrong; empty where nothing is. */
export interface Check {
  readonly name: string
  readonly wrong: string
}

const configMap = (namespace: string, name: string, owner?: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    ...{ namespace, name },
    ...(owner === undefined
      ? {}
      : {
          ownerReferences: [
            { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner, blockOwnerDeletion: true },
          ],
        }),
  },
})

/** An owner with a dependent, in a namespace of their own. */
const family = ({ done }: Kubectl, namespace: string): void => {
  done(`create namespace ${namespace}`)
  done('create -f -', configMap(namespace, 'owner'))
  const uid = done(`get configmap owner -n ${namespace} -o jsonpath={.metadata.uid}`)
  done('create -f -', configMap(namespace, 'child', uid))
}

const isGone =
  ({ run }: Kubectl, words: string): (() => boolean) =>
  () => {
    const { ok, out } = run(`get ${words}`)
    return !ok && out.includes('NotFound')
  }

/** Starts the collector, as the guide says, and waits until it is ready. */
const collecting = async (
  { folder, kubeconfig }: Kubectl,
  ...flags: ReadonlyArray<string>
): Promise<{ readonly lines: ReadonlyArray<string>; readonly stop: () => Promise<number | null> }> => {
  const args = ['scripts/run-ts.mjs', 'src/cli/main.ts', 'collect', '--kubeconfig', kubeconfig, ...flags]
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines: string[] = []
  const ready = new Promise<boolean>((resolve) => {
    const printed = createInterface({ input: child.stdout })
    printed.on('line', (line) => {
      lines.push(line)
      if (line === 'ready') resolve(true)
    })
    printed.on('close', () => resolve(false))
  })
  if (!(await ready)) throw new Error('the collector did not become ready')
  return {
    lines,
    stop: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}

const check = (name: string, isSo: boolean, wrong: string): Check => ({ name, wrong: isSo ? '' : wrong })

/** The test of an operator's author. */
export const envtest = async (kubectl: Kubectl): Promise<ReadonlyArray<Check>> => {
  const { done } = kubectl
  for (const namespace of ['envtest-a', 'envtest-b']) family(kubectl, namespace)
  done('delete configmap owner -n envtest-a --cascade=foreground --wait=false')
  done('delete namespace envtest-b --wait=false')
  const owner = isGone(kubectl, 'configmap owner -n envtest-a')
  const namespace = isGone(kubectl, 'namespace envtest-b')
  const early = await within(3, () => owner() || namespace())
  const dry = await collecting(kubectl, '--dry-run')
  const isChecked = () => ['envtest-a', 'envtest-b'].every((name) => dry.lines.some((line) => line.includes(name)))
  const checked = await within(30, isChecked)
  const gone = ['child -n envtest-a', 'child -n envtest-b'].filter((name) => isGone(kubectl, `configmap ${name}`)())
  await dry.stop()
  const { stop } = await collecting(kubectl)
  const checks = [
    check('without a collector both stay', !early, 'something went by itself'),
    check('a dry run says what it would do', checked, dry.lines.join('; ')),
    check('each thing once', new Set(dry.lines).size === dry.lines.length, dry.lines.join('; ')),
    check('and does nothing', gone.length === 0, `gone: ${gone.join(', ')}`),
    check('a foreground deletion ends', await within(30, owner), 'the owner is still there'),
    check('with its dependents', isGone(kubectl, 'configmap child -n envtest-a')(), 'the dependent is still there'),
    check('a namespace goes', await within(30, namespace), 'the namespace is still there'),
  ]
  family(kubectl, 'envtest-c')
  done('delete configmap owner -n envtest-c --cascade=background --wait=false')
  const child = isGone(kubectl, 'configmap child -n envtest-c')
  checks.push(check('a dependent goes in the background', await within(30, child), 'the dependent is still there'))
  const code = await stop()
  return [...checks, check('an interrupt ends the collector', code === 0, `it ended with ${code}`)]
}

/** The program of the page on Kubernetes, and the command. */
export const programs = async (kubectl: Kubectl): Promise<ReadonlyArray<Check>> => {
  const { folder, kubeconfig, done } = kubectl
  const env = { KUBECONFIG: kubeconfig, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
  family(kubectl, 'program')
  const asked = await runCommand(['cascade', 'delete', 'configmap/owner', '-n', 'program', '-o', 'json'], env)
  done('delete configmap owner -n program --cascade=background --wait=false')
  const ran = await runProgram('kubernetes', programOf('kubernetes.md', {}), env)
  return [
    check('the command tells the cascade', asked.code === 0 && asked.stdout.includes('child'), asked.stderr),
    check('the program removes the dependent', ran.code === 0 && ran.stdout.includes('"_tag":"Removed"'), ran.stderr),
    check('and it is gone', isGone(kubectl, 'configmap child -n program')(), 'the dependent is still there'),
  ]
}

const podOnNode = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'node' },
  spec: { nodeName: 'node-a', containers: [{ name: 'web', image: 'web:1' }] },
}
const nodeStatus = {
  nodeInfo: {
    ...{ machineID: '', systemUUID: '', bootID: '', kernelVersion: '', osImage: '', kubeProxyVersion: '' },
    ...{ operatingSystem: 'linux', architecture: 'amd64' },
    ...{ containerRuntimeVersion: 'containerd://1.4.3', kubeletVersion: 'v1.20.2' },
  },
  addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
  images: [
    { names: ['web:1', 'web@sha256:aaaa'], sizeBytes: 900 },
    { names: ['old:1'], sizeBytes: 500 },
  ],
}
const podStatus = {
  phase: 'Running',
  containerStatuses: [
    {
      ...{ name: 'web', image: 'web:1', imageID: 'web@sha256:aaaa', containerID: 'containerd://abc' },
      ...{ ready: true, restartCount: 0, state: { running: { startedAt: '2026-01-01T00:00:00Z' } } },
    },
  ],
}

/** A node through the API server: no kubelet answers here, and what that leaves unknown is said. */
export const node = async (kubectl: Kubectl, { send }: Client): Promise<ReadonlyArray<Check>> => {
  const { folder, kubeconfig, done } = kubectl
  const env = { KUBECONFIG: kubeconfig, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
  done('create namespace node')
  done('create -f -', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } })
  done('create -f -', podOnNode)
  for (const [path, status] of [
    ['/api/v1/nodes/node-a/status', nodeStatus],
    ['/api/v1/namespaces/node/pods/web/status', podStatus],
  ] as const)
    await send({ method: 'PATCH', path, body: { status }, contentType: 'application/merge-patch+json' })()
  const ask = (words: string) => runCommand([...words.split(' '), '--node', 'node-a'], env)
  const images = await ask('plan kubelet-image')
  const containers = await ask('plan kubelet-container --kubernetes-version 1.26')
  return [
    check('a node has a plan', images.code === 0 && images.stdout.includes('in use by container abc'), images.stderr),
    check('that removes nothing', !images.stdout.includes('  remove'), images.stdout),
    check(
      'and says what it does not know',
      ['unknown, so what depends on it is kept: how full the disk is', 'which images are unused or pinned'].every(
        (words) => images.stderr.includes(words),
      ),
      images.stderr,
    ),
    check(
      'its containers too',
      containers.code === 0 && containers.stdout.includes('it is running'),
      `${containers.stdout}${containers.stderr}`,
    ),
  ]
}
