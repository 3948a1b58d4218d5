/**
 * Answers `gcplan diagnose`: why an object is still there, why its deletion does not end, and who has to act.
 */
import { either as E, option as O } from 'fp-ts'

import type { Diagnosis } from '../../simulate/cascade/index.js'
import { diagnose } from '../../simulate/cascade/index.js'
import type { Command, Given } from '../command.js'
import { objectAbout, objectUsage, wordsIn } from '../kubernetes/arguments.js'
import { exitCodeOf, printDiagnoses } from '../kubernetes/diagnosis.js'
import { findObject, namespaceFlag } from '../kubernetes/object.js'
import type { Cluster } from '../kubernetes/prepare.js'
import { commonFlags, onCluster } from '../kubernetes/prepare.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { failed, resultOf } from '../plan/print.js'

/** The command. */
export const diagnoseCommand: Command = {
  words: ['diagnose'],
  summary: 'why an object is still there, why it is terminating for ever, and who has to act',
  usage: `[${objectUsage}...] [FLAGS] [FILES]`,
  about: [objectAbout, 'Without an object: every object that is being deleted.'],
  groups: [{ heading: 'The objects', flags: [namespaceFlag] }, ...commonFlags, outputFlags],
  examples: [
    'kubectl get all,pvc,cm -n shop -o json | gcplan diagnose pvc/data-0 --listed-in shop',
    'gcplan diagnose cluster.json',
  ],
  exitCodes: {
    0: 'it stays, and nobody asked for its deletion',
    2: 'it is on its way out',
    3: 'it is stuck: no component ever does anything that would let it go',
  },
  prepare: (given) => {
    const format = outputFormat(given)
    if (E.isLeft(format)) return format
    const words = wordsIn(given)
    if (E.isLeft(words)) return words
    const { objects, files } = words.right
    return onCluster(given, { format: format.right, files }, (environment, cluster) => {
      const found = diagnosesOf(given, cluster, objects)
      if (E.isLeft(found)) return failed(found.left)
      return resultOf(printDiagnoses(format.right, environment)(found.right), cluster.notes, exitCodeOf(found.right))
    })
  },
}

const diagnosesOf = (
  given: Given,
  cluster: Cluster,
  words: ReadonlyArray<string>,
): E.Either<string, ReadonlyArray<Diagnosis>> => {
  const { policy, snapshot } = cluster
  const uids: string[] = []
  for (const word of words) {
    const object = findObject(given, cluster)(word)
    if (E.isLeft(object)) return object
    uids.push(object.right.metadata.uid)
  }
  if (words.length === 0)
    for (const { metadata } of snapshot.objects)
      if (metadata.deletionTimestamp !== undefined && isWanted(given, metadata.namespace)) uids.push(metadata.uid)
  const diagnosed = diagnose(policy)(snapshot)
  const found: Diagnosis[] = []
  for (const uid of uids) {
    const one = diagnosed(uid)
    if (E.isLeft(one)) return E.left(sayProblems('snapshot')(one.left))
    if (O.isSome(one.right)) found.push(one.right.value)
  }
  return E.right(found)
}

const isWanted = (given: Given, namespace: string | undefined): boolean => {
  const wanted = given.value(namespaceFlag.name)
  return O.isNone(wanted) || wanted.value === namespace
}
