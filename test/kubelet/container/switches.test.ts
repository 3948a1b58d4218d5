/** Each switch of each preset changes a decision: one node per switch, decided by every preset. */
import { expect, it } from 'vitest'

import { type Policy, presets } from '../../../src/kubelet/container/index.js'
import { switches } from '../../../src/kubelet/container/switches.js'
import { type Decisions, decided, unnoticed } from '../../decisions.js'
import { since } from '../../since.js'
import { container, deadLink, gone, planned, removed, sandbox } from './build.js'

const goes = (
  pass: 'containers' | 'sandboxes' | 'logs',
  given: Parameters<typeof planned>[0],
  policy: Policy,
): string => removed(pass, planned(given, policy)).join()
const three = [container('b', 2), container('c', 3), container('a', 1)]
const unread = { identified: false }

const decisions: Decisions<Policy> = {
  unidentified: (policy) =>
    goes('containers', { containers: [container('x', 0, unread), container('y', 1, unread)] }, policy),
  excessOrder: (policy) => goes('containers', { containers: three }, policy),
  wholeUnitOrder: (policy) => goes('containers', { pods: [gone('u')], containers: three }, policy),
  sandboxes: (policy) => goes('sandboxes', { pods: [gone('u')], sandboxes: [sandbox('s', 0)] }, policy),
  logDirectories: (policy) => goes('logs', { pods: [gone('u')], logDirectories: ['u'] }, policy),
  deadLinks: (policy) => goes('logs', { logLinks: [deadLink('pod_ns_app-abcdef.log', 'CONTAINER_RUNNING')] }, policy),
}

it('each preset decides so since', () => {
  expect(since(decided(presets, decisions))).toEqual({
    unidentified: { '1.26': 'x', 'docker.era': 'x,y' },
    excessOrder: { '1.26': 'a,b', 'docker.era': 'b,a' },
    wholeUnitOrder: { '1.26': 'a,c,b', 'docker.era': 'c,b,a' },
    sandboxes: { '1.26': 's', 'docker.era': '' },
    logDirectories: { '1.26': 'u', 'docker.era': '' },
    deadLinks: { '1.26': '', 'docker.era': 'pod_ns_app-abcdef.log' },
  })
})

it('no value of a switch could be another one unnoticed', () => {
  expect(unnoticed(presets, switches, decisions)).toEqual([])
})
