/**
 * The cache of a real server shows a change a moment later than its store: whoever is to compare what it shows waits until it
 * shows what the store holds.
 */
import { setTimeout as sleep } from 'node:timers/promises'

import type { Answer, Side } from './sides.js'
import type { Step } from './step.js'

const attempts = 40

/** Waits until a read that is taken from the cache finds there what the store has of it, or finds nothing to compare. */
export const cacheAtRest = async (side: Side, { path, query = {} }: Step): Promise<void> => {
  const { labelSelector } = query
  const selected = labelSelector === undefined ? {} : { labelSelector }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const held = await side.ask({ method: 'GET', path, query: selected })
    const shown = await side.ask({ method: 'GET', path, query: { ...selected, resourceVersion: '0' } })
    if (versionsIn(held) === versionsIn(shown)) return
    await sleep(25)
  }
}

/** Which objects are there in which versions; of a list also those that are not there any more are missed. */
const versionsIn = ({ status, body }: Answer): string => {
  const items: unknown = Reflect.get(Object(body), 'items')
  const objects: ReadonlyArray<unknown> = Array.isArray(items) ? items : [body]
  const versions = objects.map((object) => {
    const metadata: unknown = Reflect.get(Object(object), 'metadata')
    return `${String(Reflect.get(Object(metadata), 'uid'))} ${String(Reflect.get(Object(metadata), 'resourceVersion'))}`
  })
  return status === 200 ? versions.toSorted().join() : String(status)
}
