import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { asksForName, deletionIn } from '../../../plugins/headlamp/src/model/deletion.js'
import { diagnosisIn } from '../../../plugins/headlamp/src/model/diagnosis.js'
import { cluster, find } from '../../../plugins/headlamp/test/recorded.js'
import { discovered, lossy, readsFor, right, seen } from './observed.js'

const web = find('Deployment', 'web')
const cart = find('StatefulSet', 'cart')

const goesIn = ({ plan }: ReturnType<typeof deletion>) =>
  plan.waves.flatMap(({ changes }) => changes.map(({ _tag, target }) => `${_tag} ${target.kind}`))

const deletion = (...[object, asked = { propagation: 'background' }, more]: Parameters<typeof made>) =>
  made(object, asked, more)
const made = (
  object: typeof web,
  asked: Parameters<typeof deletionIn>[1] = { propagation: 'background' },
  more: Parameters<typeof seen>[1] = {},
) => right(deletionIn(seen(object, more), asked))

describe('a deletion', () => {
  it('takes the order that its policy gives', () => {
    expect(goesIn(deletion(web))[0]).toBe('Removed Deployment')
    const foreground = goesIn(deletion(web, { propagation: 'foreground' }))
    expect(foreground[0]).toBe('Marked Deployment')
    expect(foreground.at(-1)).toBe('Removed Deployment')
    expect(goesIn(deletion(web, { propagation: 'orphan' })).filter((said) => said.endsWith('Pod'))).toEqual([])
  })

  it('without a policy leaves the pods of a Job behind, and takes them along as kubectl asks for it', () => {
    const job = find('Job', 'multi')
    expect(goesIn(deletion(job, { propagation: 'api-default' }))).not.toContain('Removed Pod')
    expect(goesIn(deletion(job))).toContain('Removed Pod')
  })

  it('loses the data of the claims that go along, and asks for the name', () => {
    const found = deletion(cart, { propagation: 'background' }, { reads: readsFor(cart, {}, lossy) })
    expect(found.tone).toBe('loses')
    expect(found.view.headline[0]).toContain('PersistentVolumeClaim shop/data-cart-0')
    expect(asksForName(found)).toBe(true)
  })

  it('asks for no name where everything is known and no data is lost', () => {
    const found = deletion(find('ConfigMap', 'web-config'))
    expect(found.tone).toBe('harmless')
    expect(asksForName(found)).toBe(false)
  })

  it('of a Namespace takes its content along, and names what holds it', () => {
    const { view } = deletion(find('Namespace', 'shop'))
    expect(view.sections.stuck.lines.map(({ said }) => said)).toContain('ConfigMap shop/held')
  })

  it('of a Namespace may reach other namespaces, until they are read as well', () => {
    const shop = find('Namespace', 'shop')
    const [first] = deletion(shop).view.sections.unknown.lines
    expect(first?.said).toContain('1 object of the cluster (Namespace shop) may have dependents')
    const wide = deletion(shop, { propagation: 'background' }, { reads: readsFor(shop, {}, cluster, true) })
    expect(wide.view.sections.unknown.lines).toEqual([])
  })

  it.each([
    [
      'a list is missing',
      { reads: readsFor(find('ConfigMap', 'web-config'), { Secret: { _tag: 'Missing', status: 403, message: '' } }) },
    ],
    ['a group has no server', { discovered: { ...discovered, undiscoveredGroups: ['metrics.k8s.io'] } }],
  ])('is unknown, and asks for the name, where %s', (_, more) => {
    const found = deletion(find('ConfigMap', 'web-config'), { propagation: 'background' }, more)
    expect(found.tone).toBe('unknown')
    expect(asksForName(found)).toBe(true)
  })

  it('is unknown rather than waiting where a group has no server', () => {
    const held = find('ConfigMap', 'held')
    const more = { discovered: { ...discovered, undiscoveredGroups: ['metrics.k8s.io'] } }
    const found = deletion(held, { propagation: 'background' }, more)
    expect([found.view.tone, found.tone]).toEqual(['waits', 'unknown'])
  })

  it('of an object that is gone is told as such', () => {
    const others = cluster.filter(({ metadata }) => metadata.uid !== web.metadata.uid)
    const gone = deletionIn(seen(web, { reads: readsFor(web, {}, others) }), { propagation: 'background' })
    expect(gone).toEqual(E.left(['It is gone already: the lists no longer hold it.']))
  })
})

describe('what keeps an object', () => {
  it('is the finalizer of somebody outside, for one that is being deleted', () => {
    const { state, holds, edits } = right(diagnosisIn(seen(find('ConfigMap', 'held'))))
    expect(state).toBe('terminating')
    expect(holds.map(({ reason }) => reason)).toEqual(['Finalizer'])
    expect(holds[0]?.said).toContain('example.com/hold')
    expect(edits.map(({ edit }) => edit)).toEqual(['RemoveFinalizer'])
  })

  it('is its owner, for one that is not', () => {
    const { state, why } = right(diagnosisIn(seen(find('Pod', 'cart-0'))))
    expect(state).toBe('stays')
    expect(why.map(({ said }) => said)).toEqual(['its owner StatefulSet cart exists'])
  })

  it('is unknown where the list of its owner is missing', () => {
    const pod = find('Pod', 'cart-0')
    const reads = readsFor(pod, { StatefulSet: { _tag: 'Missing', status: 403, message: '' } })
    const { why } = right(diagnosisIn(seen(pod, { reads })))
    expect(why.map(({ reason }) => reason)).toEqual(['OwnerNotCovered'])
  })

  it('of an object that is gone is nothing', () => {
    const others = cluster.filter(({ metadata }) => metadata.uid !== web.metadata.uid)
    const gone = diagnosisIn(seen(web, { reads: readsFor(web, {}, others) }))
    expect(gone).toEqual(E.left(['It is gone: the lists no longer hold it.']))
  })
})
