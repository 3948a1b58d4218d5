/** Makes links to the playground while the site is built, for buttons beside examples. */
import { deflateRawSync } from 'node:zlib'

import { type Shared, fragmentOf, jsonOf } from './fragment'

/** The fragment with `#`, to put behind the address of the playground. */
export const playgroundFragment = (shared: Shared): string =>
  `#${fragmentOf(deflateRawSync(jsonOf(shared), { level: 9 }))}`
