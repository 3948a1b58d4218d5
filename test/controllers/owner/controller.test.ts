import type { Controller } from '../../../src/controllers/controller.js'
import type { OwnerWhy } from '../../../src/controllers/owner/why.js'
import { expect, it } from 'vitest'

import { scopeTable } from '../../../src/apiserver/scope.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { added } from '../../../src/apiserver/answer.js'
import { ownerController } from '../../../src/controllers/owner/controller.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { cluster } from '../../simulate/cascade/cluster.js'
import { noon, object, to } from './build.js'

const scopes = scopeTable(cluster([]).scopes)
const news = { changes: [added(object('b', [to('a')]))], finished: [], returned: [] }

const keysOf = (controller: Pick<Controller<OwnerWhy>, 'waiting'> | undefined): ReadonlyArray<string> =>
  Array.from(controller?.waiting?.() ?? [], ({ key }) => key)

it('acts on the latest state of the owner collector alone: an earlier one is spent', () => {
  const server = serverOf(noon, scopes)([])
  const view = { ...server, at: noon, covers: () => true }
  const first = ownerController({ policy: defaultPolicy, scopes })
  const second = first.fold?.(news)
  const keys = keysOf(second)
  expect(keys.length).toBe(1)
  expect(keys.map((key) => '_tag' in (second?.reconcile(view)(key) ?? {}))).toEqual([true])
  expect(keysOf(first)).toEqual([])
  expect(keys.map((key) => first.reconcile(view)(key))).toMatchObject([{ _tag: 'Done' }])
  expect(first.fold?.(news)).toBe(first)
  expect(keysOf(second)).toEqual(keys)
})
