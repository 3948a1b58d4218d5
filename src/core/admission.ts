import type { either as E } from 'fp-ts'

import type { Amendment, Family, Removal } from './plan.js'
import type { AdmissionRefusal } from './report.js'

/** A removal or amendment about to be executed. */
export type Proposal<F extends Family> =
  | { readonly _tag: 'Remove'; readonly pass: F['Pass']; readonly removal: Removal<F> }
  | { readonly _tag: 'Amend'; readonly pass: F['Pass']; readonly amendment: Amendment<F> }

/**
 * Admits or refuses a proposal before each of its calls, retries included. After a refusal, no further call is made.
 */
export type Admit<F extends Family> = (proposal: Proposal<F>) => E.Either<AdmissionRefusal, unknown>
