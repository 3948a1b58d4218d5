/** The versions that an API server states. */
import { either as E, function as F, task as T } from 'fp-ts'

import { type StatedVersion, statedVersions } from '../../decode/index.js'
import type { Acting, OpenCluster } from '../world.js'

/** What the server states; nothing where it doesn't answer. */
export const versionsOf = ({ send }: OpenCluster, signal: Acting['signal']): T.Task<ReadonlyArray<StatedVersion>> =>
  F.pipe(
    send({ method: 'GET', path: '/version', signal }),
    T.map(
      E.match(
        () => [],
        ({ body }) => statedVersions(body),
      ),
    ),
  )
