/** A client made of a KubeConfig of @kubernetes/client-node. */
import { Agent } from 'node:http'
import { Agent as TlsAgent, type AgentOptions } from 'node:https'

import { httpClient } from './http.js'
import type { Client } from './request.js'

/** What is used of a KubeConfig; that of client-node 1.4 has it, and any other object may. */
export interface KubeConfigLike {
  /** The server of the current context; none if there is no such context. */
  readonly getCurrentCluster: () => { readonly server: string; readonly proxyUrl?: string | undefined } | null
  /** Puts certificates, and headers that authenticate, into options of a request. */
  applyToHTTPSOptions(options: object): Promise<unknown>
}

/**
 * A client with the credentials of a KubeConfig. Connections are kept open, and credentials asked for again at each request.
 *
 * @example
 * ```ts no-run
 * import { type KubeConfigLike, fromClientNode, look } from 'gcplan/adapters/kubernetes'
 *
 * declare const kubeConfig: KubeConfigLike
 * const seen = await look('owner')(fromClientNode(kubeConfig).send)()
 * ```
 */
export const fromClientNode = (kubeConfig: KubeConfigLike): Client => {
  const agents = new Map<string, Agent | undefined>()
  return httpClient(async () => {
    const cluster = kubeConfig.getCurrentCluster()
    if (cluster === null) throw Object.assign(new Error('the KubeConfig has no current cluster'), { code: 'ENOENT' })
    const { protocol, hostname, port, pathname } = new URL(cluster.server)
    const isTls = protocol === 'https:'
    const options: AgentOptions & { headers?: Record<string, string>; agent?: Agent; auth?: string } = {}
    // Its own agent for plain HTTP refuses to be made.
    if (isTls) await kubeConfig.applyToHTTPSOptions(options)
    const { ca, cert, key, rejectUnauthorized, servername } = options
    const trust = { ca, cert, key, rejectUnauthorized, servername }
    const identity = JSON.stringify(
      Object.values(trust).map((part) => (part instanceof Uint8Array ? part.toString() : part)),
    )
    // The package makes a new agent for each request; one that goes through a proxy only the package can make.
    const agent =
      agents.get(identity) ??
      (cluster.proxyUrl === undefined
        ? isTls
          ? new TlsAgent({ keepAlive: true, ...defined(trust) })
          : new Agent({ keepAlive: true })
        : options.agent)
    agents.set(identity, agent)
    return {
      ...{ isTls, host: hostname.replace(/^\[|\]$/g, '') },
      ...(agent === undefined ? {} : { agent }),
      ...(port === '' ? {} : { port }),
      ...(options.auth === undefined ? {} : { auth: options.auth }),
      headers: options.headers ?? {},
      basePath: pathname.replace(/\/$/, ''),
    }
  })
}

/** Options without those that are undefined, for which Node has defaults. */
const defined = (options: AgentOptions): AgentOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
