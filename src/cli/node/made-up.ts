/**
 * Answers which course of events a command line makes up: on which node, for how long, under which rules.
 */
import { either as E, option as O } from 'fp-ts'

import * as Tuning from '../../simulate/tuning/index.js'
import type { Given, Environment } from '../command.js'
import { sayProblems } from '../plan/errors.js'
import { imageParts, imageStatementFlags } from '../plan/image-snapshot.js'
import { imageRules } from '../plan/policy.js'
import { kubeletFlagsFlag } from '../plan/settings.js'
import { atFlag } from '../plan/time.js'
import { layerFlags, layerParts } from '../reclaim/layers.js'
import { bytes, optional } from '../values.js'
import type { Course } from './course.js'
import { nodePolicies } from './policies.js'
import { pressureFlags } from './pressure.js'

/** A workload that is made up as soon as the files with its rules are read. */
export interface MadeUp {
  readonly paths: ReadonlyArray<string>
  readonly workload: (environment: Environment) => E.Either<string, Tuning.Workload>
}

/** Reads the flags of a made-up course. */
export const madeUp = (given: Given, course: Course, seed: number): E.Either<string, MadeUp> => {
  if (given.files.length > 0) return E.left('--synthetic makes up the node; give it without files')
  const beside = aboutNodes.find((name) => given.has(name))
  if (beside !== undefined) return E.left(`--synthetic makes up the node; it leaves nothing for --${beside} to say`)
  const shape = shapeOf(given, course)
  if (E.isLeft(shape)) return shape
  const rules = imageRules(given)
  if (E.isLeft(rules)) return rules
  const [file] = given.values('policy')
  return E.right({
    paths: [...given.values('policy'), ...given.values(kubeletFlagsFlag.name)],
    workload: (environment) => {
      const ruled = rules.right(environment, file === undefined ? O.none : O.some(environment.read(file)))
      if (E.isLeft(ruled)) return ruled
      const policies = nodePolicies(given, ruled.right)
      if (E.isLeft(policies)) return policies
      const made = Tuning.syntheticWorkload(shape.right)(seed)
      if (E.isLeft(made)) return E.left(sayProblems('the made-up node')(made.left))
      return E.right({ ...made.right, policies: policies.right })
    },
  })
}

/** Flags that tell of a node which is there. */
const aboutNodes: ReadonlyArray<string> = [
  ...Object.keys({ ...imageParts, ...layerParts }).filter((name) => name !== 'policy'),
  ...[atFlag, ...imageStatementFlags, ...layerFlags, ...pressureFlags.flags]
    .map(({ name }) => name)
    .filter((name) => name !== 'capacity-bytes' && name !== 'available-bytes'),
  'growth-log',
]

const shapeOf = (given: Given, { horizon, bytesPerSecond }: Course): E.Either<string, Tuning.WorkloadShape> => {
  const usual = Tuning.usualShape
  const capacity = optional(bytes)(given, 'capacity-bytes')
  if (E.isLeft(capacity)) return capacity
  const available = optional(bytes)(given, 'available-bytes')
  if (E.isLeft(available)) return available
  const capacityBytes = O.getOrElse(() => usual.capacityBytes)(capacity.right)
  const share = usual.otherBytes / usual.capacityBytes
  return E.right({
    ...usual,
    capacityBytes,
    otherBytes: O.match(
      () => Math.round(capacityBytes * share),
      (free: number) => Math.max(0, capacityBytes - free),
    )(available.right),
    bytesPerSecond: O.getOrElse(() => usual.bytesPerSecond)(bytesPerSecond),
    horizon: O.getOrElse(() => usual.horizon)(horizon),
  })
}
