/** Clusters that a program of `examples/` is run on: the real control plane, and the fake one behind HTTP. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { either as E } from 'fp-ts'

import { type Client, type KubeConfigLike, fromClientNode } from '../../src/adapters/kubernetes/index.js'
import { type Validate, listen, servedCluster } from '../../src/testing/http/index.js'
import { unpacked } from '../archive.js'
import { built, cacheFolder } from '../kubernetes/build.mjs'
import { startControlPlane } from '../kubernetes/control-plane.js'
import { type Printed, kubectlRunner } from '../kubernetes/face-kubectl.js'
import { client as kubectlPackage } from '../kubernetes/kubectl.js'

/** A cluster, and how it is reached. */
export interface Place {
  readonly client: Client
  readonly kubectl: (words: string, input?: unknown) => Promise<Printed>
  /** The folder of `tls.crt`, `tls.key` and `ca.crt` for 127.0.0.1; only where webhooks are called over TLS. */
  readonly tls: string | undefined
  readonly stop: () => Promise<void>
}

/** Why there is no kubectl; a real control plane is there where it was built before. */
export const lackingKubectl = (): string | undefined => {
  const found = unpacked(kubectlPackage)
  return found._tag === 'Lacking' ? found.because : undefined
}

/** True where the real control plane was built. */
export const hasControlPlane = (): boolean => existsSync(join(cacheFolder(), 'bin/kube-apiserver'))

const kubectlOf = (kubeconfig: string, folder: string) => {
  const found = unpacked(kubectlPackage)
  if (found._tag === 'Lacking') throw new Error(found.because)
  return kubectlRunner(join(found.folder, 'usr/bin/kubectl'), kubeconfig, join(folder, 'cache'))
}

/** Kubernetes 1.20.2 with the garbage collector and the namespace controller. */
export const realPlace = async (): Promise<Place> => {
  const plane = await startControlPlane(built(console.log))
  const folder = dirname(plane.kubeconfig)
  for (const [name, file] of [
    ['tls.crt', 'server.crt'],
    ['tls.key', 'server.key'],
  ] as const)
    writeFileSync(join(folder, name), readFileSync(join(folder, file)))
  plane.startManager(['garbagecollector', 'namespace'])
  return {
    client: plane.client,
    kubectl: kubectlOf(plane.kubeconfig, folder),
    tls: folder,
    stop: plane.stop,
  }
}

/** The fake cluster behind HTTP, on the time of the machine; `validate` stands for its webhooks. */
export const fakePlace = async (validate?: Validate): Promise<Place> => {
  const cluster = servedCluster([], { now: () => new Date(), ...(validate === undefined ? {} : { validate }) })
  const { url, kubeconfig, close } = await listen(cluster, { tickEvery: 200 })
  const folder = mkdtempSync(join(tmpdir(), 'gcplan-examples-'))
  const file = join(folder, 'kubeconfig')
  writeFileSync(file, kubeconfig)
  const reached: KubeConfigLike = {
    getCurrentCluster: () => ({ server: url }),
    applyToHTTPSOptions: () => Promise.resolve(),
  }
  return {
    client: fromClientNode(reached),
    kubectl: kubectlOf(file, folder),
    tls: undefined,
    stop: async () => {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The answer to a request; an error where there is none. */
export const asked = async (
  { client }: Pick<Place, 'client'>,
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH',
  path: string,
  more: { readonly body?: unknown; readonly query?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly status: number; readonly body: unknown }> => {
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const answer = await client.send({ method, path, ...more, ...(more.body === undefined ? {} : { contentType }) })()
  if (E.isLeft(answer)) throw new Error(`${method} ${path}: ${answer.left.message}`)
  return answer.right
}

/** Waits until something holds, for so many seconds. */
export const until = async (seconds: number, holds: () => Promise<boolean>): Promise<boolean> => {
  const end = Date.now() + seconds * 1000
  for (;;) {
    if (await holds()) return true
    if (Date.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
