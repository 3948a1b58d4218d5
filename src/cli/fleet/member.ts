/** A node or a cluster of a fleet: each is read as the command about it reads its files, and answers with a row. */
import { either as E } from 'fp-ts'

import { type FileKind, identify } from '../../decode/index.js'
import type { Command, Flag, Given } from '../command.js'
import { diagnosesOf, diagnoseCommand } from '../commands/diagnose.js'
import { forecastNode } from '../commands/forecast-node.js'
import type { Bundle } from '../gathered/files.js'
import { clusterIn } from '../kubernetes/prepare.js'
import { scenarioIn } from '../node/scenario.js'
import { failed, resultOf } from '../plan/print.js'
import { atFlag } from '../plan/time.js'
import { planError } from '../reclaim/prepare.js'
import { answering } from '../sources.js'
import { clusterRow, nodeRow } from './rows.js'

/** Reads a node. */
const nodeMember: Command = {
  ...forecastNode,
  prepare: (given) =>
    answering(E.right(given.has('tune')), scenarioIn(given), (_, start, tries) => {
      const row = nodeRow(tries)(start)
      return E.isLeft(row) ? planError(start.notes)(row.left) : E.right(resultOf(JSON.stringify(row.right), [], 0))
    }),
}

/** Reads a cluster that was gathered. */
const clusterMember: Command = {
  ...diagnoseCommand,
  prepare: (given) =>
    answering(E.right(undefined), clusterIn(given), (_, cluster) =>
      E.map((found: Parameters<typeof clusterRow>[1]) => resultOf(JSON.stringify(clusterRow(cluster, found)), [], 0))(
        diagnosesOf(given, cluster, [], []),
      ),
    ),
}

/** When lists were taken. The clock would not do: a shard that runs again has to find the same. */
export const listsAtFlag: Flag = {
  name: 'lists-at',
  value: 'TIME',
  about: 'when lists of clusters were taken, e.g. 2026-01-01T12:00:00Z; whatever else there is says it itself',
}

/** Reads lists of a cluster, which do not say when they were taken. */
const listsMember: Command = {
  ...clusterMember,
  prepare: (given) =>
    given.has(listsAtFlag.name)
      ? clusterMember.prepare(takenAt(given))
      : E.right({
          ...{ paths: [], stdin: 'none' },
          run: () => failed(`does not say when it was taken; give --${listsAtFlag.name} TIME`),
        }),
}

const takenAt = (given: Given): Given => {
  const named = (name: string): string => (name === atFlag.name ? listsAtFlag.name : name)
  return {
    ...given,
    has: (name) => given.has(named(name)),
    value: (name) => given.value(named(name)),
    values: (name) => given.values(named(name)),
  }
}

/** What kubectl and the API server print about objects; the last two cannot be read, and the reader says why. */
const listsOfObjects: ReadonlySet<FileKind['_tag']> = new Set<FileKind['_tag']>([
  ...(['KubectlList', 'KubernetesObject', 'KubernetesObjects', 'KubernetesYaml', 'KubeletPods'] as const),
  ...(['KubernetesTable', 'KubernetesStatus'] as const),
])

/** What reads a member, by the files that were gathered of it, or by its text. */
export const readerOf = (bundle: Bundle | undefined, text: string): Command => {
  if (bundle !== undefined)
    return bundle.names.some((name) => name.startsWith('kubernetes/')) ? clusterMember : nodeMember
  return listsOfObjects.has(identify(text)._tag) ? listsMember : nodeMember
}
