import { expect, it } from 'vitest'

import type { OwnerReference } from '../../src/apiserver/index.js'
import { cutOwners } from '../../src/fleet/index.js'
import { node } from '../simulate/cascade/cluster.js'
import { clusterOf, object, to } from '../controllers/owner/build.js'

const namespacesOf = (inCluster: OwnerReference): ReadonlyArray<ReadonlyArray<string>> =>
  cutOwners(
    clusterOf([
      node('n', [inCluster]),
      object('a', [to('gone')], { namespace: 'shop' }),
      object('b', [to('other')], { namespace: 'mail' }),
    ]),
  ).map(({ namespaces }) => namespaces)

it('a namespace is decided with the cluster if both name an owner that is not there', () => {
  expect(namespacesOf(to('gone'))).toEqual([['mail'], ['shop']])
  expect(namespacesOf(to('nobody'))).toEqual([['mail'], ['shop'], []])
})
