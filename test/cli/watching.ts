/** `gcplan unused --watch` on a served cluster, by the cluster's clock. */
import type { Client } from '../../src/adapters/kubernetes/index.js'
import type { Result } from '../../src/cli/command.js'
import type { Acting } from '../../src/cli/world.js'
import type { ObjectInput } from '../../src/testing/index.js'
import { type ServedCluster, servedCluster } from '../../src/testing/http/index.js'
import { type Faults, serving, wireTo } from '../adapters/kubernetes/faults.js'
import { call, noCluster } from './call.js'

/** What a test starts from. */
interface Start {
  readonly objects?: ReadonlyArray<ObjectInput>
  readonly faults?: Partial<Faults>
  /** What lies between program and wire. */
  readonly through?: (client: Client) => Client
  /** The interrupt came before anything else. */
  readonly isInterrupted?: boolean
}

/** An object of the core group in a namespace. */
interface Named {
  readonly kind: string
  readonly metadata: { readonly namespace: string; readonly name: string }
}

/** A command that goes on. */
export interface Watching {
  readonly cluster: ServedCluster
  /** What it printed and noted up to now. */
  readonly printed: ReadonlyArray<string>
  readonly noted: ReadonlyArray<string>
  /** The methods of its requests. */
  readonly methods: ReadonlySet<string>
  readonly after: (seconds: number) => Promise<void>
  readonly create: (object: Named) => void
  readonly remove: (path: string) => void
  /** Interrupts it; gives its result. */
  readonly interrupt: () => Promise<Result>
  /** Its result, once it ends by itself. */
  readonly result: Promise<Result>
}

/** Faults are over after this time. */
const aDay = 86_400

/** Runs the command until it has printed once, or ended. */
export const watching = async (flags: string, start: Start = {}): Promise<Watching> => {
  const { objects = [], faults, through = (client) => client, isInterrupted = false } = start
  const cluster = servedCluster([...objects])
  const none: Faults = { outages: [], cuts: [], fates: ['answered'], watches: ['open'], skews: [] }
  const wire = wireTo(cluster, { ...none, ...faults }, cluster.now(), aDay)
  const client = through(serving('namespaces', 'configmaps', 'secrets', 'pods', 'deployments')(wire.client))
  const ending = new AbortController()
  if (isInterrupted) ending.abort()
  const [printed, noted, methods] = [[] as string[], [] as string[], new Set<string>()]
  let show = (): void => undefined
  const shown = new Promise<void>((resolve) => {
    show = resolve
  })
  const acting: Acting = {
    ...noCluster,
    withCluster: () => (use) =>
      use({
        send: (asked) => {
          methods.add(asked.method)
          return client.send(asked)
        },
        open: client.open,
        ...{ context: 'kind-test', namespace: 'default', server: 'https://10.0.0.1:6443' },
      }),
    print: (line) => {
      printed.push(line)
      show()
    },
    note: (line) => noted.push(line),
    signal: ending.signal,
    clock: cluster.clock,
  }
  const result = call(`unused --watch ${flags}`, {}, acting)
  const begun = (): Promise<unknown> => Promise.race([shown, result])
  const isAway = faults?.outages?.some(({ from }) => from === 0) === true
  await (isAway ? cluster.clock.until(begun) : begun())
  return {
    ...{ cluster, printed, noted, methods, result },
    after: (seconds) => cluster.clock.advance({ seconds }),
    create: (object) => {
      const path = `/api/v1/namespaces/${object.metadata.namespace}/${object.kind.toLowerCase()}s`
      cluster.handle({ method: 'POST', path, body: object })
    },
    remove: (path) => {
      cluster.handle({ method: 'DELETE', path })
    },
    interrupt: () => {
      ending.abort()
      return result
    },
  }
}
