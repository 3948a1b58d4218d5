/** Records by what they alone retain, as `retained containerd` ranks them, and a search among all. */
import { either as E, function as F } from 'fp-ts'
import type { Snapshot } from 'gcplan/containerd'
import { retained } from 'gcplan/containerd/analysis'

import { largest } from '../../../../src/cli/commands/retained-containerd.js'
import { sayExtent } from '../../../../src/cli/containerd/extent.js'
import { sayImage } from '../../../../src/cli/containerd/images.js'
import { allRecords, sayKind, sayNode } from '../../../../src/cli/containerd/node.js'
import type { Database } from '../../../../src/cli/containerd/prepare.js'
import { givenOf } from '../../../../src/cli/given.js'
import { sayProblems } from '../../../../src/cli/plan/errors.js'
import type { HolderRow } from '../answers'
import type { Found } from '../offer'

const everything = givenOf(new Map(), [])

export const holderRows = ({ snapshot, policy }: Database): E.Either<string, ReadonlyArray<HolderRow>> =>
  F.pipe(
    retained(policy)(snapshot),
    E.bimap(sayProblems('snapshot'), (found) =>
      largest(everything, 0, found).listed.map(({ nodes, only, shared }) => ({
        word: nodes[0].id,
        said: sayImage(nodes),
        kind: sayKind(nodes[0]),
        namespace: nodes[0].namespace,
        records: nodes.length,
        onlyBytes: only.bytes,
        onDiskBytes: only.onDisk,
        onlySaid: sayExtent('text')(only),
        sharedSaid: sayExtent('text')(shared()),
      })),
    ),
  )

/** As many as a list under a field shows. */
const most = 50

/** Records whose kind and name contain a text. */
export const recordsLike = (snapshot: Snapshot, text: string): ReadonlyArray<Found> => {
  const wanted = text.toLowerCase()
  return snapshot.namespaces
    .flatMap(allRecords)
    .filter((node) => sayNode(node).toLowerCase().includes(wanted))
    .slice(0, most)
    .map((node) => ({ word: node.id, label: `${sayNode(node)} in ${node.namespace}` }))
}
