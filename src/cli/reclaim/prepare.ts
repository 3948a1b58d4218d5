/** Builds the policy and the snapshot of a reclaim from files and flags. */
import { either as E, function as F } from 'fp-ts'

import * as Reclaim from '../../reclaim/index.js'
import type { FlagGroup, Given, Result } from '../command.js'
import { all } from '../fp.js'
import { sayProblems } from '../plan/errors.js'
import { socketFlags } from '../sockets.js'
import { type Sources, reading } from '../sources.js'
import {
  type ImagePart,
  imageParts,
  imageSnapshot,
  imageStatementFlags,
  imageStatements,
} from '../plan/image-snapshot.js'
import { type Inputs, type Parts, fileOf, nodeStatements, partFlags, partsIn } from '../plan/inputs.js'
import { type ImageRules, imagePolicyFlags, imageRules } from '../plan/policy.js'
import { refused } from '../plan/print.js'
import type { Choice } from '../release/stated.js'
import { atFlag } from '../plan/time.js'
import { type LayerPart, layerFlags, layerParts, layersOf } from './layers.js'
import { reclaimFlags, reclaimPolicy } from './policy.js'

const parts: Parts<ImagePart | LayerPart> = { ...imageParts, ...layerParts }

/** The flags of everything that reclaims, but how it is printed. */
export const reclaimGroups: ReadonlyArray<FlagGroup> = [
  { heading: 'Files about the node', flags: partFlags(imageParts) },
  { heading: 'Files about its layers', flags: [...partFlags(layerParts), ...layerFlags] },
  socketFlags('cri', 'containerd', 'docker'),
  { heading: 'Input completeness (unspecified = unknown)', flags: [atFlag, ...imageStatementFlags] },
  { heading: 'Target', flags: reclaimFlags },
  imagePolicyFlags,
]

const unsized =
  'unknown, so nothing counts as freed: the sizes of layers: --usage FILE (ctr -n k8s.io snapshots usage -b)'

/** What was asked, with what the files leave open. */
export interface Asked extends Choice {
  readonly policy: Reclaim.Policy
  readonly snapshot: Reclaim.Snapshot
  /** All settings of the kubelet. */
  readonly settings: ImageRules['settings']
  /** Files that only this command reads. */
  readonly others: Inputs<string>
}

/** Reads a node and its layers. Other parts are handed on as they are; one of them may be a part of the node as well. */
export const nodeIn = (given: Given, others: Parts<string> = {}): E.Either<string, Sources<Asked>> => {
  const every = { ...parts, ...others }
  return F.pipe(
    all({ statements: imageStatements(given), rules: imageRules(given), wanted: reclaimPolicy(given) }),
    E.flatMap(({ statements, rules, wanted }) =>
      F.pipe(
        E.right({ ...partsIn(every, given), stdin: 'optional' as const }),
        reading((environment, inputs) =>
          F.pipe(
            nodeStatements(inputs),
            E.flatMap((versions) => rules(environment, fileOf(inputs, 'policy'), versions)),
            E.bindTo('rules'),
            E.bind('read', ({ rules: { image } }) =>
              all({
                node: imageSnapshot(statements, image)(environment, ofNode(inputs, others)),
                layers: layersOf(given, only(layerParts, inputs)),
              }),
            ),
            E.map(({ rules: { image, settings, chosen, notes }, read: { node, layers } }) => ({
              policy: { ...wanted, image },
              snapshot: Reclaim.join(node.snapshot, layers.store),
              chosen,
              notes: [
                ...notes,
                ...node.notes,
                ...layers.unseen.map((what) => `unknown, so less may become free than counted: ${what}`),
                ...(inputs.has('inspecti') && !inputs.has('usage') ? [unsized] : []),
              ],
              settings,
              others: only(others, inputs),
            })),
          ),
        ),
      ),
    ),
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

/** The files of some parts among all. */
export const only = <P extends string>(wanted: Parts<P>, inputs: Inputs<string>): Inputs<P> =>
  new Map([...inputs].flatMap(([name, input]) => (Object.hasOwn(wanted, name) ? [[name as P, input] as const] : [])))
