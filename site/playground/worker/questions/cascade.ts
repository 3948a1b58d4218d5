/** What goes when objects are deleted or vanish. */
import { either as E, function as F } from 'fp-ts'
import { kubectlOptions } from 'gcplan/apiserver'
import type { Holder } from 'gcplan/simulate/cascade'
import { type CascadeView, cascadeView } from 'gcplan/view'

import { cascadeDelete, cascadeVanish } from '../../../../src/cli/commands/cascade.js'
import type { Cascade } from '../../../../src/cli/kubernetes/cascade.js'
import { holdersIn } from '../../../../src/cli/kubernetes/holders.js'
import { type Cluster, clusterIn } from '../../../../src/cli/kubernetes/prepare.js'
import {
  type Asked as Requested,
  deleteOptionsOf,
  deleteRequests,
  vanishRequests,
} from '../../../../src/cli/kubernetes/requests.js'
import { limitsOf, planned } from '../../../../src/cli/kubernetes/run-cascade.js'
import { withNamespaces } from '../../../../src/cli/kubernetes/unlisted.js'
import type { CascadeQuestion } from '../question'
import type { Asked, Asking } from './asking'
import { clusterFiles } from './cluster-files'
import { comparedWith } from './compared'
import { follow } from './follow'
import { objectsLike } from './objects'

const place = clusterFiles(new Set())
const flag = (name: string): readonly [string, ReadonlyArray<string>] => [name, ['']]

export const cascade: Asking<CascadeQuestion, Cluster> = {
  command: ({ how }) => (how === 'vanish' ? cascadeVanish : cascadeDelete),
  places: place,
  spoken: ({ objects, how, outcomes }) => ({
    words: objects,
    values: new Map([
      ...(how === 'vanish' || how === 'background'
        ? []
        : [how === 'raw' ? flag('raw') : (['cascade', [how]] as const)]),
      ...(outcomes ? [flag('outcomes')] : []),
    ]),
  }),
  sources: (given) => clusterIn(given, given.values('file')),
  find: ({ snapshot }, text) => objectsLike(snapshot.objects, text),
  follow: (asked) =>
    F.pipe(
      requestedOf(asked),
      E.flatMap(({ requested, whole }) => follow(whole, requested, asked.environment.acting.say)),
    ),
  show: (asked) =>
    F.pipe(
      E.Do,
      E.bind('asking', () => requestedOf(asked)),
      E.bind('holders', () => holdersIn(asked.environment, asked.given)),
      E.flatMap(({ asking, holders }) => {
        const { inputs, question } = asked
        return F.pipe(
          viewOf(asked, holders, asking),
          E.map(({ cascade, view }) => ({
            notes: [...inputs.notes, ...limitsOf(inputs, cascade)],
            view: {
              ...view,
              compared:
                question.how === 'background'
                  ? null
                  : F.pipe(
                      requestedOf(asked, 'background'),
                      E.flatMap((there) => viewOf(asked, holders, there)),
                      E.match(F.constNull, (there) => comparedWith(there.view, view)),
                    ),
            },
          })),
        )
      }),
    ),
}

interface Requesting {
  readonly requested: ReadonlyArray<Requested>
  /** The cluster with the namespaces that the requests need. */
  readonly whole: Cluster
}

const viewOf = (
  { inputs }: Asked<CascadeQuestion, Cluster>,
  holders: ReadonlyArray<Holder>,
  { requested, whole }: Requesting,
): E.Either<string, { readonly cascade: Cascade; readonly view: CascadeView }> =>
  F.pipe(
    planned(whole, requested, { holders, rules: inputs.rules.cascade }),
    E.map((cascade) => ({
      cascade,
      view: cascadeView(cascade.plan, {
        requests: requested.map(({ request }) => request),
        snapshot: whole.snapshot,
        unlisted: requested.flatMap(({ request, isUnlisted }) =>
          isUnlisted === true && request._tag === 'DeleteNamespace' ? [request.namespace] : [],
        ),
      }),
    })),
  )

/** What is asked for, or the same with another policy. */
const requestedOf = (
  asked: Asked<CascadeQuestion, Cluster>,
  how: CascadeQuestion['how'] = asked.question.how,
): E.Either<string, Requesting> =>
  F.pipe(
    requestsOf(asked, how),
    E.map((requested) => ({
      requested,
      whole: { ...asked.inputs, snapshot: withNamespaces(asked.inputs.snapshot, requested) },
    })),
  )

const requestsOf = (
  { given, inputs, question }: Asked<CascadeQuestion, Cluster>,
  how: CascadeQuestion['how'],
): E.Either<string, ReadonlyArray<Requested>> =>
  question.objects.length === 0
    ? E.left('choose an object to delete')
    : how === 'vanish'
      ? vanishRequests(given)(inputs)(question.objects)
      : F.pipe(
          deleteOptionsOf(given),
          E.map((options) => (how === question.how ? options : { ...options, ...kubectlOptions('background') })),
          E.flatMap((options) => deleteRequests(given, options)(inputs)(question.objects)),
        )
