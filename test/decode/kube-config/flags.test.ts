import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  controllerManagerPolicies,
  decodeApiServerFlags,
  decodeControllerManagerFlags,
} from '../../../src/decode/index.js'

const policiesOf = (line: unknown): unknown => {
  const decoded = decodeControllerManagerFlags(line)
  return E.isRight(decoded) ? controllerManagerPolicies(decoded.right.flags) : decoded.left.problems
}

const ttlOf = (line: unknown): unknown => {
  const decoded = decodeApiServerFlags(line)
  return E.isRight(decoded) ? decoded.right.eventTtl : decoded.left.problems
}

const on = { controller: 'on' }

describe('flags of kube-controller-manager', () => {
  it('leave both collectors on, with a threshold of 12500, where they say nothing', () => {
    expect(policiesOf('')).toEqual({ podGc: { ...on, terminatedPodGcThreshold: 12_500 }, ttl: on, stopped: [] })
  })

  it.each([
    ['--terminated-pod-gc-threshold=3', 3],
    ['--terminated_pod_gc_threshold -1', -1],
    ['--terminated-pod-gc-threshold=3 --terminated-pod-gc-threshold=0', 0],
  ])('%s: the threshold is %i', (line, terminatedPodGcThreshold) => {
    expect(policiesOf(line)).toEqual({ podGc: { ...on, terminatedPodGcThreshold }, ttl: on, stopped: [] })
  })

  it.each([
    ['--controllers=*,-podgc', 'off', 'on'],
    ['--controllers=*,-pod-garbage-collector-controller,-ttl-after-finished-controller', 'off', 'off'],
    ['--controllers=podgc', 'on', 'off'],
    ['--controllers=-ttl-after-finished --controllers=*', 'on', 'off'],
    ['--controllers=podgc,-podgc,ttl-after-finished', 'on', 'on'],
    ['--controllers=-podgc,podgc', 'off', 'off'],
    ['--controllers=', 'off', 'off'],
    ['--controllers=-*', 'off', 'off'],
  ])('%s: pod GC is %s, finished Jobs are %s', (line, podGc, ttl) => {
    expect(policiesOf(line)).toMatchObject({ podGc: { controller: podGc }, ttl: { controller: ttl } })
  })

  it.each([
    ['--controllers=*,-garbagecollector,-cronjob', ['cronjob', 'garbage-collector']],
    ['--controllers=*,-garbage-collector-controller,-daemonset-controller', ['daemonset', 'garbage-collector']],
    ['--controllers=deployment,statefulset-controller', ['daemonset', 'cronjob', 'garbage-collector']],
    ['--controllers=*,-garbage-collector', []],
  ])('%s: of the others %j do not run', (line, stopped) => {
    expect(policiesOf(line)).toMatchObject({ stopped })
  })

  it('of other concern are listed', () => {
    const decoded = decodeControllerManagerFlags(['kube-controller-manager', '--v=2', '--', 'x'])
    expect(E.isRight(decoded) && decoded.right).toEqual({
      flags: {},
      ignored: ['kube-controller-manager', '--v=2', 'x'],
    })
  })

  it.each([
    ['--terminated-pod-gc-threshold=1.5', '--terminated-pod-gc-threshold', 'a decimal integer of 32 bits'],
    ['--terminated-pod-gc-threshold=2147483648', '--terminated-pod-gc-threshold', 'a decimal integer of 32 bits'],
    ['--terminated-pod-gc-threshold', '--terminated-pod-gc-threshold', 'a value'],
    ['--controllers', '--controllers', 'a value'],
    ['"--controllers', '', 'a command line whose quotes are closed'],
    [7, '', 'a string or an array'],
    [['a', 7], '[1]', 'a string'],
  ])('%j are refused', (line, path, expected) => {
    expect(policiesOf(line)).toMatchObject([{ path, expected }])
  })

  it('are refused with every problem', () => {
    expect(policiesOf('--terminated-pod-gc-threshold=x --terminated-pod-gc-threshold=y --controllers')).toEqual([
      { path: '--terminated-pod-gc-threshold', expected: 'a decimal integer of 32 bits', actual: '"x"' },
      { path: '--terminated-pod-gc-threshold', expected: 'a decimal integer of 32 bits', actual: '"y"' },
      { path: '--controllers', expected: 'a value', actual: 'nothing' },
    ])
  })

  it('never throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string(), fc.array(fc.string())), (line) => {
        const decoded = decodeControllerManagerFlags(line)
        return (E.isLeft(decoded) || E.isRight(decoded)) && ttlOf(line) !== undefined
      }),
    )
  })
})

describe('flags of kube-apiserver', () => {
  it.each([
    ['', 3_600_000],
    ['--event-ttl=1h30m', 5_400_000],
    ['--event-ttl 90s --event-ttl=2h', 7_200_000],
    ['--event-ttl=0', 0],
    ['--event-ttl=1500us', 1],
  ])('%s: Events live for %i ms', (line, ttl) => {
    expect(ttlOf(line)).toBe(ttl)
  })

  it.each(['--event-ttl=1d', '--event-ttl=-1h', '--event-ttl'])('%s is refused', (line) => {
    expect(ttlOf(line)).toMatchObject([{ path: '--event-ttl' }])
  })
})
