import { expect, it } from 'vitest'

import type { Scope } from '../../src/apiserver/scope.js'
import { extendScopes, scopeTable } from '../../src/apiserver/scope.js'

const scope = (kind: string, namespaced: boolean): Scope => ({
  apiVersion: 'example.com/v1',
  kind,
  resource: `${kind.toLowerCase()}s`,
  namespaced,
  strategicMergePatch: false,
})

it('a further scope of a kind replaces the one of the table, in its place', () => {
  const table = extendScopes([scope('Widget', false)])(scopeTable([scope('Widget', true), scope('Gadget', true)]))
  expect(table.find('example.com/v1', 'Widget')).toEqual(scope('Widget', false))
  expect(table.scopes).toEqual([scope('Widget', false), scope('Gadget', true)])
})
