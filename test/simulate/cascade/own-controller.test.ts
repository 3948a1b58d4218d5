import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import type { CascadePlan, CascadeRequest, Controller } from '../../../src/simulate/cascade/index.js'
import { diagnose, explainActor, planCascade } from '../../../src/simulate/cascade/index.js'
import { cascadeTree, cascadeView } from '../../../src/view/index.js'
import { fakeCluster } from '../../../src/testing/index.js'
import { noon, object, to } from '../../controllers/owner/build.js'
import { blocking, cluster, kubectl } from './cluster.js'

const backup = 'example.com/backup'

/** Takes its finalizer off objects that are being deleted. */
const backups: Controller = {
  name: 'backups',
  keysOf: ({ object: { metadata } }) => (metadata.finalizers?.includes(backup) === true ? [metadata.uid] : []),
  reconcile: (view) => (uid) => {
    const found = view.find(uid)
    if (found?.metadata.deletionTimestamp === undefined) return { requests: [], why: 'it stays' }
    const finalizers = (found.metadata.finalizers ?? []).filter((finalizer) => finalizer !== backup)
    const metadata = { ...found.metadata, finalizers }
    return { requests: [{ _tag: 'Update', object: { ...found, metadata } }], why: 'its backup is done' }
  },
}
/** Makes an object anew when it is gone. */
const maker: Controller = {
  name: 'maker',
  keysOf: ({ _tag, object: { metadata } }) => (_tag === 'Deleted' && metadata.name === 'b' ? ['b'] : []),
  reconcile: () => () => ({
    requests: [{ _tag: 'Create', object: object('', [], { name: 'b' }) }],
    why: 'b is wanted',
  }),
}

const planned = (
  objects: ReadonlyArray<WholeObject>,
  controllers: ReadonlyArray<Controller>,
  ...requests: ReadonlyArray<CascadeRequest>
): CascadePlan => {
  const plan = planCascade(defaultPolicy, { controllers })(requests)(cluster(objects))
  if (E.isLeft(plan)) throw new Error(JSON.stringify(plan.left))
  return plan.right
}

describe('a controller of the caller', () => {
  const held = [object('a'), object('b', [blocking('a')], { finalizers: [backup] })]

  it('takes part in a cascade: what waits for it goes', () => {
    expect(planned(held, [], kubectl('a', 'foreground')).outcomes.terminating.map(({ id }) => id)).toEqual(['a', 'b'])
    const plan = planned(held, [backups], kubectl('a', 'foreground'))
    expect([plan.outcomes.gone.map(({ id }) => id), plan.stuck]).toEqual([['a', 'b'], []])
    expect(plan.waves.map(({ by }) => by)).toEqual(['requests', 'collector', 'backups', 'collector'])
  })

  it('is named where it acts next on what is being deleted, and holds nothing that is not', () => {
    const going = { finalizers: [backup], deletionTimestamp: noon, deletionGracePeriodSeconds: 0 }
    const actorsOf = (uid: string, controllers: ReadonlyArray<Controller>): ReadonlyArray<string> => {
      const found = diagnose(defaultPolicy, { controllers })(cluster([object('a'), object('b', [], going)]))(uid)
      return E.isRight(found) && O.isSome(found.right) ? found.right.value.actors.map(explainActor) : []
    }
    const byConvention = 'the controller of example.com has to remove the finalizer example.com/backup'
    expect(actorsOf('b', [])).toEqual([byConvention])
    expect(actorsOf('b', [backups])).toEqual(['the controller backups acts next', byConvention])
    expect(actorsOf('a', [backups])).toEqual(['nobody has to act: it is not being deleted'])
  })

  it('makes an object go that it would delete, also after a change, and none that it would only change', () => {
    const sweeper = (deletes: boolean): Controller => ({
      name: 'sweeper',
      keysOf: ({ object: { metadata } }) => [metadata.uid],
      reconcile: (view) => (uid) => {
        const found = view.find(uid)
        const address = found === undefined ? undefined : view.addressOf(found)
        if (found === undefined || address === undefined) return { requests: [], why: 'it is gone' }
        const changes = { _tag: 'Update', object: { ...found, spec: { swept: true } } } as const
        const removes = { _tag: 'Delete', object: address, options: {} } as const
        return { requests: deletes ? [changes, removes] : [changes], why: 'it is old' }
      },
    })
    const stateWith = (deletes: boolean): unknown => {
      const found = diagnose(defaultPolicy, { controllers: [sweeper(deletes)] })(cluster([object('a')]))('a')
      return E.isRight(found) && O.isSome(found.right) ? [found.right.value.state, found.right.value.actors] : found
    }
    expect(stateWith(true)).toEqual(['going', [{ _tag: 'Controller', name: 'sweeper' }]])
    expect(stateWith(false)).toMatchObject(['stays', [{ _tag: 'NotNeeded' }]])
  })

  it('gives its reasons in words', () => {
    const plan = planned(held, [backups], kubectl('a', 'foreground'))
    expect(cascadeTree(cascadeView(plan))[2]).toMatchObject({
      text: 'backups',
      twigs: [{ text: 'ConfigMap ns/b is removed: its backup is done' }],
    })
  })

  it('may create objects, and the collector hears of them', () => {
    const plan = planned([object('a'), object('b', [to('a')])], [maker], kubectl('a'))
    expect(plan.waves.at(-1)).toMatchObject({ by: 'maker', changes: [{ _tag: 'Created', target: { name: 'b' } }] })
    expect(plan.stages.final.map(({ metadata }) => metadata.name)).toEqual(['b'])
  })

  it('leaves a plan that is not quiet, where it came to rest only with the requests', () => {
    const restless: Controller = {
      name: 'restless',
      keysOf: () => ['b'],
      reconcile: (view) => () => {
        const [a, b] = ['a', 'b'].map(view.find)
        if (a === undefined || b === undefined) return { requests: [], why: 'a is gone' }
        const spec = { turn: (b as { readonly spec?: { readonly turn: boolean } }).spec?.turn !== true }
        return { requests: [{ _tag: 'Update', object: { ...b, spec } }], why: 'it turns' }
      },
    }
    const plan = planned([object('a'), object('b')], [restless], kubectl('a'))
    expect(plan.stages.final.map(({ metadata }) => metadata.name)).toEqual(['b'])
    expect(plan.isQuiet).toBe(false)
    expect(planned([object('b')], [restless], kubectl('b')).isQuiet).toBe(true)
  })

  it('takes part in a fake cluster, and its requests are told', () => {
    const at = fakeCluster([object('a'), object('b', [blocking('a')], { finalizers: [backup] })], {
      controllers: [backups, maker],
    })
    at.delete('ConfigMap/ns/a', 'foreground')
    at.settle()
    expect(at.names()).toEqual(['ConfigMap/ns/b'])
    const own = at.requests().filter(({ by }) => by === 'backups' || by === 'maker')
    expect(own.map(({ by, verb, name, code }) => [by, verb, name, code])).toEqual([
      ['backups', 'update', 'ConfigMap/ns/b', 200],
      ['maker', 'create', 'ConfigMap/ns/b', 201],
    ])
  })

  it('looks again in a fake cluster when it said it would', () => {
    const grace: Controller = {
      name: 'grace',
      keysOf: ({ object: { metadata } }) => [metadata.uid],
      reconcile: (view) => (uid) => {
        const found = view.find(uid)
        const address = found === undefined ? undefined : view.addressOf(found)
        const due = new Date(Date.UTC(2026, 0, 1, 12, 5))
        if (address === undefined) return { requests: [], why: 'it is gone' }
        return view.at < due
          ? { requests: [], why: 'too early', again: { _tag: 'At', at: due } }
          : { requests: [{ _tag: 'Delete', object: address, options: {} }], why: 'its time is over' }
      },
    }
    const at = fakeCluster([object('a')], { controllers: [grace] })
    at.advance({ minutes: 4 })
    expect(at.names().length).toBe(1)
    at.advance({ minutes: 1 })
    expect(at.names()).toEqual([])
  })
})
