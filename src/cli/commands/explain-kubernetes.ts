/** `gcplan explain kubernetes`: what every collector decides about an object, and when that will change. */
import { either as E, function as F } from 'fp-ts'

import * as ControlPlane from '../../simulate/control-plane/index.js'
import type { Command, Given } from '../command.js'
import { all, each } from '../fp.js'
import { objectAbout, objectUsage, wordsOfObjects } from '../kubernetes/arguments.js'
import { type ControlPlaneInputs, controlPlaneFlags, controlPlaneIn } from '../kubernetes/control-plane.js'
import { eventEnds } from '../kubernetes/event-ends.js'
import { type Explained, type Explanations, exitCodeOf, printExplanations } from '../kubernetes/explanation.js'
import { findObject, namespaceFlag } from '../kubernetes/object.js'
import { coverageNotes } from '../kubernetes/coverage-notes.js'
import { ownReasons } from '../kubernetes/own-plans.js'
import { eventFlags } from '../kubernetes/policies.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { saidRules } from '../release/chosen.js'
import { answering } from '../sources.js'

/** The command. */
export const explainKubernetes: Command = {
  words: ['explain', 'kubernetes'],
  summary: 'what every controller decides about an object, and when that changes by itself',
  usage: `${objectUsage}... [FLAGS] [FILES]`,
  about: [
    objectAbout,
    'Asks pod GC, the TTL-after-finished controller, the history controllers, the KEP-14 lifecycle and the garbage collector. For an Event it says when the API server drops it.',
  ],
  groups: [{ heading: 'The objects', flags: [namespaceFlag] }, ...controlPlaneFlags, eventFlags, outputFlags],
  examples: [
    'kubectl get all,cm,nodes,ns -A -o json | gcplan explain kubernetes job/backup -n shop -A',
    'gcplan explain kubernetes pod/web-0 cluster.json -A --all-agree -o json',
  ],
  exitCodes: { 0: 'it stays', 2: 'it goes', 3: null },
  prepare: (given) =>
    answering(
      all({ format: outputFormat(given), words: wordsOfObjects(given) }),
      F.pipe(
        wordsOfObjects(given),
        E.flatMap(({ files }) => controlPlaneIn(given, files)),
      ),
      (environment, plane, { format, words: { objects } }) =>
        F.pipe(
          explanationsOf(given, plane, objects),
          E.map((explanations) => {
            const kept = explanations.objects.map(({ explanation: { answers } }) => ({
              reasons: answers.flatMap(({ reasons }) => reasons),
            }))
            return resultOf(
              printExplanations(format, environment, saidRules(plane.chosen))(explanations),
              [...plane.notes, ...coverageNotes({ passes: [{ kept }] })],
              exitCodeOf(explanations),
            )
          }),
        ),
    ),
}

const explanationsOf = (
  given: Given,
  plane: ControlPlaneInputs,
  words: ReadonlyArray<string>,
): E.Either<string, Explanations> => {
  const { lists, snapshot, policies, eventTtl } = plane
  const plan = F.flow(ControlPlane.planKubernetes, (decide) => decide(snapshot), E.mapLeft(sayProblems('snapshot')))
  return F.pipe(
    each(findObject(given, { snapshot, kinds: lists.kinds, namespace: lists.namespace }))(words),
    E.bindTo('named'),
    E.bind('planned', () => plan(policies)),
    // Where collectors have to agree, a plan says what those have against it who would keep the object.
    E.bind('agreed', () => plan({ ...policies, agreement: 'all-agree' })),
    E.bind('ends', () => eventEnds(eventTtl, lists)),
    E.bind('own', () => ownReasons(plane)),
    E.map(({ named, planned, agreed, ends, own }) => {
      const explain = ControlPlane.explainKubernetes(planned)
      const explainAgreed = ControlPlane.explainKubernetes(agreed)
      const objects = named.flatMap(({ metadata: { uid } }): ReadonlyArray<Explained> => {
        const explanation = explain(uid)
        if (explanation === undefined) return []
        const answers = (explainAgreed(uid)?.answers ?? explanation.answers).map((answer) =>
          answer.reasons.length > 0 ? answer : { ...answer, reasons: own(answer.collector, uid) },
        )
        return [{ explanation: { ...explanation, answers }, ends: ends.find((end) => end.uid === uid) }]
      })
      return { at: snapshot.at, agreement: policies.agreement, objects }
    }),
  )
}
