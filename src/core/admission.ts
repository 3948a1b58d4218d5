import type { either as E } from 'fp-ts'

import type { Amendment } from './amendment.js'
import type { Family, Removal } from './plan.js'
import type { AdmissionRefusal } from './report.js'

/** A removal or amendment that is about to be carried out. */
export type Proposal<F extends Family> =
  | { readonly _tag: 'Remove'; readonly pass: F['Pass']; readonly removal: Removal<F> }
  | { readonly _tag: 'Amend'; readonly pass: F['Pass']; readonly amendment: Amendment<F> }

/**
 * Admits or refuses a proposal before each of its calls, retries included. If it refuses the first call, nothing is
 * called; if it refuses a later one, the rest is not called.
 */
export type Admit<F extends Family> = (proposal: Proposal<F>) => E.Either<AdmissionRefusal, unknown>
