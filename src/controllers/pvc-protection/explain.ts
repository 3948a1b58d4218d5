/** Sentences for what the protection of claims does. */
import type { ClaimProtectionWhy } from './controller.js'

/** One line for why a claim is protected, or no longer. */
export const explainClaimProtection = ({ _tag }: ClaimProtectionWhy): string =>
  _tag === 'ClaimUnused' ? 'it is being deleted, and no pod uses it' : 'every claim is protected while it is in use'
