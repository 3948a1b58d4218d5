/** The two releases of an upgrade: from flags, or the first from what the files state. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { FlagGroup, Given } from '../command.js'
import { all } from '../fp.js'
import { type Chosen, versionFlag, versionOf } from '../release/chosen.js'
import type { Choice } from '../release/stated.js'
import { optional } from '../values.js'

/** The newest release of Kubernetes whose rules are known. */
export const latestKubernetes = '1.36'

/** Where commands of a control plane and of a node find what runs now. */
export const statedByServer = 'v1.33.4-eks-abc (default: from kubectl version -o json among the files)'
export const statedByNode = 'v1.33.4-eks-abc (default: from a Node among the files)'

/** Flags without those that choose one release. */
export const withoutRelease = ({ heading, flags }: FlagGroup): FlagGroup => ({
  heading,
  flags: flags.filter(({ name }) => name !== 'preset' && name !== versionFlag.name),
})

/** The releases as they are asked for. */
export interface Span {
  readonly from: O.Option<string>
  readonly to: string
}

/** The flags of both releases. */
export const spanFlags = (latest: string, stated: string): FlagGroup => ({
  heading: 'Releases',
  flags: [
    { name: 'from', value: 'VERSION', about: `release that runs now, e.g. ${stated}` },
    { name: 'to', value: 'VERSION', about: `release to compare with (default ${latest})` },
  ],
})

/** Reads them. */
export const spanOf = (
  given: Given,
  presets: object,
  latest: string,
  plain: (version: string) => string = (version) => version,
): E.Either<string, Span> =>
  F.pipe(
    all({
      from: optional((flag, text) => versionOf(presets)(flag, plain(text)))(given, 'from'),
      to: optional((flag, text) => versionOf(presets)(flag, plain(text)))(given, 'to'),
    }),
    E.map(({ from, to }) => ({ from, to: O.getOrElse(() => latest)(to) })),
  )

/** What is asked for, so that files that state something else are named. */
export const askedIn = ({ from }: Span): Chosen =>
  O.isSome(from) ? { _tag: 'Version', version: from.value, from: '--from' } : { _tag: 'Default' }

/** The release of now, and notes about it. */
export interface Start {
  readonly version: string
  readonly notes: ReadonlyArray<string>
}

/** What runs now. */
export const startOf = ({ from }: Span, { chosen, notes }: Choice): E.Either<string, Start> =>
  chosen._tag === 'Version'
    ? E.right({ version: chosen.version, notes: notes.slice(O.isSome(from) ? 1 : 0) })
    : E.left(['--from: say which release runs now; no file states it', ...notes].join('\n'))

/** A command line as that of a plan under one version. */
export const givenAt = (given: Given, version: O.Option<string>): Given => ({
  ...given,
  has: (name) => (name === versionFlag.name ? O.isSome(version) : given.has(name)),
  value: (name) => (name === versionFlag.name ? version : given.value(name)),
})

/** An error under one of the releases. */
export const under = (version: string): (<A>(read: E.Either<string, A>) => E.Either<string, A>) =>
  E.mapLeft((message) => `${version}: ${message}`)
