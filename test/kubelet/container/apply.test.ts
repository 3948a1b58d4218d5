import { expect, it } from 'vitest'

import type { Snapshot } from '../../../src/kubelet/container/index.js'
import { apply, applyReport } from '../../../src/kubelet/container/index.js'
import { carryOut } from '../../laws.js'
import { container, deadLink, gone, node, planned, sandbox } from './build.js'

/** Everything of the node has the same name, and every second thing goes. */
const given: Partial<Snapshot> = {
  pods: [gone('u')],
  containers: [container('gone', 0), container('stays', 1, { state: 'CONTAINER_RUNNING', sandboxId: 'stays' })],
  sandboxes: [sandbox('gone', 0), sandbox('stays', 1)],
  logDirectories: ['u', 'stays'],
  logLinks: [deadLink('gone.log'), deadLink('stays-abcdef.log', 'Nil')],
}

it('takes away what the plan removes and leaves the rest and the instant as they were', () => {
  const before = node(given)
  expect(apply(planned(given))(before)).toEqual({
    ...before,
    containers: [before.containers[1]],
    sandboxes: [before.sandboxes[1]],
    logDirectories: ['stays'],
    logLinks: [before.logLinks[1]],
  })
})

it('gives an equal snapshot for a plan without removals', () => {
  expect(apply(planned({}))(node(given))).toEqual(node(given))
})

it('takes a name away only from its own kind', () => {
  const plan = planned({ pods: [gone('u')], containers: [container('u', 0)] })
  const same = node({ sandboxes: [sandbox('u', 0)], logDirectories: ['u'], logLinks: [deadLink('u.log')] })
  expect(apply(plan)(same)).toEqual(same)
})

it('takes away what a report says was removed, not what failed or was skipped', async () => {
  const policy = { pods: [gone('u')], containers: [container('a', 0), container('b', 0)], sandboxes: [sandbox('s', 0)] }
  const { report } = await carryOut(planned(policy), (action) => action._tag === 'RemoveContainer' && action.id === 'b')
  expect(report.passes.flatMap(({ outcomes }) => outcomes.map(({ _tag }) => _tag))).toEqual([
    'Failed',
    'Removed',
    'Skipped',
  ])
  const before = node(policy)
  expect(applyReport(report)(before)).toEqual({ ...before, containers: [before.containers[1]] })
})
