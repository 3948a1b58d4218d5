import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { expect, it } from 'vitest'

import type { Action, Family, Plan, Policy, Snapshot } from '../../../src/kubelet/container/index.js'
import { applyReport, conclude, plan } from '../../../src/kubelet/container/index.js'
import { execute, executeLooking } from '../../../src/execute/index.js'
import { runs } from '../../runs.js'
import type { Node } from './direct-loop.js'
import { collectDirectly } from './direct-loop.js'
import { modernPolicies, observed } from './generate.js'

/** A node that forgets what is removed, fails where told, and remembers its calls. */
interface Scripted extends Node {
  readonly calls: ReadonlyArray<string>
  readonly snapshot: () => Snapshot
}

const nodeOf = (begin: Snapshot, failing: ReadonlySet<string>, asksStatus: boolean): Scripted => {
  let now = begin
  const calls: string[] = []
  const inspected = (id: string): boolean =>
    now.containers.some((each) => each.id === id) && !failing.has(`Inspect ${id}`)
  const fails = (action: Action): boolean => {
    switch (action._tag) {
      case 'InspectContainer':
        return !inspected(action.id)
      case 'RemoveLogDirectory':
        return failing.has(`${action._tag} ${action.name}`)
      case 'RemoveLogLink':
        return failing.has(`${action._tag} ${action.path}`)
      default:
        return failing.has(`${action._tag} ${action.id}`)
    }
  }
  const remove = (action: Action): void => {
    if (action._tag === 'RemoveContainerLog') {
      const name = now.containers.find(({ id }) => id === action.id)?.name
      const own = `/var/log/containers/pod_ns_${name}-${action.id}.log`
      now = { ...now, logLinks: now.logLinks.filter(({ path }) => path !== own) }
    }
    if (action._tag === 'RemoveContainer')
      now = { ...now, containers: now.containers.filter(({ id }) => id !== action.id) }
    if (action._tag === 'RemoveSandbox') now = { ...now, sandboxes: now.sandboxes.filter(({ id }) => id !== action.id) }
    if (action._tag === 'RemoveLogDirectory')
      now = { ...now, logDirectories: now.logDirectories.filter((name) => name !== action.name) }
    if (action._tag === 'RemoveLogLink')
      now = { ...now, logLinks: now.logLinks.filter(({ path }) => path !== action.path) }
  }
  /** What a lookup says of the container that a link names, where the test wants it asked. */
  const asked = (): Snapshot['logLinks'] =>
    now.logLinks.map((link) => {
      const id = (link.path.split('-').at(-1) ?? '').replace(/\.log$/, '')
      const state = now.containers.find((each) => each.id === id)?.state
      return { ...link, containerStatus: O.some(state !== undefined && inspected(id) ? state : 'Gone') }
    })
  const snapshot = (): Snapshot => (asksStatus ? { ...now, logLinks: asked() } : now)
  return {
    calls,
    snapshot,
    list: (pass) =>
      failing.has(`List ${pass}`) ? E.left(`cannot list ${failing.size % 2} things`) : E.right(snapshot()),
    call: (action) => () => {
      // A link that went with its container is removed once more where nobody looked again; that changes nothing.
      if (action._tag === 'RemoveLogLink' && now.logLinks.every(({ path }) => path !== action.path))
        return Promise.resolve(E.right(undefined))
      calls.push(JSON.stringify(action))
      const failed = fails(action)
      if (!failed) remove(action)
      return Promise.resolve(failed ? E.left(`failed: ${action._tag}`) : E.right(undefined))
    },
  }
}

const callsThatMayFail = (snapshot: Snapshot): ReadonlyArray<string> => [
  ...snapshot.containers.flatMap(({ id }) => [
    `StopContainer ${id}`,
    `RemoveContainerLog ${id}`,
    `RemoveContainer ${id}`,
  ]),
  ...snapshot.sandboxes.flatMap(({ id }) => [`StopSandbox ${id}`, `RemoveSandbox ${id}`]),
  ...snapshot.logDirectories.map((name) => `RemoveLogDirectory ${name}`),
  ...snapshot.logLinks.map(({ path }) => `RemoveLogLink ${path}`),
]

const looksThatMayFail = (snapshot: Snapshot): ReadonlyArray<string> => [
  'List containers',
  'List sandboxes',
  'List logs',
  ...snapshot.containers.map(({ id }) => `Inspect ${id}`),
]

/** A node without stated link states, and what fails on it. */
const troubled = (
  failures: (snapshot: Snapshot) => ReadonlyArray<string>,
): fc.Arbitrary<readonly [Snapshot, ReadonlySet<string>]> =>
  observed
    .map((snapshot) => ({
      ...snapshot,
      logLinks: snapshot.logLinks.map((link) => ({ ...link, containerStatus: O.none })),
    }))
    .chain((snapshot) =>
      fc
        .subarray([...failures(snapshot)])
        .map((failing): readonly [Snapshot, ReadonlySet<string>] => [snapshot, new Set(failing)]),
    )

const right = (policy: Policy, snapshot: Snapshot): Plan => {
  const result = plan(policy)(snapshot)
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}

it('comes to the calls, the error and the node of the direct loop when it looks again before each step', async () => {
  await fc.assert(
    fc.asyncProperty(
      modernPolicies,
      troubled((snapshot) => [...callsThatMayFail(snapshot), ...looksThatMayFail(snapshot)]),
      async (policy, [snapshot, failing]) => {
        const [direct, node] = [nodeOf(snapshot, failing, true), nodeOf(snapshot, failing, true)]
        const error = await collectDirectly(direct, policy)
        const first = right(policy, node.snapshot())
        const look = (pass: Family['Pass']) => () =>
          Promise.resolve(E.map((now: Snapshot) => right(policy, now))(node.list(pass)))
        const report = await executeLooking(node.call, look)(first)()
        expect(node.calls).toEqual(direct.calls)
        expect(node.snapshot()).toEqual(direct.snapshot())
        expect(O.toNullable(conclude((text: string) => text)(first)(report).error)).toBe(error)
        expect(applyReport(report)(snapshot)).toEqual({ ...direct.snapshot(), logLinks: linksLeft(snapshot, direct) })
      },
    ),
    { numRuns: runs(1000) },
  )
})

it('comes to the same from a single look, whichever calls fail', async () => {
  await fc.assert(
    fc.asyncProperty(modernPolicies, troubled(callsThatMayFail), async (policy, [snapshot, failing]) => {
      const [direct, node] = [nodeOf(snapshot, failing, false), nodeOf(snapshot, failing, false)]
      await collectDirectly(direct, policy)
      await execute(node.call)<Family>(right(policy, snapshot))()
      expect(node.calls).toEqual(direct.calls)
      expect(node.snapshot()).toEqual(direct.snapshot())
    }),
    { numRuns: runs(1000) },
  )
})

const linksLeft = (snapshot: Snapshot, node: Scripted): Snapshot['logLinks'] => {
  const left = new Set(node.snapshot().logLinks.map(({ path }) => path))
  return snapshot.logLinks.filter(({ path }) => left.has(path))
}
