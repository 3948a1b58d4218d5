/** What is said of outcomes, and of the course to an end. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { type WholeObject, scopes_1_36 } from '../../../src/apiserver/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { type CascadePolicy, cascadePresets } from '../../../src/simulate/cascade/index.js'
import {
  type ExploredOutcomes,
  type OutcomeOptions,
  explainCertainty,
  explainCourse,
  explainOutcome,
  exploreOutcomes,
} from '../../../src/simulate/outcomes/index.js'

const configMap = (
  name: string,
  owners: ReadonlyArray<string> = [],
  finalizers: ReadonlyArray<string> = [],
): WholeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    namespace: 'shop',
    name,
    uid: name,
    finalizers,
    ownerReferences: owners.map((uid) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: uid, uid })),
  },
})

const explored = (objects: ReadonlyArray<WholeObject>, uid: string, options?: OutcomeOptions): ExploredOutcomes => {
  const found = exploreOutcomes(
    defaultPolicy,
    options,
  )([{ requests: [{ _tag: 'Delete', uid, options: { propagationPolicy: 'Background' } }] }])({
    at: new Date('2026-01-01T12:00:00Z'),
    objects,
    scopes: scopes_1_36.scopes,
    coverage: { _tag: 'Everything' },
  })
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  return found.right
}
const courses = ({ phases, objects }: ExploredOutcomes) => (phases[0] ?? []).map(explainCourse(objects))

const racing = [configMap('root'), configMap('stem', ['root'], ['orphan']), configMap('twig', ['root', 'stem'])]

describe('a sentence about an outcome', () => {
  const outcomes = explored(racing, 'root')
  const sentences = (certainty: ExploredOutcomes['certainty']) =>
    outcomes.objects.map((one, at) => explainOutcome(certainty)(one, racing[at]))

  it('tells of ends that differ, and of what is left where it stays', () => {
    expect(sentences('Proven')).toEqual([
      'ConfigMap shop/root goes in every course',
      'ConfigMap shop/stem goes in every course',
      'ConfigMap shop/twig may go: kept as in end 1, gone as in end 2; where it stays, it has no owners left',
    ])
  })
  it('tells what goes without any request too, and how many courses were taken by lot', () => {
    const lost = configMap('leaf', ['gone'])
    const found = explored([configMap('root'), lost], 'root')
    expect(found.objects.map((one) => explainOutcome('Proven')(one))).toEqual([
      'ConfigMap shop/root goes in every course',
      'ConfigMap shop/leaf goes in every course, also without any request',
    ])
    expect([found.drawn, explored(racing, 'root', { budget: 1, samples: 3 }).drawn]).toEqual([0, 3])
    expect(explainCertainty({ certainty: 'Sampled', states: 2, drawn: 1, phases: [[]] })).toBe(
      'sampled: there are too many courses to follow them all; 1 random course was followed to its end, but none came to an end (2 states with several possible next steps)',
    )
  })
  it('is certain of nothing where courses were taken by lot', () => {
    expect(sentences('Sampled')[0]).toBe('ConfigMap shop/root goes in every course that was followed to its end')
    expect(explainCertainty({ ...outcomes, certainty: 'Sampled' })).toMatch(/others may end differently/)
  })
  it('says of nothing that it goes or stays where no course came to an end', () => {
    const none = explored(racing, 'root', { budget: 1, samples: 0 })
    expect(none.objects.map((one) => explainOutcome(none.certainty)(one))).toEqual([
      'what happens to ConfigMap shop/root is unknown: no course was followed to its end',
      'what happens to ConfigMap shop/stem is unknown: no course was followed to its end',
      'what happens to ConfigMap shop/twig is unknown: no course was followed to its end',
    ])
    expect(explainCertainty(none)).toMatch(
      /^sampled: .*; 0 random courses were followed to their end, but none came to an end/,
    )
  })
  it('tells of one that is still being deleted, and of finalizers that it may be left with', () => {
    const [root] = explored([configMap('root', [], ['example.com/hold'])], 'root').objects
    if (root === undefined) throw new Error('no object')
    expect(explainOutcome('Proven')(root)).toBe('ConfigMap shop/root stays in every course, still being deleted')
    expect(explainOutcome('Proven')({ ...root, finalizers: [['a'], []] })).toMatch(
      /; its finalizers may be a, or none$/,
    )
    expect(explainOutcome('Proven')(root, configMap('root'))).toMatch(/; its finalizer is example.com\/hold$/)
  })
})

describe('the steps of a course', () => {
  it('tell who learns, reads and changes what, and what came of it', () => {
    expect(courses(explored([configMap('a'), configMap('b', ['a'])], 'a'))).toEqual([
      [
        'you delete ConfigMap shop/a with policy Background (it is gone)',
        'the garbage collector learns that ConfigMap shop/a is gone',
        'a worker of the garbage collector reads ConfigMap shop/b and deletes ConfigMap shop/b (it is gone)',
      ],
    ])
  })
  it('tell of requests that come too late', () => {
    const lines = Array.from({ length: 60 }, (_, seed) =>
      courses(explored(racing, 'root', { budget: 1, samples: 3, seed })).flat(),
    ).flat()
    expect(lines).toContain(
      'the worker that has read ConfigMap shop/twig looks up ConfigMap shop/stem, deletes ConfigMap shop/twig, which fails (409: it has changed since it was read), and reads ConfigMap shop/twig again',
    )
    expect(lines).toContain(
      'a worker of the garbage collector reads ConfigMap shop/twig and deletes ConfigMap shop/twig (it is gone)',
    )
  })
  it('name the parties of a namespace, and leave out what changes nothing', () => {
    const pod: WholeObject = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'shop', name: 'web', uid: 'web' },
      spec: { nodeName: 'n' },
      status: { phase: 'Running' },
    }
    const namespace: WholeObject = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', uid: 'shop' },
      spec: { finalizers: ['kubernetes'] },
    }
    const [course = []] = courses(explored([namespace, pod], 'shop'))
    expect(course).toContain('you delete Namespace shop with policy Background (its deletion begins)')
    expect(course).toContain('a kubelet confirms that Pod shop/web has stopped (it is gone)')
    expect(course.at(-1)).toMatch(/^the namespace controller .*spec\.finalizers of Namespace shop \(it is gone\)$/)
    expect(course.filter((line) => line.includes('nothing changes'))).toEqual([])
  })
})

it('the rules of a release decide what a namespace deletes first', () => {
  const namespace: WholeObject = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'shop', uid: 'shop' },
    spec: { finalizers: ['kubernetes'] },
  }
  const pod: WholeObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name: 'web', uid: 'web', finalizers: ['example.com/hold'] },
    spec: {},
    status: { phase: 'Succeeded' },
  }
  const verdict = (rules: CascadePolicy) =>
    explored([namespace, pod, configMap('settings')], 'shop', { rules }).objects[2]?.verdict
  expect([verdict(cascadePresets.kubernetes_1_31), verdict(cascadePresets.kubernetes_1_36)]).toEqual(['Goes', 'Stays'])
})
