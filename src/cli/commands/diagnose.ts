/** `gcplan diagnose`: why an object still exists, why its deletion is stuck, and who has to act. */
import { either as E, function as F, option as O, readonlyArray } from 'fp-ts'

import type { KubeObject } from '../../apiserver/index.js'
import { type Diagnosis, type Holder, diagnose } from '../../simulate/cascade/index.js'
import type { Command, Given } from '../command.js'
import { all, each } from '../fp.js'
import { objectAbout, objectUsage, wordsIn } from '../kubernetes/arguments.js'
import { exitCodeOf, printDiagnoses } from '../kubernetes/diagnosis.js'
import { holderFlag, holdersIn } from '../kubernetes/holders.js'
import { findObject, namespaceFlag } from '../kubernetes/object.js'
import { type Cluster, clusterOfWords, commonFlags } from '../kubernetes/prepare.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { saidRules } from '../release/chosen.js'
import { answering } from '../sources.js'

/** The command. */
export const diagnoseCommand: Command = {
  words: ['diagnose'],
  summary: 'why an object is still there or stuck terminating, and who has to act',
  usage: `[${objectUsage}...] [FLAGS] [FILES]`,
  about: [objectAbout, 'Without an object, diagnoses every object that is being deleted.'],
  groups: [
    { heading: 'The objects', flags: [namespaceFlag] },
    { heading: 'Outside parties', flags: [holderFlag] },
    ...commonFlags,
    outputFlags,
  ],
  examples: [
    'kubectl get all,pvc,cm -n shop -o json | gcplan diagnose pvc/data-0 --listed-in shop',
    'gcplan diagnose cluster.json',
  ],
  refusalIsAnswer: true,
  exitCodes: {
    0: 'it stays; nobody asked for its deletion',
    2: 'it is being deleted',
    3: 'it is stuck: no component will ever act',
  },
  prepare: (given) =>
    F.pipe(
      answering(
        all({ format: outputFormat(given), words: wordsIn(given) }),
        clusterOfWords(given),
        (environment, cluster, { format, words: { objects } }) =>
          F.pipe(
            holdersIn(environment, given),
            E.flatMap((holders) => diagnosesOf(given, cluster, holders, objects)),
            E.map((found) =>
              resultOf(
                printDiagnoses(format, environment, saidRules(cluster.chosen))(found),
                cluster.notes,
                exitCodeOf(found),
              ),
            ),
          ),
      ),
      E.map((one) => ({ ...one, paths: [...one.paths, ...given.values(holderFlag.name)] })),
    ),
}

/** Diagnoses the objects that words name; without words, all that are being deleted. */
export const diagnosesOf = (
  given: Given,
  cluster: Cluster,
  holders: ReadonlyArray<Holder>,
  words: ReadonlyArray<string>,
): E.Either<string, ReadonlyArray<Diagnosis>> => {
  const diagnosed = diagnose(cluster.policy, { holders })(cluster.snapshot)
  return F.pipe(
    words.length === 0 ? E.right(beingDeleted(given, cluster)) : each(findObject(given, cluster))(words),
    E.flatMap(E.traverseArray(({ metadata: { uid } }) => F.pipe(diagnosed(uid), E.mapLeft(sayProblems('snapshot'))))),
    E.map(readonlyArray.compact),
  )
}

const beingDeleted = (given: Given, { snapshot: { objects } }: Cluster): ReadonlyArray<KubeObject> =>
  objects.filter(
    ({ metadata: { deletionTimestamp, namespace } }) => deletionTimestamp !== undefined && isWanted(given, namespace),
  )

const isWanted = (given: Given, namespace: string | undefined): boolean => {
  const wanted = given.value(namespaceFlag.name)
  return O.isNone(wanted) || wanted.value === namespace
}
