/**
 * Answers which policy and which snapshot the files and flags of a command line make for a reclaim.
 */
import { either as E, option as O } from 'fp-ts'

import * as Reclaim from '../../reclaim/index.js'
import type { FlagGroup, Given, Prepared, Result, Environment } from '../command.js'
import { sayProblems } from '../plan/errors.js'
import type { Format } from '../plan/flags.js'
import type { ImagePart } from '../plan/image-snapshot.js'
import { imageParts, imageSnapshot, imageStatementFlags, imageStatements } from '../plan/image-snapshot.js'
import { gatherInputs, inputPaths, partFlags } from '../plan/inputs.js'
import type { Inputs, Parts } from '../plan/inputs.js'
import type { ImageRules } from '../plan/policy.js'
import { imagePolicyFlags, imageRules } from '../plan/policy.js'
import { failed, refused } from '../plan/print.js'
import { kubeletFlagsFlag } from '../plan/settings.js'
import { atFlag } from '../plan/time.js'
import type { LayerPart } from './layers.js'
import { layerFlags, layerParts, layersOf } from './layers.js'
import { reclaimFlags, reclaimPolicy } from './policy.js'

const parts: Parts<ImagePart | LayerPart> = { ...imageParts, ...layerParts }

/** The flags of everything that reclaims, but how it is printed. */
export const reclaimGroups: ReadonlyArray<FlagGroup> = [
  { heading: 'Files about the node', flags: partFlags(imageParts) },
  { heading: 'Files about its layers', flags: [...partFlags(layerParts), ...layerFlags] },
  { heading: 'What no file says', flags: [atFlag, ...imageStatementFlags] },
  { heading: 'What is wanted', flags: reclaimFlags },
  imagePolicyFlags,
]

const unsized =
  'not known, so nothing counts as freed: what layers take: --usage FILE (ctr -n k8s.io snapshots usage -b)'

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
  answer: (environment: Environment, asked: Asked) => Result,
  others: Parts<string> = {},
): E.Either<string, Prepared> => {
  const all = { ...parts, ...others }
  const statements = imageStatements(given)
  if (E.isLeft(statements)) return statements
  const rules = imageRules(given)
  if (E.isLeft(rules)) return rules
  const wanted = reclaimPolicy(given)
  if (E.isLeft(wanted)) return wanted
  return E.right({
    paths: [...inputPaths(all)(given), ...given.values(kubeletFlagsFlag.name)],
    stdin: 'optional',
    printsYaml: format === 'yaml',
    run: (environment, stdin) => {
      const inputs = gatherInputs(all)(environment, given, stdin)
      if (E.isLeft(inputs)) return failed(inputs.left)
      const ruled = rules.right(environment, O.fromNullable(inputs.right.get('policy')?.file))
      if (E.isLeft(ruled)) return failed(ruled.left)
      const { image, settings } = ruled.right
      const node = imageSnapshot(statements.right, image)(environment, ofNode(inputs.right, others))
      if (E.isLeft(node)) return failed(node.left)
      const layers = layersOf(given, only(layerParts, inputs.right))
      if (E.isLeft(layers)) return failed(layers.left)
      const { store, unseen } = layers.right
      const notes = [
        ...unseen.map((what) => `not known, so more may stay on disk than counted: ${what}`),
        ...(inputs.right.has('inspecti') && !inputs.right.has('usage') ? [unsized] : []),
      ]
      return answer(environment, {
        policy: { ...wanted.right, image },
        snapshot: Reclaim.join(node.right.snapshot, store),
        notes: [...node.right.notes, ...notes],
        settings,
        others: only(others, inputs.right),
      })
    },
  })
}

/** Says why there is no plan. */
export const planError = (error: Reclaim.PlanError, notes: ReadonlyArray<string>): Result =>
  error._tag === 'InvalidInput'
    ? failed(sayProblems(error.source)(error))
    : refused(`${error.path}: expected ${error.expected}, got ${error.actual}`, notes)

/** Files about the node; a snapshot is whole, so what is given for another purpose as well is not meant for it. */
const ofNode = (inputs: Inputs<string>, others: Parts<string>): Inputs<ImagePart> => {
  const own = only(imageParts, inputs)
  return own.has('snapshot') ? new Map([...own].filter(([name]) => !Object.hasOwn(others, name))) : own
}

const only = <P extends string>(wanted: Parts<P>, inputs: Inputs<string>): Inputs<P> =>
  new Map([...inputs].flatMap(([name, input]) => (Object.hasOwn(wanted, name) ? [[name as P, input] as const] : [])))
