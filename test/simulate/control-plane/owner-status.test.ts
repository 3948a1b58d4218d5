import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Coverage } from '../../../src/apiserver/scope.js'
import * as Owner from '../../../src/controllers/owner/index.js'
import { ownerStatuses } from '../../../src/simulate/control-plane/index.js'
import { cluster, job, ownedBy, pod } from './building.js'

const nothing: Coverage = { _tag: 'Resources', resources: [] }
const standingsOf = (uncovered: 'absent' | 'keep', coverage: Coverage, ...objects: ReadonlyArray<WholeObject>) =>
  ownerStatuses({ ...Owner.defaultPolicy, uncovered })({ ...cluster(...objects), coverage })

describe('how objects stand to their owners', () => {
  const everything: Coverage = { _tag: 'Everything' }
  const owned = (name: string, ...owners: ReadonlyArray<string>) =>
    pod(name, { ownerReferences: owners.flatMap((owner) => ownedBy('Job', owner)) })

  it('is told of those that have owners, in their order', () => {
    const objects = [owned('b', 'bill'), job('bill'), owned('a', 'bill', 'none'), pod('free')]
    expect(standingsOf('keep', everything, ...objects)).toEqual([
      { _tag: 'Classified', uid: 'u-b', solid: ['u-bill'], dangling: [], waiting: [] },
      { _tag: 'Classified', uid: 'u-a', solid: ['u-bill'], dangling: ['u-none'], waiting: [] },
    ])
  })

  it('names owners that wait for what they own', () => {
    const waits = { deletionTimestamp: cluster().at, finalizers: ['foregroundDeletion'] }
    expect(standingsOf('keep', everything, owned('a', 'bill'), job('bill', waits))).toEqual([
      { _tag: 'Classified', uid: 'u-a', solid: [], dangling: [], waiting: ['u-bill'] },
    ])
  })

  it('is unknown where owners were not listed, unless the policy takes them for absent', () => {
    const [unknown] = standingsOf('keep', nothing, owned('a', 'none'))
    expect(unknown).toMatchObject({ _tag: 'Unclassified', uid: 'u-a' })
    expect(unknown?._tag === 'Unclassified' && unknown.because.length > 0).toBe(true)
    expect(standingsOf('absent', nothing, owned('a', 'none'))).toEqual([
      { _tag: 'Classified', uid: 'u-a', solid: [], dangling: ['u-none'], waiting: [] },
    ])
  })
})
