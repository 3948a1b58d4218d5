/**
 * Answers which workload a shape makes, for tests whose shapes are sound.
 */
import { either as E } from 'fp-ts'

import { Lab } from '../../../src/node/index.js'

/** The workload of a shape and a seed. */
export const workloadOf =
  (shape: Lab.WorkloadShape) =>
  (seed: number): Lab.Workload => {
    const made = Lab.syntheticWorkload(shape)(seed)
    if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
    return made.right
  }
