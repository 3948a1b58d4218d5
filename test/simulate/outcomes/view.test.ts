/** What a typed controller sees while its informers have yet to deliver events. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted, updated } from '../../../src/apiserver/answer.js'
import { readsOf } from '../../../src/simulate/outcomes/informers.js'
import { viewOf } from '../../../src/simulate/outcomes/view.js'
import type { Pending } from '../../../src/simulate/outcomes/world.js'
import { momentOf } from './moment.js'
import { pod } from './parts.js'

const version = (number: number): WholeObject => {
  const object = pod('p', 0, undefined)
  return { ...object, metadata: { ...object.metadata, labels: { version: String(number) } } }
}
const [first, second, third] = [version(1), version(2), version(3)]
const changes: ReadonlyArray<Pending> = [
  { change: updated(second, first), before: first },
  { change: updated(third, second), before: second },
]
const address = { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'shop', name: 'p' }

/** The pod as a controller finds it by its uid, by its address and in each list, each way that it is found once. */
const seenBy = (
  controller: string,
  stored: ReadonlyArray<WholeObject>,
  pending: ReadonlyArray<Pending>,
): ReadonlyArray<unknown> => {
  const world = { ...momentOf(stored), informers: pending.length === 0 ? new Map() : new Map([['Pod.', pending]]) }
  const view = viewOf(
    readsOf(controller),
    () => true,
    () => world,
  )
  const found = [
    view.find('p'),
    view.get(address),
    ...[view.list(), view.listIn('shop'), view.listOf('', 'Pod'), view.listOf('', 'Pod', 'shop')].map(([one]) => one),
    view.listBy(({ metadata }) => metadata.namespace, 'shop')[0],
  ]
  return [...new Set(found.map((one) => one?.metadata.labels?.['version'] ?? 'none'))]
}

describe('a controller that reads from informers', () => {
  it('sees an object as it was before the first event that is to come', () => {
    expect(seenBy('job-controller', [third], changes)).toEqual(['1'])
    expect(seenBy('job-controller', [third], changes.slice(1))).toEqual(['2'])
    expect(seenBy('job-controller', [third], [])).toEqual(['3'])
  })

  it('sees what is gone until it hears of that, and not what it has not heard of', () => {
    expect(seenBy('job-controller', [], [...changes, { change: deleted(third), before: third }])).toEqual(['1'])
    expect(seenBy('job-controller', [first], [{ change: added(first), before: undefined }])).toEqual(['none'])
  })
})

describe('a controller that asks the server', () => {
  it('sees an object as it is, whatever the informer has yet to hear', () => {
    expect(seenBy('namespace-controller', [third], changes)).toEqual(['3'])
    expect(seenBy('namespace-controller', [], [{ change: deleted(third), before: third }])).toEqual(['none'])
  })
})

describe('a controller that confirms at the server what the informer says', () => {
  const protection = 'persistentvolumeclaim-protection-controller'

  it('sees what either shows', () => {
    expect(seenBy(protection, [third], changes)).toEqual(['3'])
    expect(seenBy(protection, [first], [{ change: added(first), before: undefined }])).toEqual(['1'])
    expect(seenBy(protection, [], [{ change: deleted(first), before: first }])).toEqual(['1'])
  })
})
