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
      E.flatMap(({ asking: { requested, whole }, holders }) => {
        const { inputs } = asked
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

/** What was asked for, on objects with the namespaces that it needs. */
const requestedOf = (asked: Asked<CascadeQuestion, Cluster>) =>
  F.pipe(
    requestsOf(asked),
    E.map((requested) => ({
      requested,
      whole: { ...asked.inputs, snapshot: withNamespaces(asked.inputs.snapshot, requested) },
    })),
  )

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
