import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Snapshot } from '../../../src/kubelet/container/index.js'
import { defaultPolicy, plan } from '../../../src/kubelet/container/index.js'
import { alive, container, deadLink, gone, node, planned, removed, sandbox } from './build.js'

/** Problems of a value in the place of a snapshot. */
const problemsOf = (value: unknown): ReadonlyArray<string> => {
  const result = plan(defaultPolicy)(value as Snapshot)
  return E.isLeft(result)
    ? result.left.problems.map(({ path, expected, actual }) => `${path}: ${expected}, not ${actual}`)
    : []
}

const full = node({
  pods: [alive('u')],
  containers: [container('c', 0)],
  sandboxes: [sandbox('s', 0)],
  logDirectories: ['ns_pod_u'],
  logLinks: [deadLink('/var/log/containers/a-abcdef.log', 'CONTAINER_EXITED')],
})

describe('a snapshot is refused', () => {
  it('when it is none, with its name', () => {
    expect(plan(defaultPolicy)(null as unknown as Snapshot)).toEqual(
      E.left({
        _tag: 'InvalidInput',
        source: 'kubelet-container snapshot',
        problems: [{ path: '', expected: 'an object', actual: 'null' }],
      }),
    )
  })

  it('with every field that is missing', () => {
    expect(problemsOf({})).toEqual([
      'at: a valid Date, not undefined',
      'allSourcesReady: a boolean, not undefined',
      'pods: an array, not undefined',
      'containers: an array, not undefined',
      'sandboxes: an array, not undefined',
      'logDirectories: an array, not undefined',
      'logLinks: an array, not undefined',
    ])
  })

  it('with every field of an item that is wrong, by its path', () => {
    const problems = problemsOf({
      at: new Date(NaN),
      allSourcesReady: 'yes',
      pods: [{ uid: 1, contentRemoved: true, runtimeRemoved: { _tag: 'Assumed', value: true } }],
      containers: [
        { id: 1, sandboxId: 2, podUid: null, name: {}, state: 'EXITED', createdAt: '2026-01-01', identified: 1 },
      ],
      sandboxes: [{ id: 1, podUid: 2, state: 'READY', createdAt: 0 }],
      logDirectories: [1],
      logLinks: [{ path: 1, targetExists: null, containerStatus: { _tag: 'Some', value: 'EXITED' } }],
    })
    expect(problems.map((problem) => problem.slice(0, problem.indexOf(':')))).toEqual([
      'at',
      'allSourcesReady',
      'pods[0].uid',
      'pods[0].contentRemoved',
      'pods[0].runtimeRemoved.because',
      'containers[0].id',
      'containers[0].sandboxId',
      'containers[0].podUid',
      'containers[0].name',
      'containers[0].state',
      'containers[0].createdAt',
      'containers[0].identified',
      'sandboxes[0].id',
      'sandboxes[0].podUid',
      'sandboxes[0].state',
      'sandboxes[0].createdAt',
      'logDirectories[0]',
      'logLinks[0].path',
      'logLinks[0].targetExists',
      'logLinks[0].containerStatus.value',
    ])
  })

  it('with the words that a state may be', () => {
    const states = '"CONTAINER_CREATED" or "CONTAINER_RUNNING" or "CONTAINER_EXITED" or "CONTAINER_UNKNOWN"'
    expect(problemsOf({ ...full, containers: [{ ...container('c', 0), state: 'exited' }] })).toEqual([
      `containers[0].state: ${states}, not "exited"`,
    ])
    expect(problemsOf({ ...full, sandboxes: [{ ...sandbox('s', 0), state: '' }] })).toEqual([
      'sandboxes[0].state: "SANDBOX_READY" or "SANDBOX_NOTREADY", not ""',
    ])
    const link = { ...deadLink('l'), containerStatus: { _tag: 'Some', value: 'gone' } }
    expect(problemsOf({ ...full, logLinks: [link] })).toEqual([
      `logLinks[0].containerStatus.value: ${states} or "Nil" or "Gone", not "gone"`,
    ])
  })

  it('when anything comes twice', () => {
    expect(
      problemsOf({
        ...full,
        pods: [alive('u'), gone('u')],
        containers: [container('c', 0), container('d', 0), container('c', 1)],
        sandboxes: [sandbox('s', 0), sandbox('s', 0)],
        logDirectories: ['a', 'b', 'a', 'b'],
        logLinks: [deadLink('l'), deadLink('l')],
      }),
    ).toEqual([
      'pods[1].uid: a unique value, not "u"',
      'containers[2].id: a unique value, not "c"',
      'sandboxes[1].id: a unique value, not "s"',
      'logDirectories[2]: a unique value, not "a"',
      'logDirectories[3]: a unique value, not "b"',
      'logLinks[1].path: a unique value, not "l"',
    ])
  })

  it('with a hundred problems at most', () => {
    expect(problemsOf({ ...full, logDirectories: Array.from({ length: 1000 }, () => 'same') })).toHaveLength(100)
    expect(problemsOf({ ...full, containers: Array.from({ length: 1000 }, () => null) })).toHaveLength(100)
  })

  it('when an array has holes', () => {
    expect(problemsOf({ ...full, containers: new Array(2) })).toEqual([
      'containers[0]: an object, not undefined',
      'containers[1]: an object, not undefined',
    ])
  })
})

describe('a snapshot is planned', () => {
  it('when it is empty', () => {
    const plan = planned({ pods: [] })
    expect(plan.passes.map(({ name, removals, kept }) => [name, removals.length, kept.length])).toEqual([
      ['containers', 0, 0],
      ['sandboxes', 0, 0],
      ['logs', 0, 0],
    ])
    expect(plan.wakeAt).toEqual({ _tag: 'None' })
  })

  it('when a sandbox, a container and a directory share one name', () => {
    const plan = planned({
      pods: [gone('x')],
      containers: [container('x', 0, { podUid: 'x', sandboxId: 'x' })],
      sandboxes: [sandbox('x', 0, { podUid: 'x' })],
      logDirectories: ['x'],
    })
    expect(plan.passes.map((pass) => pass.removals.map(({ target }) => target._tag))).toEqual([
      ['Container'],
      ['Sandbox'],
      ['LogDirectory'],
    ])
  })

  it('when names are those of object members', () => {
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
      const given = {
        containers: [container(name, 0, { podUid: name, name, sandboxId: name })],
        sandboxes: [sandbox(name, 0, { podUid: name })],
        logDirectories: [name],
      }
      const listed = planned({ ...given, pods: [gone(name)] })
      expect(removed('containers', listed)).toEqual([name])
      expect(removed('sandboxes', listed)).toEqual([name])
      const unlisted = planned({ ...given, pods: [] })
      expect(unlisted.passes.map((pass) => pass.removals.length)).toEqual([0, 0, 0])
    }
  })
})
