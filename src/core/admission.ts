import type { either as E } from 'fp-ts'

import type { Amendment } from './amendment.js'
import type { Family, Removal } from './plan.js'
import type { AdmissionRefusal } from './report.js'

/** Something that is about to be carried out. */
export type Proposal<F extends Family> =
  | { readonly _tag: 'Remove'; readonly pass: F['Pass']; readonly removal: Removal<F> }
  | { readonly _tag: 'Amend'; readonly pass: F['Pass']; readonly amendment: Amendment<F> }

/**
 * Has the last word on a proposal, right before each of its calls, also before one that is made again. What it refuses at
 * first is reported, and nothing is called; what it refuses later is not called any more.
 */
export type Admit<F extends Family> = (proposal: Proposal<F>) => E.Either<AdmissionRefusal, unknown>
