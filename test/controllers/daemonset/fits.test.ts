import { describe, expect, it } from 'vitest'

import { fitOf } from '../../../src/controllers/daemonset/fits.js'
import { object } from '../owner/build.js'

const labels = { zone: 'a', disk: 'ssd' }
const node = (taints: unknown = [], name = 'n1') => ({
  ...object(name, [], { namespace: undefined, labels }, 'Node'),
  spec: { taints },
})
const taint = (key: string, effect: string, value?: string) => ({
  key,
  effect,
  ...(value === undefined ? {} : { value }),
})
const required = (...nodeSelectorTerms: ReadonlyArray<unknown>) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
})
const expression = (key: string, operator: string, ...values: ReadonlyArray<string>) => ({
  matchExpressions: [{ key, operator, values }],
})
const field = (operator: string, ...values: ReadonlyArray<string>) => ({
  matchFields: [{ key: 'metadata.name', operator, values }],
})

// Hand-derived from NodeShouldRunDaemonPod.
describe('whether a node takes a daemon pod', () => {
  it('is so for any node where the template asks for nothing', () => {
    expect([fitOf({}, node()), fitOf(undefined, node())]).toEqual(['runs', 'runs'])
    expect(fitOf({}, { ...node(), spec: undefined })).toBe('unknown')
  })

  it('depends on the name of the node', () => {
    expect([
      fitOf({ nodeName: 'n1' }, node()),
      fitOf({ nodeName: 'n2' }, node()),
      fitOf({ nodeName: '' }, node()),
    ]).toEqual(['runs', 'never', 'runs'])
  })

  it('is unknown where a list cannot be read', () => {
    const affinity = (requiredDuringSchedulingIgnoredDuringExecution: unknown) => ({
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution } },
    })
    const tainted = node([taint('a', 'NoExecute')])
    expect([
      fitOf(affinity({ nodeSelectorTerms: 'zone' }), node()),
      fitOf(affinity('zone'), node()),
      fitOf(required({ matchExpressions: 'zone' }), node()),
      fitOf(required({ matchExpressions: [{ key: 'zone', operator: 'In', values: 'a' }] }), node()),
      fitOf({ tolerations: 'a' }, tainted),
      fitOf({}, node('a')),
    ]).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown'])
    expect([fitOf({ tolerations: null }, tainted), fitOf({}, node(null)), fitOf(affinity(null), node())]).toEqual([
      'never',
      'runs',
      'runs',
    ])
  })

  it('depends on its labels', () => {
    expect(fitOf({ nodeSelector: { zone: 'a' } }, node())).toBe('runs')
    expect(fitOf({ nodeSelector: { zone: 'a', disk: 'hdd' } }, node())).toBe('never')
    expect(fitOf({ nodeSelector: { zone: 1 } }, node())).toBe('unknown')
  })

  it.each([
    [[expression('zone', 'In', 'a', 'b')], 'runs'],
    [[expression('zone', 'NotIn', 'a')], 'never'],
    [[expression('gpu', 'Exists')], 'never'],
    [[expression('gpu', 'DoesNotExist')], 'runs'],
    [[expression('gpu', 'Exists'), expression('zone', 'Exists')], 'runs'],
    [[field('In', 'n1')], 'runs'],
    [[field('NotIn', 'n1')], 'never'],
    [[{ ...expression('zone', 'Exists'), ...field('In', 'n2') }], 'never'],
    [[{ ...expression('gpu', 'Exists'), ...field('In', 'n1') }], 'never'],
    [[{}], 'never'],
    [[], 'never'],
    [[expression('cpu', 'Gt', '4')], 'unknown'],
    [[expression('cpu', 'Gt', '4'), expression('zone', 'Exists')], 'runs'],
    [[expression('cpu', 'Gt', '4'), expression('gpu', 'Exists')], 'unknown'],
    [[{ matchExpressions: [{ key: 'zone' }] }], 'unknown'],
    [[{ matchFields: [{ operator: 'In' }] }], 'unknown'],
  ])('depends on required terms %j: %s', (terms, fit) => {
    expect(fitOf(required(...terms), node())).toBe(fit)
  })

  it('depends on its taints: none is made beside NoSchedule, none stays beside NoExecute', () => {
    expect(fitOf({}, node([taint('x', 'NoSchedule')]))).toBe('keeps')
    expect(fitOf({}, node([taint('x', 'NoSchedule'), taint('y', 'NoExecute')]))).toBe('never')
    expect(fitOf({}, node([taint('x', 'PreferNoSchedule')]))).toBe('runs')
  })

  it.each([
    ['not-ready', 'NoExecute'],
    ['unreachable', 'NoExecute'],
    ['disk-pressure', 'NoSchedule'],
    ['memory-pressure', 'NoSchedule'],
    ['pid-pressure', 'NoSchedule'],
    ['unschedulable', 'NoSchedule'],
  ])('is not kept by the taint %s', (name, effect) => {
    const other = effect === 'NoExecute' ? 'NoSchedule' : 'NoExecute'
    expect(fitOf({}, node([taint(`node.kubernetes.io/${name}`, effect)]))).toBe('runs')
    expect(fitOf({}, node([taint(`node.kubernetes.io/${name}`, other)]))).not.toBe('runs')
  })

  it('is kept by an unavailable network, but not on that of the host', () => {
    const cut = node([taint('node.kubernetes.io/network-unavailable', 'NoSchedule')])
    expect([fitOf({}, cut), fitOf({ hostNetwork: true }, cut), fitOf({ hostNetwork: false }, cut)]).toEqual([
      'keeps',
      'runs',
      'keeps',
    ])
    const gone = node([taint('node.kubernetes.io/network-unavailable', 'NoExecute')])
    expect(fitOf({ hostNetwork: true }, gone)).toBe('never')
    expect(fitOf({ hostNetwork: true }, node([taint('x', 'NoSchedule')]))).toBe('keeps')
  })

  it.each([
    [{ operator: 'Exists' }, true],
    [{ key: 'x', operator: 'Exists' }, true],
    [{ key: 'x', operator: 'Exists', effect: 'NoSchedule' }, true],
    [{ key: 'x', operator: 'Exists', effect: 'NoExecute' }, false],
    [{ key: 'y', operator: 'Exists' }, false],
    [{ key: 'x', value: 'v' }, true],
    [{ key: 'x', operator: 'Equal', value: 'v' }, true],
    [{ key: 'x', value: 'w' }, false],
    [{ key: 'x' }, false],
    [{}, false],
    ['x', false],
  ])('heeds the toleration %j: %s', (toleration, isTolerated) => {
    expect(fitOf({ tolerations: [toleration] }, node([taint('x', 'NoSchedule', 'v')]))).toBe(
      isTolerated ? 'runs' : 'keeps',
    )
  })

  it('takes a missing value for an empty one', () => {
    expect(fitOf({ tolerations: [{ key: 'x' }] }, node([taint('x', 'NoSchedule')]))).toBe('runs')
    expect(fitOf({ tolerations: [{ value: '' }] }, node([taint('', 'NoSchedule')]))).toBe('keeps')
  })
})
