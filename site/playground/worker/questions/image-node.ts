/** A node's images with the rules that hold, as `plan kubelet-image` reads them. */
import { either as E, function as F } from 'fp-ts'
import type { PlanError, Policy, Snapshot } from 'gcplan/kubelet/image'

import { all } from '../../../../src/cli/fp.js'
import type { Environment, Given } from '../../../../src/cli/command.js'
import { type ImagePart, imageParts, imageSnapshot, imageStatements } from '../../../../src/cli/plan/image-snapshot.js'
import { sayProblems } from '../../../../src/cli/plan/errors.js'
import { type Inputs, fileOf, nodeStatements, partsIn } from '../../../../src/cli/plan/inputs.js'
import { imageRules } from '../../../../src/cli/plan/policy.js'
import type { Sources } from '../../../../src/cli/sources.js'

export interface ImageNode {
  readonly snapshot: Snapshot
  readonly policy: Policy
  readonly notes: ReadonlyArray<string>
}

export const imageFiles = (given: Given): E.Either<string, Sources<Inputs<ImagePart>>> =>
  E.right(partsIn(imageParts, given))

export const imageNode = (
  environment: Environment,
  given: Given,
  inputs: Inputs<ImagePart>,
): E.Either<string, ImageNode> =>
  F.pipe(
    all({ statements: imageStatements(given), rulesOf: imageRules(given), versions: nodeStatements(inputs) }),
    E.bind('ruled', ({ rulesOf, versions }) => rulesOf(environment, fileOf(inputs, 'policy'), versions)),
    E.bind('seen', ({ statements, ruled: { image } }) => imageSnapshot(statements, image)(environment, inputs)),
    E.map(({ ruled, seen }) => ({
      snapshot: seen.snapshot,
      policy: ruled.image,
      notes: [...ruled.notes, ...seen.notes],
    })),
  )

/** Why there is no plan: the input is wrong, or the kubelet itself would refuse. */
export const sayImageError = (error: PlanError): string =>
  error._tag === 'InvalidInput'
    ? sayProblems('snapshot')(error)
    : `the kubelet refuses: ${error.path}: expected ${error.expected}, got ${error.actual}`
