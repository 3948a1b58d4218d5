import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { ScopeTable } from '../../src/apiserver/index.js'
import {
  scopes_1_31,
  scopes_1_32,
  scopes_1_33,
  scopes_1_34,
  scopes_1_35,
  scopes_1_36,
} from '../../src/apiserver/index.js'
import { explain, plan, presets } from '../../src/controllers/owner/index.js'
import { everything, noon, object, to } from '../controllers/owner/build.js'

const names = ({ scopes }: ScopeTable): ReadonlyArray<string> =>
  scopes.map(({ apiVersion, kind, resource, namespaced }) =>
    [apiVersion, kind, resource, namespaced ? 'namespaced' : 'cluster'].join(' '),
  )

/** What the second table has and the first has not, and the other way round. */
const difference = (before: ScopeTable, after: ScopeTable) => {
  const [one, other] = [names(before), names(after)]
  return { came: other.filter((name) => !one.includes(name)), left: one.filter((name) => !other.includes(name)) }
}

describe('what the API server serves by default', () => {
  it('differs from 1.31 to 1.32 by a version of flow control', () => {
    const version = 'flowcontrol.apiserver.k8s.io/v1beta3'
    expect(difference(scopes_1_31, scopes_1_32)).toEqual({
      came: [],
      left: [
        `${version} FlowSchema flowschemas cluster`,
        `${version} PriorityLevelConfiguration prioritylevelconfigurations cluster`,
      ],
    })
  })

  it('differs from 1.32 to 1.33 by ranges of service addresses', () => {
    expect(difference(scopes_1_32, scopes_1_33)).toEqual({
      came: [
        'networking.k8s.io/v1 IPAddress ipaddresses cluster',
        'networking.k8s.io/v1 ServiceCIDR servicecidrs cluster',
      ],
      left: [],
    })
  })

  it('differs from 1.33 to 1.34 by devices and classes of volume attributes', () => {
    expect(difference(scopes_1_33, scopes_1_34)).toEqual({
      came: [
        'resource.k8s.io/v1 ResourceClaim resourceclaims namespaced',
        'resource.k8s.io/v1 ResourceClaimTemplate resourceclaimtemplates namespaced',
        'resource.k8s.io/v1 DeviceClass deviceclasses cluster',
        'resource.k8s.io/v1 ResourceSlice resourceslices cluster',
        'storage.k8s.io/v1 VolumeAttributesClass volumeattributesclasses cluster',
      ],
      left: [],
    })
  })

  it('is the same in 1.34 and 1.35, and 1.36 has mutating admission policies', () => {
    expect(scopes_1_35.scopes).toEqual(scopes_1_34.scopes)
    expect(difference(scopes_1_35, scopes_1_36)).toEqual({
      came: [
        'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy mutatingadmissionpolicies cluster',
        'admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding mutatingadmissionpolicybindings cluster',
      ],
      left: [],
    })
  })

  it('decides whether an object goes whose owner is not there', () => {
    const owner = to('f', { apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3', kind: 'FlowSchema' })
    const decided = (release: '1_31' | '1_32', { scopes }: ScopeTable) => {
      const planned = plan(presets[`kubernetes_${release}`])({
        at: noon,
        objects: [object('c', [owner])],
        scopes,
        coverage: everything,
      })
      if (E.isLeft(planned)) throw new Error('no plan')
      const [, { removals, kept }] = planned.right.passes
      return [...removals, ...kept].map(({ reasons: [reason] }) => explain(reason))
    }
    expect(decided('1_31', scopes_1_31)).toEqual(['its owner FlowSchema f does not exist'])
    expect(decided('1_32', scopes_1_32)).toEqual([
      'no resource serves FlowSchema of flowcontrol.apiserver.k8s.io/v1beta3, the kind of its owner f; the collector retries forever',
    ])
  })
})
