/** Starts a control plane on loopback, with data and certificates of its own, and ends what it started. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Client, type KubeConfigLike, fromClientNode } from '../../src/adapters/kubernetes/index.js'

/** A control plane. */
export interface ControlPlane {
  readonly client: Client
  readonly kubeconfig: string
  /** Starts the real controller manager with some controllers. */
  readonly startManager: (controllers: ReadonlyArray<string>) => { readonly stop: () => Promise<void> }
  readonly stop: () => Promise<void>
}

const sleep = (span: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, span))

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => {
        resolve(port)
      })
    })
  })

/** Starts etcd and an API server, with further flags for it; ready within seconds. */
export const startControlPlane = async (
  { bin, etcd }: { bin: string; etcd: string },
  flags: ReadonlyArray<string> = [],
): Promise<ControlPlane> => {
  const folder = mkdtempSync(join(tmpdir(), 'gcplan-e2e-'))
  const [store, peer, secure] = [await freePort(), await freePort(), await freePort()]
  certificates(folder)
  const started: ChildProcess[] = []
  const start = (program: string, name: string, args: ReadonlyArray<string>): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', log, log] })
    started.push(child)
    return child
  }
  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await Promise.race([ended, sleep(10_000)])
    child.kill('SIGKILL')
  }
  const address = (port: number): string => `http://127.0.0.1:${port}`
  start(etcd, 'etcd', [
    ...['--data-dir=etcd', '--unsafe-no-fsync', `--listen-client-urls=${address(store)}`],
    ...[`--advertise-client-urls=${address(store)}`, `--listen-peer-urls=${address(peer)}`],
  ])
  start(join(bin, 'kube-apiserver'), 'apiserver', [
    ...[`--etcd-servers=${address(store)}`, '--bind-address=127.0.0.1', `--secure-port=${secure}`],
    ...['--tls-cert-file=server.crt', '--tls-private-key-file=server.key', '--client-ca-file=ca.crt'],
    ...['--service-account-key-file=sa.pub', '--service-account-signing-key-file=sa.key'],
    ...['--service-account-issuer=e2e', '--authorization-mode=AlwaysAllow', '--cert-dir=.'],
    ...['--disable-admission-plugins=ServiceAccount', '--service-cluster-ip-range=10.0.0.0/24'],
    ...flags,
  ])
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, kubeconfigOf(folder, secure))
  const client = fromClientNode(configOf(folder, secure))
  for (let second = 0; ; second++) {
    const ready = await client.send({ method: 'GET', path: '/readyz' })()
    if (ready._tag === 'Right' && ready.right.status === 200) break
    if (second > 180) throw new Error(readFileSync(join(folder, 'apiserver.log'), 'utf8').slice(-2000))
    await sleep(1000)
  }
  return {
    client,
    kubeconfig,
    startManager: (controllers) => {
      const child = start(join(bin, 'kube-controller-manager'), 'manager', [
        ...[`--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--kube-api-qps=400', '--kube-api-burst=600'],
        ...[`--controllers=${controllers.join(',')}`, '--port=0', '--secure-port=0'],
        ...['--use-service-account-credentials=false', '--root-ca-file=ca.crt'],
      ])
      return { stop: () => end(child) }
    },
    stop: async () => {
      for (const child of [...started].reverse()) await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const certificates = (folder: string): void => {
  const openssl = (...args: ReadonlyArray<string>): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  }
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-days',
    '30',
    '-subj',
    '/CN=ca',
  )
  openssl('genrsa', '-out', 'sa.key', '2048')
  openssl('rsa', '-in', 'sa.key', '-pubout', '-out', 'sa.pub')
  for (const [name, subject, extension] of [
    ['server', '/CN=kube-apiserver', 'subjectAltName=IP:127.0.0.1,IP:10.0.0.1,DNS:localhost'],
    ['admin', '/O=system:masters/CN=admin', 'extendedKeyUsage=clientAuth'],
  ] as const) {
    writeFileSync(join(folder, `${name}.ext`), extension)
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject)
    openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-out', `${name}.crt`, '-days', '30', '-extfile', `${name}.ext`],
    )
  }
}

/** What @kubernetes/client-node would make of the kubeconfig. */
const configOf = (folder: string, port: number): KubeConfigLike => ({
  getCurrentCluster: () => ({ server: `https://127.0.0.1:${port}` }),
  applyToHTTPSOptions: (options: Record<string, unknown>) => {
    for (const [field, file] of [
      ['ca', 'ca.crt'],
      ['cert', 'admin.crt'],
      ['key', 'admin.key'],
    ] as const)
      options[field] = readFileSync(join(folder, file), 'utf8')
    return Promise.resolve()
  },
})

const kubeconfigOf = (folder: string, port: number): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'e2e',
        cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority': join(folder, 'ca.crt') },
      },
    ],
    users: [
      {
        name: 'admin',
        user: { 'client-certificate': join(folder, 'admin.crt'), 'client-key': join(folder, 'admin.key') },
      },
    ],
    contexts: [{ name: 'e2e', context: { cluster: 'e2e', user: 'admin' } }],
    'current-context': 'e2e',
  })
