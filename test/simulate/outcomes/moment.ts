/** One moment of a control plane that a test puts together. */
import { type WholeObject, scopes_1_36 } from '../../../src/apiserver/index.js'
import { serverBy } from '../../../src/apiserver/server.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { emptyDigests } from '../../../src/simulate/outcomes/digest.js'
import { readsOf } from '../../../src/simulate/outcomes/informers.js'
import type { Setup } from '../../../src/simulate/outcomes/setup.js'
import { firstWorld } from '../../../src/simulate/outcomes/start.js'
import type { World } from '../../../src/simulate/outcomes/world.js'
import { at } from './compare.js'

/** Controllers of these names take part. */
export const setupOf = (...names: ReadonlyArray<string>): Setup => ({
  policy: defaultPolicy,
  covers: () => true,
  digests: emptyDigests(),
  reads: names.map(readsOf),
  names,
  held: new Set(),
  optional: new Set(),
  making: 'binder',
  made: new Set(),
  adopts: false,
  admits: false,
  collects: true,
  folded: (controller) => controller,
  requests: [],
})

/** The server holds these objects, and nobody has yet acted on them. */
export const momentOf = (objects: ReadonlyArray<WholeObject>): World =>
  firstWorld(setupOf(), serverBy({ now: () => at, scopes: scopes_1_36, versionOf: () => 'v' })(objects), at, [])
