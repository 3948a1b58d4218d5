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

const ownLink = '/var/log/containers/pod_ns_app-a.log'
const logged: Partial<Snapshot> = {
  pods: [gone('u')],
  containers: [container('a', 0), container('b', 1, { state: 'CONTAINER_RUNNING' })],
  logLinks: [
    { ...deadLink(ownLink), targetExists: true },
    { ...deadLink('/var/log/containers/pod_ns_app-b.log'), targetExists: true },
  ],
}

it('takes away with a container the link that the kubelet gave it', () => {
  const before = node(logged)
  expect(apply(planned(logged))(before).logLinks).toEqual([before.logLinks[1]])
})

it('takes away the link of a container that could not be removed after its log, but not of one that keeps its log', async () => {
  const before = node(logged)
  const { containers, logLinks } = before
  const failingAt = async (tag: string) =>
    applyReport((await carryOut(planned(logged), (action) => action._tag === tag)).report)(before)
  expect(await failingAt('RemoveContainer')).toEqual({ ...before, containers, logLinks: [logLinks[1]] })
  expect(await failingAt('RemoveContainerLog')).toEqual(before)
  expect(await failingAt('RemoveLogLink')).toEqual({
    ...before,
    containers: [containers[1]],
    logLinks: [logLinks[1]],
  })
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
