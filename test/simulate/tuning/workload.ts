/**
 * Answers which workload a shape makes, for tests whose shapes are sound.
 */
import { either as E } from 'fp-ts'

import * as Tuning from '../../../src/simulate/tuning/index.js'

/** The workload of a shape and a seed. */
export const workloadOf =
  (shape: Tuning.WorkloadShape) =>
  (seed: number): Tuning.Workload => {
    const made = Tuning.syntheticWorkload(shape)(seed)
    if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
    return made.right
  }
