import { expect, it } from 'vitest'

import { disputedKinds, servedAs } from '../../src/apiserver/disputed-scopes.js'
import { scopes_1_31, scopes_1_33, scopes_1_34, scopes_1_35, scopes_1_36 } from '../../src/apiserver/index.js'

const kinds = (scopes: ReadonlyArray<{ readonly apiVersion: string; readonly kind: string }>) =>
  scopes.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)

it('only kinds in which releases differ are taken from a release, the others stay as stated', () => {
  const stated = scopes_1_36.scopes.filter(({ kind }) => kind === 'Pod' || kind === 'MutatingAdmissionPolicy')
  expect(kinds(servedAs(scopes_1_31)(stated))).toEqual([
    'v1 Pod',
    'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema',
    'flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration',
  ])
  expect(kinds(servedAs(scopes_1_33)(stated))).toEqual([
    'v1 Pod',
    'networking.k8s.io/v1 IPAddress',
    'networking.k8s.io/v1 ServiceCIDR',
  ])
  expect(new Set(kinds(servedAs(scopes_1_36)(scopes_1_36.scopes)))).toEqual(new Set(kinds(scopes_1_36.scopes)))
})

it('releases that serve the same have the same kinds in dispute', () => {
  expect(disputedKinds(scopes_1_34)).toEqual(disputedKinds(scopes_1_35))
  expect(disputedKinds(scopes_1_36)).toHaveLength(9)
})
