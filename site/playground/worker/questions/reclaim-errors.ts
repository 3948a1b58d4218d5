/** Why a node gives no plan of a reclaim. */
import type * as Reclaim from 'gcplan/reclaim'

import { sayProblems } from '../../../../src/cli/plan/errors.js'

/** Its input is wrong, or the component itself would refuse to run. */
export const sayReclaimError = (error: Reclaim.PlanError): string =>
  error._tag === 'InvalidInput'
    ? sayProblems(error.source)(error)
    : `the kubelet refuses: ${error.path}: expected ${error.expected}, got ${error.actual}`
