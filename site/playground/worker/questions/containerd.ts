/** What records of containerd retain, why one is alive, and what dropping some frees. */
import { either as E, function as F } from 'fp-ts'
import type { Node } from 'gcplan/containerd'
import { type Change, whatIf } from 'gcplan/containerd/analysis'
import { containerdView } from 'gcplan/view'

import { retainedContainerd } from '../../../../src/cli/commands/retained-containerd.js'
import { whatIfContainerd } from '../../../../src/cli/commands/what-if-containerd.js'
import { whyContainerd } from '../../../../src/cli/commands/why-containerd.js'
import { each } from '../../../../src/cli/fp.js'
import { findNode } from '../../../../src/cli/containerd/node.js'
import { type Database, databaseIn } from '../../../../src/cli/containerd/prepare.js'
import { sayProblems } from '../../../../src/cli/plan/errors.js'
import type { DroppedView } from '../answers'
import type { ContainerdQuestion } from '../question'
import type { Asked, Asking } from './asking'
import { holderRows, recordsLike } from './holders'
import { droppedView, sayDropError } from './dropped'
import { containerdFiles } from './places-containerd'

export const containerd: Asking<ContainerdQuestion, Database> = {
  command: ({ record, drop }) =>
    drop.length > 0 ? whatIfContainerd : record === undefined ? retainedContainerd : whyContainerd,
  places: containerdFiles,
  spoken: ({ record, drop }) => ({
    words: record === undefined || drop.length > 0 ? [] : [record],
    values: new Map([['remove', drop]]),
  }),
  sources: (given, { record, drop }) => databaseIn(given, record === undefined || drop.length > 0 ? 0 : 1),
  find: ({ snapshot }, text) => recordsLike(snapshot, text),
  show: (asked) =>
    F.pipe(
      E.Do,
      E.bind('holders', () => holderRows(asked.inputs)),
      E.bind('record', () => recordOf(asked)),
      E.bind('dropped', () => dropped(asked)),
      E.map((view) => ({ view, notes: asked.inputs.notes })),
    ),
}

type Question = Asked<ContainerdQuestion, Database>

const recordOf = ({ given, inputs: { snapshot, policy }, question: { record } }: Question) =>
  record === undefined
    ? E.right(null)
    : F.pipe(
        findNode(given, snapshot)(record),
        E.flatMap((node) =>
          F.pipe(
            containerdView(policy)(snapshot),
            E.bimap(sayProblems('snapshot'), (viewOf) => viewOf(node)),
          ),
        ),
      )

const dropped = ({
  given,
  inputs: { snapshot, policy },
  question: { drop },
}: Question): E.Either<string, DroppedView | null> =>
  drop.length === 0
    ? E.right(null)
    : F.pipe(
        drop,
        each(findNode(given, snapshot)),
        E.map((nodes) => nodes.map((node: Node): Change => ({ _tag: 'Remove', node }))),
        E.flatMap((changes) => F.pipe(whatIf(policy)(changes)(snapshot), E.mapLeft(sayDropError(changes)))),
        E.map(droppedView),
      )
