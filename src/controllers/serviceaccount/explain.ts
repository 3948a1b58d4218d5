/** The sentence for what the ServiceAccounts controller does. */
import type { AccountWhy } from './controller.js'

/** One line for why an account is made. */
export const explainAccount = ({ namespace }: AccountWhy): string =>
  `every namespace has an account default, and ${namespace} has none`
