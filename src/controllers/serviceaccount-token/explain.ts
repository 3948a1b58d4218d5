/** Sentences for what the tokens controller does. */
import type { TokenWhy } from './controller.js'

/** One line for why a Secret with a token goes. */
export const explainToken = ({ account }: TokenWhy): string =>
  `it holds a token of ServiceAccount ${account}, which is gone or was recreated`
