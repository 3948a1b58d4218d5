/** Sentences for why an object gets or loses its controller. */
import type { OwnershipWhy } from './ownership.js'

/** One line for why a reference to an owner comes or goes. */
export const explainOwnership = ({ _tag, kind, name }: OwnershipWhy): string =>
  _tag === 'Adopted'
    ? `the selector of ${kind} ${name} matches it, and nothing else controls it`
    : `the selector of ${kind} ${name} no longer matches it`
