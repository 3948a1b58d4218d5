/** Why objects are still there, and who has to act. */
import { either as E, function as F, readonlyArray } from 'fp-ts'
import { type DiagnosisView, diagnosisView } from 'gcplan/view'

import { diagnoseCommand, diagnosesOf } from '../../../../src/cli/commands/diagnose.js'
import { holdersIn } from '../../../../src/cli/kubernetes/holders.js'
import { type Cluster, clusterIn } from '../../../../src/cli/kubernetes/prepare.js'
import type { DiagnosisQuestion } from '../question'
import type { Asking } from './asking'
import { clusterFiles } from './cluster-files'
import { objectsLike } from './objects'

const place = clusterFiles(new Set())

export const diagnosis: Asking<DiagnosisQuestion, Cluster> = {
  command: () => diagnoseCommand,
  places: place,
  spoken: ({ objects }) => ({ words: objects, values: new Map() }),
  sources: (given) => clusterIn(given, given.values('file')),
  find: ({ snapshot }, text) => objectsLike(snapshot.objects, text),
  show: ({ environment, given, inputs, question }) =>
    F.pipe(
      holdersIn(environment, given),
      E.flatMap((holders) => diagnosesOf(given, inputs, holders, question.objects)),
      E.map((found) => ({ view: namespacesFirst(found.map(diagnosisView)), notes: inputs.notes })),
    ),
}

/** Who comes for a namespace finds all of its content here too; the namespace goes last, and the rest says why. */
const namespacesFirst = (found: ReadonlyArray<DiagnosisView>): ReadonlyArray<DiagnosisView> => {
  const { left: others, right: namespaces } = readonlyArray.partition(
    ({ namespace }: DiagnosisView) => namespace !== null,
  )(found)
  return [...namespaces, ...others]
}
