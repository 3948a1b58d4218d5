import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { conditionsOf } from '../../../src/apiserver/definition.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import type { AskOfPlace } from '../../../src/apiserver/scope.js'
import { rangeFinalizer, serviceCidrController } from '../../../src/controllers/service-cidr/controller.js'
import { explainRange } from '../../../src/controllers/service-cidr/explain.js'
import { isServed, runProgramOn } from '../acting.js'
import { clocked } from '../clocked.js'
import { deleted, noon, object } from '../owner/build.js'

const networking = 'networking.k8s.io/v1'
const range = (
  name: string,
  cidrs: unknown,
  more: Partial<ObjectMeta> = { finalizers: [rangeFinalizer] },
): WholeObject => ({
  ...object(name, [], { namespace: undefined, ...more }, 'ServiceCIDR', networking),
  spec: { cidrs },
})
const going = (name: string, ...cidrs: ReadonlyArray<string>): WholeObject =>
  range(name, cidrs, deleted(rangeFinalizer))
const address = (name: string, by = 'ipallocator.k8s.io'): WholeObject =>
  object(
    name,
    [],
    { namespace: undefined, labels: { 'ipaddress.kubernetes.io/managed-by': by } },
    'IPAddress',
    networking,
  )
const played = (objects: ReadonlyArray<WholeObject>, covers?: AskOfPlace<boolean>) =>
  clocked([serviceCidrController()], objects, { covers })
const acts = (...objects: ReadonlyArray<WholeObject>) => played(objects).acts()
const freed = ['10 s: RangeUnused, ServiceCIDR extra gone']
const held = ['0 s: RangeInUse, ServiceCIDR extra changed']
const extra = going('extra', '10.1.0.0/24')

// Hand-derived from section 12 of the specification.
describe('the ServiceCIDR controller', () => {
  it('puts its finalizer on a range without', () => {
    const { server, acts: act } = played([range('extra', ['10.1.0.0/24'], { finalizers: ['x/y'] })])
    expect(act()).toEqual(['0 s: RangeProtected, ServiceCIDR extra changed'])
    expect(server.find('extra')?.metadata.finalizers).toEqual(['x/y', rangeFinalizer])
    expect(acts(range('extra', ['10.1.0.0/24']))).toEqual([])
  })

  it('lets a range without addresses go after 10 s', () => {
    expect(acts(extra)).toEqual(freed)
    expect(played([extra]).acts(9)).toEqual([])
    expect(acts(range('extra', ['10.1.0.0/24'], deleted('x/y')))).toEqual([])
  })

  it('keeps a range with an address, and says so in its condition', () => {
    const { server, acts: act } = played([extra, address('10.1.0.7')])
    expect(act()).toEqual(held)
    expect(conditionsOf(server.list()[0] ?? extra)).toEqual([
      {
        type: 'Ready',
        status: 'False',
        reason: 'Terminating',
        message:
          'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
      },
    ])
    expect(act()).toEqual([])
  })

  it('says so once, and comes again only when an address or a range changes', () => {
    const { server, acts: act } = played([extra, address('10.1.0.7')])
    act()
    const sent: unknown[] = []
    const program = serviceCidrController().reconcile({ ...server, at: noon, covers: isServed })('extra')
    const end = runProgramOn(program, (request) => sent.push(request))
    expect([sent, end?.again]).toEqual([[], undefined])
  })

  it('lets it go once the address is gone', () => {
    const { server, acts: act, clock } = played([extra, address('10.1.0.7')])
    expect(act(5)).toEqual(held)
    server.delete({ apiVersion: networking, kind: 'IPAddress', resource: 'ipaddresses', name: '10.1.0.7' }, {})
    expect(act()).toEqual(freed)
    expect(clock.now.getTime()).toBeGreaterThan(0)
  })

  it('lets a range go that another one contains, whatever its addresses', () => {
    expect(acts(extra, address('10.1.0.7'), range('wide', ['10.0.0.0/8']))).toEqual(freed)
    expect(acts(extra, address('10.1.0.7'), range('same', ['10.1.0.0/24']))).toEqual(freed)
  })

  it('lets a range go whose addresses are all in others', () => {
    expect(acts(extra, address('10.1.0.7'), range('part', ['10.1.0.0/28']))).toEqual(freed)
    expect(acts(extra, address('10.1.0.77'), range('part', ['10.1.0.0/28']))).toEqual(held)
  })

  it('does not count the first and last address of another range', () => {
    expect(acts(extra, address('10.1.0.15'), range('part', ['10.1.0.0/28']))).toEqual(held)
    expect(acts(extra, address('10.1.0.16'), range('part', ['10.1.0.16/28']))).toEqual(held)
  })

  it('counts each family of a dual-stack range', () => {
    const both = going('extra', '10.1.0.0/24', 'fd00::/112')
    const wide = range('wide', ['10.0.0.0/8'])
    expect(acts(both, wide, address('fd00::7'))).toEqual(held)
    expect(acts(both, wide, address('10.1.0.7'))).toEqual(freed)
    expect(acts(both, range('wide', ['10.0.0.0/8', 'fd00::/64']), address('fd00::7'))).toEqual(freed)
  })

  it('does not count addresses that the API server does not keep', () => {
    expect(acts(extra, address('10.1.0.7', 'somebody'))).toEqual(freed)
    expect(acts(extra, { ...address('10.1.0.7'), kind: 'ConfigMap', apiVersion: 'v1' })).toEqual(freed)
    expect(acts(extra, address('none'))).toEqual(freed)
  })

  it('keeps what it cannot judge', () => {
    expect(acts({ ...extra, spec: undefined })).toEqual([])
    for (const cidrs of ['10.1.0.0/24', [7], ['64:ff9b::10.1.0.0/120'], ['10.1.0.0/24', '']])
      expect(acts(range('extra', cidrs, deleted(rangeFinalizer)))).toEqual([])
    expect(played([extra], (_, kind) => kind !== 'IPAddress').acts()).toEqual([])
    expect(played([extra, address('10.1.0.7')], (_, kind) => kind !== 'ServiceCIDR').acts()).toEqual([])
    for (const cidrs of [['10.0.0.0/8'], ['10.0.0.0/8', 'fd00::/64']])
      expect(played([extra, range('wide', cidrs)], () => false).acts()).toEqual(freed)
    expect(played([extra], (_, kind) => kind !== 'ServiceCIDR').acts()).toEqual(freed)
  })

  it('acts on each range that is being deleted when an address goes', () => {
    const second = going('second', '10.2.0.0/24')
    expect(acts(extra, second, range('alive', ['10.3.0.0/24'], {}))).toEqual([
      '0 s: RangeProtected, ServiceCIDR alive changed',
      ...freed,
      '10 s: RangeUnused, ServiceCIDR second gone',
    ])
  })

  it('lets each range go in its own time when addresses go', () => {
    const early = going('early', '10.2.0.0/24')
    const begun = { ...early.metadata, deletionTimestamp: new Date(noon.getTime() - 7000) }
    const { server, acts: act } = played([
      extra,
      { ...early, metadata: begun },
      address('10.1.0.7'),
      address('10.2.0.7'),
    ])
    act(0)
    for (const name of ['10.1.0.7', '10.2.0.7'])
      server.delete({ apiVersion: networking, kind: 'IPAddress', resource: 'ipaddresses', name }, {})
    expect(act()).toEqual(['3 s: RangeUnused, ServiceCIDR early gone', ...freed])
  })

  it('is woken by ranges, and by addresses that come and go', () => {
    const { keysOf } = serviceCidrController()
    expect(keysOf(added(extra))).toEqual(['extra', '/'])
    expect(keysOf(updated(extra))).toEqual(['extra'])
    expect([added(address('10.1.0.7')), gone(address('10.1.0.7'))].map(keysOf)).toEqual([['/'], ['/']])
    expect(
      [
        gone(extra),
        updated(address('10.1.0.7')),
        added(address('10.1.0.7', 'somebody')),
        added({ ...address('10.1.0.7'), kind: 'Ingress' }),
        added({ ...address('10.1.0.7'), apiVersion: 'example.com/v1' }),
        added(object('a')),
        added(object('extra', [], {}, 'ServiceCIDR', 'example.com/v1')),
      ].flatMap(keysOf),
    ).toEqual([])
  })

  it('is known by its name and its finalizer', () => {
    expect([serviceCidrController().name, rangeFinalizer]).toEqual([
      'service-cidr-controller',
      'networking.k8s.io/service-cidr-finalizer',
    ])
  })

  it('says why', () => {
    expect((['RangeUnused', 'RangeInUse', 'RangeProtected'] as const).map((_tag) => explainRange({ _tag }))).toEqual([
      'it is being deleted, and every address of it is in another range',
      'it is being deleted, and has an address that is in no other range',
      'every range is protected while one of its addresses is in no other',
    ])
  })
})
