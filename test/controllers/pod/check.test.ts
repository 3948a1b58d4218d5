import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { unknown } from '../../../src/core/index.js'
import type { Memory, Pod, Policy, Snapshot } from '../../../src/controllers/pod/index.js'
import { defaultPolicy, emptyMemory, plan, step } from '../../../src/controllers/pod/index.js'
import { spoilt, watched } from '../../apiserver/soundness.js'
import { at, lookAt, node, noon, outOfService, planOf } from './build.js'

const bare: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'bare', uid: 'u-bare' } }
const full: Pod = {
  ...bare,
  spec: { nodeName: 'n' },
  status: {
    phase: 'Failed',
    reason: 'Evicted',
    observedGeneration: 3,
    startTime: noon,
    conditions: [
      {
        type: 'Ready',
        status: 'False',
        reason: 'Because',
        message: 'it is so',
        observedGeneration: 3,
        lastProbeTime: noon,
        lastTransitionTime: noon,
      },
    ],
    containerStatuses: [{ state: { terminated: { finishedAt: at(9) } } }],
  },
}
const sound = lookAt([full], {
  nodes: [node('n', 'True', outOfService)],
  memory: { waiting: [{ node: 'gone', until: at(40) }], ripe: ['lost'] },
  failedLookups: ['lost'],
})

const placesOf = (snapshot: unknown): ReadonlyArray<string> => {
  const planned = plan(defaultPolicy)(snapshot as Snapshot)
  return E.isLeft(planned) ? planned.left.problems.map(({ path }) => path) : []
}

const never = new Date(Number.NaN)

describe('a snapshot of pods', () => {
  it.each<[place: string, thing: unknown]>([
    ['at', never],
    ['pods', {}],
    ['pods[0]', null],
    ['pods[0].kind', 'Job'],
    ['pods[0].metadata.uid', ''],
    ['pods[0].metadata.generation', -1],
    ['pods[0].spec', null],
    ['pods[0].spec', 'n'],
    ['pods[0].spec.nodeName', 7],
    ['pods[0].status', null],
    ['pods[0].status', 'Failed'],
    ['pods[0].status.phase', 7],
    ['pods[0].status.reason', 7],
    ['pods[0].status.observedGeneration', 0.5],
    ['pods[0].status.startTime', never],
    ['pods[0].status.conditions', {}],
    ['pods[0].status.conditions[0]', null],
    ['pods[0].status.conditions[0].type', undefined],
    ['pods[0].status.conditions[0].status', true],
    ['pods[0].status.conditions[0].reason', 7],
    ['pods[0].status.conditions[0].message', 7],
    ['pods[0].status.conditions[0].observedGeneration', -1],
    ['pods[0].status.conditions[0].lastProbeTime', never],
    ['pods[0].status.conditions[0].lastTransitionTime', 0],
    ['pods[0].status.containerStatuses', {}],
    ['pods[0].status.containerStatuses[0]', 7],
    ['pods[0].status.containerStatuses[0].state', 7],
    ['pods[0].status.containerStatuses[0].state.terminated', 7],
    ['pods[0].status.containerStatuses[0].state.terminated.finishedAt', 7],
    ['nodes', null],
    ['nodes[0]', null],
    ['nodes[0].metadata', undefined],
    ['nodes[0].metadata.name', ''],
    ['nodes[0].spec', null],
    ['nodes[0].spec.taints', {}],
    ['nodes[0].spec.taints[0]', 'a'],
    ['nodes[0].spec.taints[0].key', 7],
    ['nodes[0].status', null],
    ['nodes[0].status.conditions', {}],
    ['nodes[0].status.conditions[0].type', 7],
    ['nodes[0].status.conditions[1].status', true],
    ['coverage', 'all'],
    ['apiNodes', null],
    ['apiNodes.value', 'n'],
    ['apiNodes.value[0]', 7],
    ['failedLookups', 'lost'],
    ['failedLookups[0]', 7],
    ['memory', undefined],
    ['memory.waiting', undefined],
    ['memory.waiting[0].node', ''],
    ['memory.waiting[0].until', 0],
    ['memory.ripe', undefined],
    ['memory.ripe[0]', 7],
  ])('is refused for what is wrong at %s: %o', (place, thing) => {
    expect(placesOf(sound)).toEqual([])
    expect(
      placesOf(
        spoilt(
          place === 'apiNodes.value[0]' ? { ...sound, apiNodes: { ...sound.apiNodes, value: ['n'] } } : sound,
          place,
          thing,
        ),
      ),
    ).toEqual([place])
  })

  it.each([[null], [undefined], ['pods'], [7]])('is not %o', (value) => {
    expect(placesOf(value)).toEqual([''])
  })

  it('may hold pods without a uid, each namespace and name once', () => {
    const nameless = (name: string, namespace?: string): Pod => ({ ...bare, metadata: { name, namespace } })
    expect(placesOf(lookAt([nameless('a'), nameless('a', 'x'), bare]))).toEqual([])
    expect(placesOf(lookAt([nameless('a', 'x'), nameless('a', 'x')]))).toEqual(['pods[1].metadata.name'])
    const named = { ...bare, metadata: { ...bare.metadata, uid: 'x/a' } }
    expect(placesOf(lookAt([nameless('a', 'x'), named]))).toEqual(['pods[1].metadata.uid'])
  })

  it('may say of nodes and pods no more than their names', () => {
    expect(placesOf(lookAt([bare], { nodes: [{ metadata: { name: 'n' } }], apiNodes: unknown }))).toEqual([])
    expect(
      placesOf(
        lookAt([{ ...bare, spec: {}, status: {} }], { nodes: [{ metadata: { name: 'n' }, spec: {}, status: {} }] }),
      ),
    ).toEqual([])
  })

  it.each<[string, Pod]>([
    ['says nothing but its name', bare],
    ['says all that is read', full],
    ['has a spec and a status that say nothing', { ...bare, spec: {}, status: {} }],
    ['has a condition that says little', { ...bare, status: { conditions: [{ type: 'Ready', status: 'True' }] } }],
  ])('has a pod looked at once that %s', (_, one) => {
    const { object, looks } = watched(one)
    planOf({ ...sound, pods: [object] })
    expect(looks()).toBe(1)
  })
})

describe('a refusal', () => {
  const problem = (path: string, expected: string, actual: string): object => ({ path, expected, actual })

  it('names the snapshot, the look, the memory or the policy that it is about', () => {
    expect(plan(defaultPolicy)({ ...sound, at: never })).toEqual(
      E.left({
        _tag: 'InvalidInput',
        source: 'pod GC snapshot',
        problems: [problem('at', 'a valid Date', 'Invalid Date')],
      }),
    )
    expect(plan({ ...defaultPolicy, quarantine: 0.5 } as unknown as Policy)(sound)).toEqual(
      E.left({
        _tag: 'InvalidInput',
        source: 'pod GC policy',
        problems: [problem('quarantine', 'a span of whole milliseconds, zero or more', '0.5')],
      }),
    )
    expect(step(defaultPolicy)({ ...sound, at: never })(emptyMemory)).toMatchObject({
      left: { source: 'pod GC look', problems: [{ path: 'at' }] },
    })
    expect(step(defaultPolicy)(sound)({ waiting: [] } as unknown as Memory)).toMatchObject({
      left: { source: 'pod GC memory', problems: [{ path: 'ripe' }] },
    })
  })

  it('says which node comes twice', () => {
    expect(
      plan(defaultPolicy)({ ...sound, nodes: [node('n', 'True'), node('m', 'True'), node('n', 'False')] }),
    ).toMatchObject({
      left: { problems: [problem('nodes[2].metadata.name', 'a unique name', '"n"')] },
    })
  })
})

describe('a look', () => {
  it('is looked at once where it is sound', () => {
    const { object, looks } = watched(full)
    expect(E.isRight(step(defaultPolicy)({ ...sound, pods: [object] })(emptyMemory))).toBe(true)
    expect(looks()).toBeLessThanOrEqual(2)
  })
})
