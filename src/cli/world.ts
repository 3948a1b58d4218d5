/** A cluster that is read instead of files: which one to read, and what was read. */
import type { either as E } from 'fp-ts'

import type { Client, Collector, KubectlClient } from '../adapters/kubernetes/index.js'
import type { Clock } from '../execute/index.js'
import type { Scope } from '../apiserver/index.js'
import type { CoverageStatement, Listing, StatedVersion } from '../decode/index.js'

/** Which cluster to read. */
export interface ClusterAsk {
  readonly context?: string | undefined
  readonly kubeconfig?: string | undefined
  /** Objects of it are meant where a name alone is ambiguous; read alone where not all namespaces may be. */
  readonly namespace?: string | undefined
  /** Whose snapshot is made of it; default: any. */
  readonly collector?: Collector | undefined
  /** True if a flag names it: then it is read whatever comes through a pipe. */
  readonly isNamed: boolean
}

/** A client, and what is known of its cluster. */
export type OpenCluster = Client & Pick<KubectlClient, 'context' | 'namespace' | 'server'>

/** Files that a command writes. */
export interface KeptFiles {
  /** Makes a directory for its owner alone; fails where something is there. */
  readonly makeDirectory: (path: string) => Promise<E.Either<string, undefined>>
  /** The text of a file; nothing where there is none. */
  readonly readIfThere: (path: string) => Promise<E.Either<string, string | undefined>>
  /** Writes a file at once or not at all. */
  readonly write: (path: string, text: string) => Promise<E.Either<string, undefined>>
}

/** What commands that reach a cluster are given. */
export interface Acting {
  /** Opens a cluster, uses it, and closes it again. */
  readonly withCluster: (
    ask: Pick<ClusterAsk, 'context' | 'kubeconfig'>,
  ) => <A>(use: (cluster: OpenCluster) => Promise<E.Either<string, A>>) => Promise<E.Either<string, A>>
  readonly files: KeptFiles
  /** Names in a directory that was not gathered as one, in order; nothing for a file or what was gathered. */
  readonly members: (path: string) => Promise<E.Either<string, ReadonlyArray<string> | undefined>>
  /** The name of this machine. */
  readonly hostName: () => string
  /** Says how far it is, where somebody looks. */
  readonly say: (line: string) => void
  /** Prints a line at once, for commands that go on. */
  readonly print: (line: string) => void
  /** Says at once what a reader should know beside what is printed. */
  readonly note: (line: string) => void
  /** Aborted by an interrupt. */
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** A cluster as it was read. */
export interface LiveCluster {
  /** The name of its context. */
  readonly name: string
  /** The namespace of the context. */
  readonly namespace: string
  readonly at: Date
  readonly listings: ReadonlyArray<Listing>
  readonly scopes: ReadonlyArray<Scope>
  readonly covers: ReadonlyArray<CoverageStatement>
  readonly undiscoveredGroups: ReadonlyArray<string>
  readonly versions: ReadonlyArray<StatedVersion>
  /** The served kinds, as `kubectl api-resources -o wide` prints them. */
  readonly table: string
  /** What a reader should know, such as kinds that could not be listed. */
  readonly notes: ReadonlyArray<string>
}
