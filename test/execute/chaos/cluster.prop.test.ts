import { describe } from 'vitest'

import { History, Lifecycle, Owner, PodGc, Ttl } from '../../../src/collectors/kubernetes/index.js'
import * as arbitrary from '../../../src/testing/arbitrary/index.js'
import { suffers } from './suffers.js'

describe('in chaos, a cluster', () => {
  suffers('owners', Owner, arbitrary.Owner.arbitraryPolicy, arbitrary.Owner.arbitrarySnapshot)
  suffers('pod GC', PodGc, arbitrary.PodGc.arbitraryPolicy, arbitrary.PodGc.arbitrarySnapshot)
  suffers('finished Jobs', Ttl, arbitrary.Ttl.arbitraryPolicy, arbitrary.Ttl.arbitrarySnapshot)
  suffers('histories', History, arbitrary.History.arbitraryPolicy, arbitrary.History.arbitrarySnapshot())
  suffers('lifecycles', Lifecycle, arbitrary.Lifecycle.arbitraryPolicy, arbitrary.Lifecycle.arbitrarySnapshot)
})
