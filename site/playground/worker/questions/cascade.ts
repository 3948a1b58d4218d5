/** What goes when objects are deleted or vanish. */
import { either as E, function as F } from 'fp-ts'
import { cascadeView } from 'gcplan/view'

import { cascadeDelete, cascadeVanish } from '../../../../src/cli/commands/cascade.js'
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
import type { CascadeQuestion } from '../protocol'
import type { Asked, Asking } from './asking'
import { clusterFiles } from './cluster-files'
import { objectsLike } from './objects'

const place = clusterFiles(new Set())

export const cascade: Asking<CascadeQuestion, Cluster> = {
  command: ({ how }) => (how === 'vanish' ? cascadeVanish : cascadeDelete),
  places: place,
  spoken: ({ objects, how }) => ({
    words: objects,
    values: new Map(
      how === 'vanish' || how === 'background' ? [] : how === 'raw' ? [['raw', ['']]] : [['cascade', [how]]],
    ),
  }),
  sources: (given) => clusterIn(given, given.values('file')),
  find: ({ snapshot }, text) => objectsLike(snapshot.objects, text),
  show: (asked) =>
    F.pipe(
      E.Do,
      E.bind('requested', () => requestsOf(asked)),
      E.bind('holders', () => holdersIn(asked.environment, asked.given)),
      E.flatMap(({ requested, holders }) => {
        const { inputs } = asked
        const whole = { ...inputs, snapshot: withNamespaces(inputs.snapshot, requested) }
        return F.pipe(
          planned(whole, requested, { holders, rules: inputs.rules.cascade }),
          E.map((cascade) => ({
            notes: [...inputs.notes, ...limitsOf(inputs, cascade)],
            view: cascadeView(cascade.plan, {
              requests: requested.map(({ request }) => request),
              snapshot: whole.snapshot,
              unlisted: requested.flatMap(({ request, isUnlisted }) =>
                isUnlisted === true && request._tag === 'DeleteNamespace' ? [request.namespace] : [],
              ),
            }),
          })),
        )
      }),
    ),
}

const requestsOf = ({
  given,
  inputs,
  question: { objects, how },
}: Asked<CascadeQuestion, Cluster>): E.Either<string, ReadonlyArray<Requested>> =>
  objects.length === 0
    ? E.left('choose an object to delete')
    : how === 'vanish'
      ? vanishRequests(given)(inputs)(objects)
      : F.pipe(
          deleteOptionsOf(given),
          E.flatMap((options) => deleteRequests(given, options)(inputs)(objects)),
        )
