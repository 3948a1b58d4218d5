/** A node or a cluster of a fleet: each is read as the command about it reads its files, and answers with a row. */
import { either as E } from 'fp-ts'

import type { Command } from '../command.js'
import { diagnosesOf, diagnoseCommand } from '../commands/diagnose.js'
import { forecastNode } from '../commands/forecast-node.js'
import type { Bundle } from '../gathered/files.js'
import { clusterIn } from '../kubernetes/prepare.js'
import { scenarioIn } from '../node/scenario.js'
import { resultOf } from '../plan/print.js'
import { planError } from '../reclaim/prepare.js'
import { answering } from '../sources.js'
import { ownField, parsedJson } from '../structured.js'
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

/** Reads a cluster. */
const clusterMember: Command = {
  ...diagnoseCommand,
  prepare: (given) =>
    answering(E.right(undefined), clusterIn(given), (_, cluster) =>
      E.map((found: Parameters<typeof clusterRow>[1]) =>
        resultOf(JSON.stringify(clusterRow(cluster.snapshot.at, found)), [], 0),
      )(diagnosesOf(given, cluster, [], [])),
    ),
}

/** What reads a member, by the files that were gathered of it, or by its text. */
export const readerOf = (bundle: Bundle | undefined, text: string): Command => {
  if (bundle !== undefined)
    return bundle.names.some((name) => name.startsWith('kubernetes/')) ? clusterMember : nodeMember
  return ownField(parsedJson(text), 'apiVersion') === undefined ? nodeMember : clusterMember
}
