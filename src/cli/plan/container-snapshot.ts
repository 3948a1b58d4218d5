/** Builds the snapshot of the container collector from files and statements. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { Family, Policy, Snapshot } from '../../kubelet/container/index.js'
import {
  type DecodeError,
  decodeCrictlContainers,
  decodeCrictlSandboxes,
  decodeDockerInspect,
  decodeDockerPs,
  decodeKubeletContainerSnapshot,
  decodeKubeletPods,
  identify,
  kubeletContainerSnapshot,
  logLinksInListings,
  namesInListing,
} from '../../decode/index.js'
import type { Flag, Given, Text, Environment } from '../command.js'
import { all } from '../fp.js'
import { type Inputs, type Parts, nodePart, readPart, sayDecodeError } from './inputs.js'
import { momentOfFiles, readAt } from './time.js'
import { type Assembled, wholeSnapshot } from './whole-snapshot.js'

/** What a file can be to a container plan. */
export type ContainerPart =
  | 'containers'
  | 'sandboxes'
  | 'pods'
  | 'log-directories'
  | 'log-links'
  | 'dead-log-links'
  | 'snapshot'
  | 'node-object'

/** The files of a container plan, in the order of the help; listings hold no mark, so only a flag names them. */
export const containerParts: Parts<ContainerPart> = {
  containers: {
    kinds: ['CrictlPs', 'DockerPs', 'DockerInspect'],
    source: 'crictl ps -a -o json, or docker inspect $(docker ps -aq)',
  },
  sandboxes: { kinds: ['CrictlPods'], source: 'crictl pods -o json' },
  pods: { kinds: ['KubeletPods'], source: 'kubectl get --raw /api/v1/nodes/NODE/proxy/pods' },
  'log-directories': { kinds: [], source: 'ls -1 /var/log/pods' },
  'log-links': { kinds: [], source: "find /var/log/containers -name '*.log'" },
  'dead-log-links': { kinds: [], source: "find /var/log/containers -name '*.log' -xtype l" },
  snapshot: { kinds: ['KubeletContainerSnapshot'], source: 'a gcplan snapshot, instead of all other files' },
  'node-object': nodePart,
}

/** Flags that state facts that no tool prints. */
export const containerStatementFlags: ReadonlyArray<Flag> = [
  { name: 'assume-pods-synced', about: 'the kubelet has seen all its pods: one missing from --pods is gone' },
]

/** What was stated, checked as far as it can be without files. */
export interface ContainerStatements {
  readonly at: O.Option<O.Option<Date>>
  readonly podsSynced: boolean
}

/** Reads what was stated. */
export const containerStatements = (given: Given): E.Either<string, ContainerStatements> =>
  F.pipe(
    readAt(given),
    E.map((at) => ({ at, podsSynced: given.has('assume-pods-synced') })),
  )

/** A snapshot, and the passes for which no file lists anything. */
export interface AssembledContainers extends Assembled<Snapshot> {
  readonly notLookedAt: ReadonlyArray<Family['Pass']>
}

type PolicyParts = Pick<Policy, 'evictNonDeletedPods' | 'sandboxes'>

/** Reads a snapshot, or puts one together from the files. */
export const containerSnapshot =
  (statements: ContainerStatements, policy: PolicyParts) =>
  (environment: Environment, inputs: Inputs<ContainerPart>): E.Either<string, AssembledContainers> =>
    F.pipe(
      wholeSnapshot(decodeKubeletContainerSnapshot)<ContainerPart>(
        { at: statements.at, stated: statements.podsSynced, apart: ['node-object'] },
        environment,
      )(inputs),
      E.flatMap(
        O.match(
          () => snapshotOfFiles(statements, policy, environment, inputs),
          (whole) => E.right({ ...whole, notLookedAt: [] }),
        ),
      ),
    )

const snapshotOfFiles = (
  { at, podsSynced }: ContainerStatements,
  policy: PolicyParts,
  environment: Environment,
  inputs: Inputs<ContainerPart>,
): E.Either<string, AssembledContainers> =>
  F.pipe(
    all({
      listed: readContainers(inputs),
      sandboxes: readPart(decodeCrictlSandboxes)(inputs, 'sandboxes'),
      pods: readPart(decodeKubeletPods)(inputs, 'pods'),
    }),
    E.map(({ listed, sandboxes, pods }) => {
      const moment = momentOfFiles(at, environment)
      const notLookedAt = unlistedIn(inputs, policy)
      return {
        snapshot: kubeletContainerSnapshot({
          at: moment.at,
          // Only a pod that counts as gone makes a difference. Without the statement a finished one is all there can be,
          // and only the eviction manager takes it for gone.
          allSourcesReady: podsSynced || !policy.evictNonDeletedPods,
          containers: listed.containers,
          sandboxes: O.getOrElse((): Snapshot['sandboxes'] => [])(sandboxes),
          pods,
          absentPodsAreGone: podsSynced ? O.some('the command line says that the pod list is complete') : O.none,
          logDirectories: namesInListing(listing(inputs, 'log-directories')),
          logLinks: logLinksInListings({ all: listing(inputs, 'log-links'), dead: listing(inputs, 'dead-log-links') }),
        }),
        notes: [
          ...moment.notes,
          ...listed.notes,
          ...missing(pods, podsSynced),
          ...notLookedAt.map((pass) => `not looked at: ${pass}: ${listedBy[pass]}`),
        ],
        notLookedAt,
      }
    }),
  )

const listedBy = {
  sandboxes: '--sandboxes FILE',
  logs: '--log-directories FILE, --log-links FILE and --dead-log-links FILE',
} as const

/** Passes whose targets no file lists: their result is unknown, which differs from nothing to remove. */
const unlistedIn = (
  inputs: Inputs<ContainerPart>,
  { sandboxes }: Pick<Policy, 'sandboxes'>,
): ReadonlyArray<keyof typeof listedBy> => [
  ...(sandboxes === 'untouched' || inputs.has('sandboxes') ? [] : (['sandboxes'] as const)),
  ...(inputs.has('log-directories') || inputs.has('log-links') ? [] : (['logs'] as const)),
]

interface ListedContainers {
  readonly containers: Snapshot['containers']
  readonly notes: ReadonlyArray<string>
}

const readContainers = (inputs: Inputs<ContainerPart>): E.Either<string, ListedContainers> =>
  F.pipe(
    O.fromNullable(inputs.get('containers')),
    E.fromOption(() => `no containers given: --containers FILE, from ${containerParts.containers.source}`),
    E.flatMap(({ file, value }) => F.pipe(decodeContainers(file, value), E.mapLeft(sayDecodeError(file)))),
  )

const decodeContainers = (file: Text, value: unknown): E.Either<DecodeError, ListedContainers> => {
  const { _tag } = identify(value)
  // A list of crictl is in an object, even if it is empty.
  return _tag === 'DockerPs' || Array.isArray(value)
    ? F.pipe(
        (_tag === 'DockerPs' ? decodeDockerPs : decodeDockerInspect)(value),
        E.map(({ containers, foreign }) => ({ containers, notes: foreignNotes(file, foreign) })),
      )
    : F.pipe(
        decodeCrictlContainers(value),
        E.map((containers) => ({ containers, notes: [] })),
      )
}

const foreignNotes = (file: Text, foreign: number): ReadonlyArray<string> => {
  const verb = foreign === 1 ? 'container is' : 'containers are'
  return foreign === 0 ? [] : [`${file.name}: ${foreign} ${verb} not the kubelet's; skipped`]
}

const listing = (inputs: Inputs<ContainerPart>, part: ContainerPart): string => inputs.get(part)?.file.text ?? ''

const missing = (pods: O.Option<unknown>, podsSynced: boolean): ReadonlyArray<string> => {
  if (O.isNone(pods))
    return [
      `unknown, so what depends on it is kept: which pods are gone: --pods FILE${podsSynced ? '' : ', and --assume-pods-synced'}`,
    ]
  return podsSynced
    ? []
    : ['unknown, so what depends on it is kept: whether pods missing from --pods are gone: --assume-pods-synced']
}
