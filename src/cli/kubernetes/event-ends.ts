/** When listed Events expire. No collector deletes them; the API server drops them after their TTL. */
import { compareAsc } from 'date-fns/compareAsc'
import { either as E, function as F } from 'fp-ts'

import * as Ttl from '../../controllers/ttl/index.js'
import { kubernetesEvents } from '../../decode/index.js'
import type { Millis } from '../../index.js'
import type { Expiry } from '../../view/index.js'
import { sayObject } from './object.js'
import type { Lists } from './prepare.js'
import { assembled } from './snapshot.js'

/** The Events that expire, earliest first; omits those without a time and those that never expire. */
export const eventEnds = (ttl: Millis, lists: Lists): E.Either<string, ReadonlyArray<Expiry>> =>
  F.pipe(
    lists,
    assembled(({ listings }) => kubernetesEvents(listings)),
    E.map((events) =>
      events
        .flatMap((event): ReadonlyArray<Expiry> => {
          const last = Ttl.lastWriteOf(event)
          const expiry = last === undefined ? undefined : Ttl.eventExpiry(ttl)(last)
          if (expiry?._tag !== 'Between') return []
          const { uid, namespace = '', name } = event.metadata
          const { earliest, latest } = expiry
          return [{ uid, said: sayObject({ kind: 'Event', namespace, name }), earliest, latest }]
        })
        .sort((a, b) => compareAsc(a.earliest, b.earliest)),
    ),
  )
