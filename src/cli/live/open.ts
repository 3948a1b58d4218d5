/** Opens a cluster through kubectl. Loaded only by commands that need it. */
import { function as F, taskEither as TE } from 'fp-ts'

import { fromKubectl } from '../../adapters/kubernetes/index.js'
import type { Acting } from '../world.js'

/** Opens a cluster, uses it, and closes it again. */
export const withCluster: Acting['withCluster'] = (ask) => (use) =>
  F.pipe(
    fromKubectl(ask),
    TE.mapLeft(({ message }) => `no files given, and no cluster to read: ${message}`),
    TE.chain((cluster) => async () => {
      try {
        return await use(cluster)
      } finally {
        await cluster.close()
      }
    }),
  )()
