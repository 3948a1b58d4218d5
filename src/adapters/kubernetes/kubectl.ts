/**
 * A client that lets kubectl authenticate: one `kubectl proxy` on a socket that only this user can open, so that
 * certificates, tokens, plugins, proxies and contexts are whatever kubectl makes of them.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { httpClient } from './http.js'
import { itemsOf, textOf } from './json.js'
import { ownField } from '../../internal/lists.js'
import type { Client, Transport } from './request.js'

/** Which cluster kubectl is to reach. Default: that of its current context. */
export interface KubectlOptions {
  readonly context?: string | undefined
  readonly kubeconfig?: string | undefined
  /** The program; default `kubectl`. */
  readonly kubectl?: string | undefined
}

/** A client, and what kubectl knows of the cluster. */
export interface KubectlClient extends Client {
  /** The address of the API server, e.g. `https://127.0.0.1:6443`. */
  readonly server: string
  readonly context: string
  /** The namespace of the context; `default` where it names none. */
  readonly namespace: string
  /** Ends kubectl. */
  readonly close: () => Promise<void>
}

/**
 * Starts kubectl as a proxy, and gives a client of it. Close it when it is no longer needed.
 *
 * Fails: `Unreachable` where there is no kubectl or it refuses the context or kubeconfig.
 */
export const fromKubectl =
  (options: KubectlOptions = {}): TE.TaskEither<Transport, KubectlClient> =>
  async () => {
    const { kubectl = 'kubectl', context, kubeconfig } = options
    const flags = [
      ...(context === undefined ? [] : [`--context=${context}`]),
      ...(kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`]),
    ]
    const folder = await mkdtemp(join(tmpdir(), 'gcplan-'))
    const socketPath = join(folder, 'socket')
    const [view, proxy] = await Promise.all([
      output(kubectl, [...flags, 'config', 'view', '--minify', '-o', 'json']),
      startProxy(kubectl, [...flags, 'proxy', `--unix-socket=${socketPath}`]),
    ])
    const end = async (): Promise<void> => {
      if (E.isRight(proxy)) proxy.right.kill()
      await rm(folder, { recursive: true, force: true })
    }
    const agent = new Agent({ keepAlive: true })
    return F.pipe(
      E.Do,
      E.apS('view', view),
      E.apS('process', proxy),
      TE.fromEither,
      TE.tapError(() => TE.fromTask(end)),
      TE.map((started) => ({
        ...httpClient(() => Promise.resolve({ isTls: false, socketPath, agent, headers: { host: 'localhost' } })),
        ...seenIn(started.view),
        close: async () => {
          agent.destroy()
          await end()
        },
      })),
    )()
  }

/** What the one context of a configuration says. */
const seenIn = (view: string): Pick<KubectlClient, 'server' | 'context' | 'namespace'> => {
  const config: unknown = JSON.parse(view)
  const first = (list: string, field: string): unknown => ownField(itemsOf(ownField(config, list))[0], field)
  return {
    server: textOf(ownField(first('clusters', 'cluster'), 'server')) ?? '',
    context: textOf(ownField(config, 'current-context')) ?? '',
    namespace: textOf(ownField(first('contexts', 'context'), 'namespace')) ?? 'default',
  }
}

const unreachable = (message: string): E.Either<Transport, never> => E.left({ _tag: 'Unreachable', message })

const sayStart = (program: string, error: NodeJS.ErrnoException): string =>
  error.code === 'ENOENT'
    ? `${program} is not there: it reads the kubeconfig and authenticates; give files instead, or install it`
    : `${program}: ${error.message}`

const output = (program: string, args: ReadonlyArray<string>): Promise<E.Either<Transport, string>> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString('utf8')))
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString('utf8')))
    child.on('error', (error) => resolve(unreachable(sayStart(program, error))))
    child.on('close', (code) => {
      resolve(
        code === 0 ? E.right(said.stdout) : unreachable(said.stderr.trim() || `${program} ended with ${String(code)}`),
      )
    })
  })

/** Resolves once the proxy serves. It ends with this process, whatever ends that. */
const startProxy = (program: string, args: ReadonlyArray<string>): Promise<E.Either<Transport, ChildProcess>> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const kill = (): void => {
      child.kill()
    }
    process.once('exit', kill)
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
    child.stdout.on('data', () => resolve(E.right(child)))
    child.on('error', (error) => resolve(unreachable(sayStart(program, error))))
    child.on('close', (code) => {
      process.removeListener('exit', kill)
      resolve(unreachable(stderr.trim() || `${program} proxy ended with ${String(code)}`))
    })
    child.unref()
  })
