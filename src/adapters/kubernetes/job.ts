/** Tells Jobs from other objects. */
import type { WholeObject } from '../../apiserver/object.js'
import type { Job } from '../../controllers/ttl/index.js'

/** True for a Job: decoded objects hold what the collector of finished Jobs reads, with instants as `Date`. */
export const isJob = (object: WholeObject): object is Job =>
  object.kind === 'Job' && object.apiVersion.startsWith('batch/')
