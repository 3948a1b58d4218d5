import { describe, expect, it } from 'vitest'

import type { DaemonSet, Pod, Policy } from '../../../src/controllers/history/index.js'
import { apply, defaultPolicy, presets } from '../../../src/controllers/history/index.js'
import { clusterOf, daemonSet, deleted, naming, nullCreation, planOf, pod, revision, summary } from './build.js'

const cluster = (subject: DaemonSet, names: ReadonlyArray<string>, pods: ReadonlyArray<Pod> = []) =>
  clusterOf({
    daemonSets: [subject],
    controllerRevisions: names
      .map((name, index) => revision(subject, name, index + 1, {}, name.startsWith('new') ? 'new' : name))
      .toReversed(),
    pods,
  })

const decide = (...of: Parameters<typeof cluster>) => summary(planOf(cluster(...of)).passes[2])

describe('a DaemonSet', () => {
  it('loses its oldest revisions over the limit, the current one not counted', () => {
    expect(decide(daemonSet(), ['a', 'b', 'c', 'new'])).toEqual({
      goes: ['a', 'b'],
      stays: {
        c: 'newest of 3 old revisions of DaemonSet shop/agent, 1 is kept',
        new: 'it matches the current template of DaemonSet shop/agent',
      },
    })
  })

  it('counts revisions in use, and younger ones go in their place', () => {
    expect(decide(daemonSet(), ['a', 'b', 'c', 'new'], [pod(daemonSet(), 'agent-0', 'a')])).toEqual({
      goes: ['b', 'c'],
      stays: { a: 'pod agent-0 uses it', new: 'it matches the current template of DaemonSet shop/agent' },
    })
  })

  it('says both of a revision that is within the limit and in use', () => {
    expect(decide(daemonSet(), ['a', 'new'], [pod(daemonSet(), 'agent-0', 'a')]).stays).toMatchObject({
      a: 'newest of 1 old revisions of DaemonSet shop/agent, 1 is kept; pod agent-0 uses it',
    })
  })

  const onNode = (
    ...matchFields: ReadonlyArray<{ key: string; operator: string; values?: ReadonlyArray<string> }>
  ) => ({
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] } },
    },
  })

  it.each([
    ['bound', { nodeName: 'n' }, ['b']],
    ['to be bound', onNode({ key: 'metadata.name', operator: 'In', values: ['n'] }), ['b']],
    ['to be bound to one of two', onNode({ key: 'metadata.name', operator: 'In', values: ['n', 'm'] }), ['a']],
    ['kept from a node', onNode({ key: 'metadata.name', operator: 'NotIn', values: ['n'] }), ['a']],
    ['selected by another field', onNode({ key: 'spec.x', operator: 'In', values: ['n'] }), ['a']],
    ['without node', {}, ['a']],
    ['bound to nothing', { nodeName: '' }, ['a']],
  ])('takes the revision of a pod that is %s for used or not', (_, spec, goes) => {
    expect(decide(daemonSet(), ['a', 'b', 'new'], [pod(daemonSet(), 'agent-0', 'a', spec)]).goes).toEqual(goes)
  })

  it('loses all that nothing uses with a negative limit', () => {
    const pods = [pod(daemonSet(), 'agent-0', 'b')]
    expect(decide(daemonSet({ revisionHistoryLimit: -1 }), ['a', 'b', 'c', 'new'], pods).goes).toEqual(['a', 'c'])
  })

  it('takes a revision without label for unused, whatever pods say', () => {
    const subject = daemonSet({ revisionHistoryLimit: 0 })
    const snapshot = {
      ...cluster(subject, []),
      controllerRevisions: [revision(subject, 'a', 1, { labels: {} })],
      pods: [pod(subject, 'agent-0', '')],
    }
    expect(summary(planOf(snapshot).passes[2]).goes).toEqual(['a'])
  })

  it('keeps the highest of several current revisions, and labels pods with it before another goes', () => {
    const pods = [
      pod(daemonSet(), 'agent-1', 'new-1'),
      pod(daemonSet(), 'agent-0', 'old'),
      pod(daemonSet(), 'x', 'new-3'),
    ]
    const snapshot = cluster(daemonSet(), ['new-1', 'new-2', 'new-3'], pods)
    const planned = planOf(snapshot)
    const [, , pass] = planned.passes
    expect(summary(pass)).toEqual({
      goes: ['new-1', 'new-2'],
      stays: { 'new-3': 'it matches the current template of DaemonSet shop/agent' },
    })
    expect(pass.removals.map(({ actions }) => actions.map(({ _tag, object }) => `${_tag} ${object.name}`))).toEqual([
      ['RelabelPod agent-0', 'RelabelPod agent-1', 'Delete new-1'],
      ['Delete new-2'],
    ])
    expect(pass.removals[1]?.requires.map(({ name }) => name)).toEqual(['new-1'])
    const { pods: after } = apply(planned)(snapshot)
    expect(after.map(({ metadata }) => metadata.labels?.['controller-revision-hash'])).toEqual([
      'new-3',
      'new-3',
      'new-3',
    ])
  })

  it('keeps duplicates of the current revision while pods may have to be labelled that nobody listed', () => {
    const snapshot = {
      ...cluster(daemonSet(), ['new-1', 'new-2']),
      coverage: { _tag: 'Resources', resources: [] } as const,
    }
    expect(summary(planOf(snapshot).passes[2]).goes).toEqual([])
  })

  it('keeps all without limit, being deleted, with an empty selector, or without template', () => {
    const all = ['a', 'b', 'c', 'new']
    expect(decide(daemonSet({ revisionHistoryLimit: undefined }), all).goes).toEqual([])
    expect(decide(daemonSet({}, deleted), all).goes).toEqual([])
    expect(decide(daemonSet({ selector: {} }), all).goes).toEqual([])
    expect(decide(daemonSet({ template: undefined }), all).goes).toEqual([])
  })

  it('keeps a revision whose data is not shown, and does not count it', () => {
    const subject = daemonSet()
    const [a, b] = [revision(subject, 'a', 1), revision(subject, 'b', 2)]
    const snapshot = { ...cluster(subject, []), controllerRevisions: [{ ...a, data: undefined }, b] }
    expect(summary(planOf(snapshot).passes[2])).toEqual({
      goes: [],
      stays: {
        a: 'the snapshot lacks its template, which may be that of DaemonSet shop/agent',
        b: 'newest of 1 old revisions of DaemonSet shop/agent, 1 is kept',
      },
    })
  })

  it('leaves revisions of DaemonSets that are not listed to their own pass', () => {
    const snapshot = clusterOf({ controllerRevisions: [revision(daemonSet(), 'a', 1)] })
    const [, statefulSets, daemonSets] = planOf(snapshot).passes
    expect(statefulSets.kept).toEqual([])
    expect(summary(daemonSets).stays).toEqual({
      a: 'its controller DaemonSet agent does not exist; the garbage collector handles it',
    })
  })

  it('takes a revision written by the release before 1.34 for an old one, and the other way round', () => {
    const subject = daemonSet({ revisionHistoryLimit: 10 })
    const [before, after] = [revision(subject, 'before', 2, {}, 'new'), revision(subject, 'after', 3, {}, 'new')]
    const both = clusterOf({ daemonSets: [subject], controllerRevisions: [nullCreation(before), after] })
    const kept = 'newest of 1 old revisions of DaemonSet shop/agent, 10 are kept'
    const matches = 'it matches the current template of DaemonSet shop/agent'
    expect(summary(planOf(both).passes[2])).toEqual({ goes: [], stays: { before: kept, after: matches } })
    const { passes } = planOf(both, { ...defaultPolicy, templateCreation: 'null' })
    expect(summary(passes[2])).toEqual({ goes: [], stays: { before: matches, after: kept } })
  })

  it('loses the oldest revision after an upgrade to 1.34 that leaves no current one', () => {
    const subject = daemonSet({ revisionHistoryLimit: 1 })
    const revisions = [revision(subject, 'r1', 1), revision(subject, 'r2', 2, {}, 'new')].map(nullCreation)
    const upgraded = clusterOf({
      daemonSets: [subject],
      controllerRevisions: revisions,
      pods: [pod(subject, 'agent-0', 'r2')],
    })
    expect(summary(planOf(upgraded, presets.kubernetes_1_34).passes[2]).goes).toEqual(['r1'])
    expect(summary(planOf(upgraded, presets.kubernetes_1_33).passes[2]).goes).toEqual([])
  })

  const goes = (subject: DaemonSet, user: Pod, policy: Policy) => {
    const snapshot = cluster(subject, ['r1', 'new'], [user])
    const controllerRevisions = snapshot.controllerRevisions.map(nullCreation)
    return summary(planOf({ ...snapshot, controllerRevisions }, policy).passes[2]).goes
  }

  it.each([
    ['name', { name: 'former' }],
    ['kind', { kind: 'Former' }],
  ])('does not see pods since 1.33 that name its uid with another %s', (_, difference) => {
    const subject = daemonSet({ revisionHistoryLimit: 0 })
    const used = naming(pod(subject, 'agent-0', 'r1'), difference)
    expect(goes(subject, used, presets.kubernetes_1_32)).toEqual([])
    expect(goes(subject, used, presets.kubernetes_1_33)).toEqual(['r1'])
  })

  it('does not see pods of another namespace since 1.33', () => {
    const subject = daemonSet({ revisionHistoryLimit: 0 })
    const user = pod(subject, 'agent-0', 'r1')
    const elsewhere = { ...user, metadata: { ...user.metadata, namespace: 'other' } }
    expect(goes(subject, elsewhere, presets.kubernetes_1_32)).toEqual([])
    expect(goes(subject, elsewhere, presets.kubernetes_1_33)).toEqual(['r1'])
  })
})
