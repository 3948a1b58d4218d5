/** Builds the policy and the snapshot of a reclaim from files and flags. */
import { either as E, function as F } from 'fp-ts'

import * as Reclaim from '../../reclaim/index.js'
import type { Answer, FlagGroup, Given, Prepared, Result } from '../command.js'
import { all } from '../fp.js'
import { sayProblems } from '../plan/errors.js'
import type { Format } from '../plan/flags.js'
import {
  type ImagePart,
  imageParts,
  imageSnapshot,
  imageStatementFlags,
  imageStatements,
} from '../plan/image-snapshot.js'
import { type Inputs, type Parts, fileOf, gatherInputs, inputPaths, partFlags } from '../plan/inputs.js'
import { type ImageRules, imagePolicyFlags, imageRules } from '../plan/policy.js'
import { failed, refused } from '../plan/print.js'
import { kubeletFlagsFlag } from '../plan/settings.js'
import { atFlag } from '../plan/time.js'
import { type LayerPart, layerFlags, layerParts, layersOf } from './layers.js'
import { reclaimFlags, reclaimPolicy } from './policy.js'

const parts: Parts<ImagePart | LayerPart> = { ...imageParts, ...layerParts }

/** The flags of everything that reclaims, but how it is printed. */
export const reclaimGroups: ReadonlyArray<FlagGroup> = [
  { heading: 'Files about the node', flags: partFlags(imageParts) },
  { heading: 'Files about its layers', flags: [...partFlags(layerParts), ...layerFlags] },
  { heading: 'Input completeness (unspecified = unknown)', flags: [atFlag, ...imageStatementFlags] },
  { heading: 'Target', flags: reclaimFlags },
  imagePolicyFlags,
]

const unsized =
  'unknown, so nothing counts as freed: the sizes of layers: --usage FILE (ctr -n k8s.io snapshots usage -b)'

/** What was asked, with what the files leave open. */
export interface Asked {
  readonly policy: Reclaim.Policy
  readonly snapshot: Reclaim.Snapshot
  readonly notes: ReadonlyArray<string>
  /** All settings of the kubelet. */
  readonly settings: ImageRules['settings']
  /** Files that only this command reads. */
  readonly others: Inputs<string>
}

/**
 * Prepares a command that asks something of a node and its layers. Other parts are handed on as they are; one of them may
 * be a part of the node as well.
 */
export const onNode = (
  given: Given,
  format: Format,
  answer: Answer<Asked>,
  others: Parts<string> = {},
): E.Either<string, Prepared> => {
  const every = { ...parts, ...others }
  return F.pipe(
    all({ statements: imageStatements(given), rules: imageRules(given), wanted: reclaimPolicy(given) }),
    E.map(({ statements, rules, wanted }) => ({
      paths: [...inputPaths(every)(given), ...given.values(kubeletFlagsFlag.name)],
      stdin: 'optional',
      printsYaml: format === 'yaml',
      run: (environment, stdin) =>
        F.pipe(
          gatherInputs(every)(environment, given, stdin),
          E.bindTo('inputs'),
          E.bind('rules', ({ inputs }) => rules(environment, fileOf(inputs, 'policy'))),
          E.bind('read', ({ inputs, rules: { image } }) =>
            all({
              node: imageSnapshot(statements, image)(environment, ofNode(inputs, others)),
              layers: layersOf(given, only(layerParts, inputs)),
            }),
          ),
          E.map(({ inputs, rules: { image, settings }, read: { node, layers } }) => ({
            policy: { ...wanted, image },
            snapshot: Reclaim.join(node.snapshot, layers.store),
            notes: [
              ...node.notes,
              ...layers.unseen.map((what) => `unknown, so less may become free than counted: ${what}`),
              ...(inputs.has('inspecti') && !inputs.has('usage') ? [unsized] : []),
            ],
            settings,
            others: only(others, inputs),
          })),
          E.flatMap((asked) => answer(environment, asked)),
          E.getOrElse(failed),
        ),
    })),
  )
}

/** Says why there is no plan: its input is wrong, or the component itself would refuse to run. */
export const planError =
  (notes: ReadonlyArray<string>) =>
  (error: Reclaim.PlanError): E.Either<string, Result> =>
    error._tag === 'InvalidInput'
      ? E.left(sayProblems(error.source)(error))
      : E.right(refused(`${error.path}: expected ${error.expected}, got ${error.actual}`, notes))

/** Files about the node; a snapshot is whole, so what is given for another purpose as well is not meant for it. */
const ofNode = (inputs: Inputs<string>, others: Parts<string>): Inputs<ImagePart> => {
  const own = only(imageParts, inputs)
  return own.has('snapshot') ? new Map([...own].filter(([name]) => !Object.hasOwn(others, name))) : own
}

const only = <P extends string>(wanted: Parts<P>, inputs: Inputs<string>): Inputs<P> =>
  new Map([...inputs].flatMap(([name, input]) => (Object.hasOwn(wanted, name) ? [[name as P, input] as const] : [])))
