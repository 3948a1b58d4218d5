/**
 * Answers `gcplan explain kubernetes`: what every collector says of an object, and when that changes by itself.
 */
import { either as E } from 'fp-ts'

import * as ControlPlane from '../../simulate/control-plane/index.js'
import type { Command, Given } from '../command.js'
import { objectAbout, objectUsage, wordsIn } from '../kubernetes/arguments.js'
import type { ControlPlaneInputs } from '../kubernetes/control-plane.js'
import { controlPlaneFlags, onControlPlane } from '../kubernetes/control-plane.js'
import { eventEnds } from '../kubernetes/event-ends.js'
import type { Explained, Explanations } from '../kubernetes/explanation.js'
import { exitCodeOf, printExplanations } from '../kubernetes/explanation.js'
import { findObject, namespaceFlag } from '../kubernetes/object.js'
import { openIn } from '../kubernetes/open.js'
import { ownReasons } from '../kubernetes/own-plans.js'
import { eventFlags } from '../kubernetes/policies.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { failed, resultOf } from '../plan/print.js'

/** The command. */
export const explainKubernetes: Command = {
  words: ['explain', 'kubernetes'],
  summary: 'what every collector of a control plane says of an object, and when that changes by itself',
  usage: `${objectUsage}... [FLAGS] [FILES]`,
  about: [
    objectAbout,
    'Asks pod garbage collection, the clean-up of finished Jobs, the controllers that keep histories, the lifecycle of KEP-14 and the owner collector. Of an Event it says when the API server forgets it.',
  ],
  groups: [{ heading: 'The objects', flags: [namespaceFlag] }, ...controlPlaneFlags, eventFlags, outputFlags],
  examples: [
    'kubectl get all,cm,nodes,ns -A -o json | gcplan explain kubernetes job/backup -n shop -A',
    'gcplan explain kubernetes pod/web-0 cluster.json -A --all-agree -o json',
  ],
  exitCodes: { 0: 'it stays', 2: 'it goes', 3: null },
  prepare: (given) => {
    const format = outputFormat(given)
    if (E.isLeft(format)) return format
    const words = wordsIn(given)
    if (E.isLeft(words)) return words
    const { objects, files } = words.right
    if (objects.length === 0) return E.left(`expected an object: ${objectUsage}`)
    return onControlPlane(given, { format: format.right, files }, (environment, plane) => {
      const found = explanationsOf(given, plane, objects)
      if (E.isLeft(found)) return failed(found.left)
      const { explanations, notes } = found.right
      return resultOf(
        printExplanations(format.right, environment)(explanations),
        [...plane.notes, ...notes],
        exitCodeOf(explanations),
      )
    })
  },
}

interface Found {
  readonly explanations: Explanations
  readonly notes: ReadonlyArray<string>
}

const explanationsOf = (
  given: Given,
  plane: ControlPlaneInputs,
  words: ReadonlyArray<string>,
): E.Either<string, Found> => {
  const { lists, snapshot, policies, eventTtl } = plane
  const uids: string[] = []
  for (const word of words) {
    const object = findObject(given, { snapshot, kinds: lists.kinds })(word)
    if (E.isLeft(object)) return object
    uids.push(object.right.metadata.uid)
  }
  const planned = ControlPlane.planKubernetes(policies)(snapshot)
  if (E.isLeft(planned)) return E.left(sayProblems('snapshot')(planned.left))
  // Where collectors have to agree, a plan says what those have against it who would keep the object.
  const agreed = ControlPlane.planKubernetes({ ...policies, agreement: 'all-agree' })(snapshot)
  const ends = eventEnds(eventTtl, lists)
  if (E.isLeft(ends)) return ends
  const own = ownReasons(plane)
  if (E.isLeft(own)) return own
  const explain = ControlPlane.explainKubernetes(planned.right)
  const explainAgreed = E.isRight(agreed) ? ControlPlane.explainKubernetes(agreed.right) : explain
  const objects = uids.flatMap((uid): ReadonlyArray<Explained> => {
    const explanation = explain(uid)
    if (explanation === undefined) return []
    const answers = (explainAgreed(uid)?.answers ?? explanation.answers).map((answer) =>
      answer.reasons.length > 0 ? answer : { ...answer, reasons: own.right(answer.collector, uid) },
    )
    return [{ explanation: { ...explanation, answers }, ends: ends.right.find((end) => end.uid === uid) }]
  })
  const kept = objects.map(({ explanation }) => ({ reasons: explanation.answers.flatMap(({ reasons }) => reasons) }))
  return E.right({
    explanations: { at: snapshot.at, agreement: policies.agreement, objects },
    notes: openIn({ passes: [{ kept }] }),
  })
}
