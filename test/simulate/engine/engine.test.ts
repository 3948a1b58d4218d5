import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { ApiRequest } from '../../../src/apiserver/request.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import type { Server } from '../../../src/apiserver/server.js'
import { serverBy, serverOf } from '../../../src/apiserver/server.js'
import type { Controller, News, Requests } from '../../../src/controllers/controller.js'
import { done } from '../../../src/controllers/program.js'
import { clientOf } from '../../../src/simulate/engine/client.js'
import type { Engine } from '../../../src/simulate/engine/engine.js'
import { engineOf } from '../../../src/simulate/engine/engine.js'
import { noon, object } from '../../controllers/owner/build.js'
import { cluster } from '../cascade/cluster.js'

const serving = (...objects: ReadonlyArray<WholeObject>): Server =>
  serverOf(noon, scopeTable(cluster([]).scopes))(objects)
const running = (server: Server, ...controllers: ReadonlyArray<Controller>): Engine<string> =>
  engineOf({ server, client: clientOf(server, () => true), now: () => noon, controllers })
const addressOf = (server: Server, uid: string) => {
  const found = server.find(uid)
  const address = found === undefined ? undefined : server.addressOf(found)
  if (address === undefined) throw new Error(`${uid} is not there`)
  return address
}
const idle: Requests<string> = { requests: [], why: 'nothing' }
const namesOf = (server: Server): ReadonlyArray<string> => server.list().map(({ metadata }) => metadata.name)

/** Deletes an object when another one is gone. */
const follower = (name: string, after: string, uid: string): Controller => ({
  name,
  keysOf: ({ _tag, object: { metadata } }) => (_tag === 'Deleted' && metadata.uid === after ? [uid] : []),
  reconcile: (view) => (key) => {
    const found = view.find(key)
    const address = found === undefined ? undefined : view.addressOf(found)
    return address === undefined
      ? idle
      : { requests: [{ _tag: 'Delete', object: address, options: {} }], why: `${after} is gone` }
  },
})

describe('controllers', () => {
  it('hear of what the others do, and act in turn until nothing moves', () => {
    const server = serving(object('a'), object('b'), object('c'), object('d'))
    const engine = running(server, follower('second', 'b', 'c'), follower('first', 'a', 'b'))
    server.delete(addressOf(server, 'a'), {})
    const { ended, steps } = engine.run({ limit: 100 })
    expect(steps.map(({ by, wave, key }) => [by, wave, key])).toEqual([
      ['first', 0, 'b'],
      ['second', 1, 'c'],
    ])
    expect([ended, namesOf(server), engine.changes()]).toEqual(['Quiet', ['d'], 3])
  })

  it('that are held hear, and act when they are held no longer', () => {
    const server = serving(object('a'), object('b'))
    const engine = running(server, follower('first', 'a', 'b'))
    server.delete(addressOf(server, 'a'), {})
    expect(engine.run({ limit: 100, held: new Set(['first']) }).steps).toEqual([])
    expect(engine.run({ limit: 100 }).steps.length).toBe(1)
  })

  it('that are stopped hear nothing until they start anew and list what there is', () => {
    const server = serving(object('a'), object('b'))
    const engine = running(server, follower('first', 'a', 'b'))
    server.delete(addressOf(server, 'a'), {})
    engine.run({ limit: 100, stopped: new Set(['first']) })
    expect([engine.run({ limit: 100 }).steps, namesOf(server)]).toEqual([[], ['b']])
    const seen: string[] = []
    engine.restart({
      name: 'first',
      keysOf: ({ _tag, object: { metadata } }) => [`${_tag} ${metadata.uid}`],
      reconcile: () => (key) => {
        seen.push(key)
        return idle
      },
    })
    engine.run({ limit: 100 })
    expect(seen).toEqual(['Added b'])
  })

  it('that were stopped do not hear later, with changes of kinds that they do not watch, what they have missed', () => {
    const server = serving(object('a'), object('b'))
    const heard: string[] = []
    const engine = running(server, {
      name: 'watching',
      watches: ['ConfigMap'],
      keysOf: ({ _tag, object: { metadata } }) => {
        heard.push(`${_tag} ${metadata.uid}`)
        return []
      },
      reconcile: () => () => idle,
    })
    server.delete(addressOf(server, 'a'), {})
    engine.run({ limit: 9, stopped: new Set(['watching']) })
    server.create({ apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name: 'p', uid: 'p' } })
    engine.run({ limit: 9 })
    expect(heard).toEqual(['Added a', 'Added b'])
  })

  it('hear of all kinds that they watch and of no other when kinds change together, whatever else the others watch', () => {
    const server = serving(object('a'), { ...object('p'), kind: 'Pod' }, { ...object('s'), kind: 'Secret' })
    const heard: string[] = []
    const listening = (...watches: ReadonlyArray<string>): Controller => ({
      name: watches.join(' and '),
      watches,
      keysOf: ({ object: { metadata } }) => {
        heard.push(`${watches.join(' and ')}: ${metadata.uid}`)
        return []
      },
      reconcile: () => () => idle,
    })
    running(server, listening('ConfigMap'), listening('ConfigMap', 'Pod'), listening('Pod'), listening('Secret', 'Pod'))
    expect(heard).toEqual([
      'ConfigMap: a',
      ...['a', 'p'].map((uid) => `ConfigMap and Pod: ${uid}`),
      'Pod: p',
      ...['p', 's'].map((uid) => `Secret and Pod: ${uid}`),
    ])
  })

  it('are told what the server holds, unless they are not to be', () => {
    const server = serving(object('a'))
    const eager: Controller = {
      name: 'eager',
      keysOf: ({ object: { metadata } }) => [metadata.uid],
      reconcile: () => () => idle,
    }
    expect(
      running(server, eager)
        .run({ limit: 9 })
        .steps.map(({ key }) => key),
    ).toEqual(['a'])
    const client = clientOf(server, () => true)
    const deaf = engineOf({ server, client, now: () => noon, controllers: [eager], unlisted: new Set(['eager']) })
    expect(deaf.run({ limit: 9 }).steps).toEqual([])
  })

  it('remember what they fold: the next value of a controller takes the place of the last', () => {
    const counting = (heard: number): Controller => ({
      name: 'counting',
      keysOf: () => [String(heard)],
      reconcile: () => () => idle,
      fold: ({ changes }: News) => counting(heard + changes.length),
    })
    const engine = running(serving(object('a'), object('b')), counting(0))
    expect(engine.run({ limit: 9 }).steps.map(({ key }) => key)).toEqual(['2'])
  })

  it('hear nothing before one of the kinds that they need is there, and of all that they watch from then on', () => {
    const heard: string[] = []
    const needing: Controller = {
      name: 'needing',
      watches: ['Pod', 'ConfigMap'],
      needs: ['Pod'],
      keysOf: ({ _tag, object: { metadata } }) => {
        heard.push(`${_tag} ${metadata.uid}`)
        return []
      },
      reconcile: () => () => idle,
    }
    const server = serving(object('a'), object('b'))
    const engine = running(server, needing)
    server.delete(addressOf(server, 'a'), {})
    engine.run({ limit: 9 })
    expect(heard).toEqual([])
    server.create({ apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name: 'p', uid: 'p' } })
    server.delete(addressOf(server, 'b'), {})
    engine.run({ limit: 9 })
    expect(heard).toEqual(['Added p', 'Deleted b'])
  })

  it('that need a kind act on keys that are woken before one is there', () => {
    const server = serving(object('a'))
    const needing: Controller = {
      name: 'needing',
      watches: ['Pod'],
      keysOf: () => [],
      reconcile: () => () => idle,
    }
    const engine = running(server, needing)
    engine.wake('needing', ['by hand'])
    expect(engine.run({ limit: 9 }).steps.map(({ key }) => key)).toEqual(['by hand'])
  })

  it('read the answer to one request before they send the next', () => {
    const server = serving(object('a'))
    const answers: string[] = []
    const asking: Controller = {
      name: 'asking',
      keysOf: () => ['a'],
      reconcile: (view) => () => {
        const address = addressOf(server, 'a')
        return {
          _tag: 'Get',
          object: address,
          next: (found) => {
            answers.push(found._tag)
            return {
              _tag: 'Call',
              request: { _tag: 'Delete', object: address, options: { preconditions: { uid: 'other' } } },
              next: ({ _tag }) => {
                answers.push(_tag)
                return done({ why: () => [view.at.toISOString()] as const })
              },
            }
          },
        }
      },
    }
    expect(running(server, asking).run({ limit: 9 }).ended).toBe('Quiet')
    expect(answers).toEqual(['Found', 'Conflict'])
  })
})

describe('a course that goes round in circles', () => {
  /** Creates what is gone, and deletes what is there. */
  const restless: Controller = {
    name: 'restless',
    keysOf: () => ['a'],
    reconcile: (view) => () => {
      const [found] = view.listIn('ns')
      const address = found === undefined ? undefined : view.addressOf(found)
      const request: ApiRequest =
        address === undefined
          ? { _tag: 'Create', object: object('a') }
          : { _tag: 'Delete', object: address, options: {} }
      return { requests: [request], why: 'it can not rest' }
    },
  }

  it('is cut off at the limit, and says so', () => {
    const { ended, steps } = running(serving(object('a')), restless).run({ limit: 25 })
    expect([ended, steps.length]).toEqual(['CutOff', 25])
  })

  it('is quiet after a few tries in vain, and tries again when something changes', () => {
    const server = serving(object('a'), object('b'))
    let tries = 0
    const trying: Controller = {
      name: 'trying',
      keysOf: ({ object: { metadata } }) => (metadata.uid === 'a' ? ['a'] : []),
      reconcile: () => () => {
        tries++
        return { requests: [], why: 'it fails', again: { _tag: 'Retry' } }
      },
    }
    const engine = running(server, trying)
    expect([engine.run({ limit: 100 }).ended, tries, engine.unsettled('trying').length]).toEqual(['Quiet', 4, 1])
    server.delete(addressOf(server, 'b'), {})
    engine.run({ limit: 100 })
    expect(tries).toBe(8)
  })

  it('comes back after an error, unless it has said when', () => {
    const server = serving(object('a'), object('b'))
    const { get, send } = clientOf(server, () => true)
    const later = new Date(noon.getTime() + 5000)
    const begun = (again?: Requests<string>['again']) => {
      let errors = 2
      return engineOf({
        server,
        client: {
          get,
          send: (by, request) =>
            errors-- > 0 ? { answer: { _tag: 'Failed', error: 'busy' }, code: 500 } : send(by, request),
        },
        now: () => noon,
        controllers: [
          {
            name: 'deleting',
            keysOf: ({ _tag, object: { metadata } }) => (_tag === 'Added' && metadata.uid === 'a' ? ['a'] : []),
            reconcile: () => () => ({
              requests: [{ _tag: 'Delete', object: addressOf(server, 'a'), options: {} }],
              why: 'it is time',
              again,
            }),
          },
        ],
      })
    }
    const patient = begun({ _tag: 'At', at: later })
    expect([patient.run({ limit: 9 }).steps.length, patient.wakeAt(), namesOf(server)]).toEqual([1, later, ['a', 'b']])
    const { steps } = begun().run({ limit: 9 })
    expect(steps.map(({ reconciled: { again, failed } }) => [again, failed])).toEqual([
      [{ _tag: 'Retry' }, true],
      [{ _tag: 'Retry' }, true],
      [undefined, undefined],
    ])
    expect(namesOf(server)).toEqual(['b'])
  })
})

describe('a request that is refused', () => {
  /** Sends a request about an object again and again, and counts how often. */
  const insisting = (server: Server, request: ApiRequest, retries?: Controller['retries']) => {
    let tries = 0
    const engine = running(server, {
      name: 'insisting',
      ...(retries === undefined ? {} : { retries }),
      keysOf: ({ _tag, object: { metadata } }) => (_tag === 'Added' && metadata.uid === 'a' ? ['a'] : []),
      reconcile: () => () => {
        tries++
        return { requests: [request], why: 'it insists' }
      },
    })
    return {
      triesAfter: (change: () => unknown = () => undefined): number => {
        change()
        const { ended } = engine.run({ limit: 100 })
        return ended === 'Quiet' ? tries : NaN
      },
    }
  }
  const guarded = (objects: ReadonlyArray<WholeObject>) => {
    let isRefused = true
    const server = serverBy({
      now: () => noon,
      scopes: scopeTable(cluster([]).scopes),
      versionOf: (change) => `v${change}`,
      admitDelete: ({ metadata }) => (isRefused && metadata.uid === 'a' ? 'not today' : undefined),
    })(objects)
    const allow = (): void => {
      isRefused = false
      server.delete(addressOf(server, 'b'), {})
    }
    return { server, allow }
  }

  it('is tried a few times, and again when something changes, by whoever takes it for an error', () => {
    const { server, allow } = guarded([object('a'), object('b')])
    const { triesAfter } = insisting(
      server,
      { _tag: 'Delete', object: addressOf(server, 'a'), options: {} },
      'refusals',
    )
    expect(triesAfter()).toBe(4)
    expect([triesAfter(allow), namesOf(server)]).toEqual([5, []])
  })

  it('is tried once by others', () => {
    const { server, allow } = guarded([object('a'), object('b')])
    const { triesAfter } = insisting(server, { _tag: 'Delete', object: addressOf(server, 'a'), options: {} })
    expect(triesAfter()).toBe(1)
    expect([triesAfter(allow), namesOf(server)]).toEqual([1, ['a']])
  })

  it.each([
    ['refusals', 4],
    ['refusals-but-conflicts', 1],
  ] as const)('since it means another object is tried by one that retries %s: %d', (retries, tries) => {
    const server = serving(object('a'))
    const options = { preconditions: { uid: 'other' } }
    const { triesAfter } = insisting(server, { _tag: 'Delete', object: addressOf(server, 'a'), options }, retries)
    expect(triesAfter()).toBe(tries)
  })

  it.each([
    ['terminating', { finalizers: ['x/y'], deletionTimestamp: noon }, 1],
    ['living', {}, 4],
  ] as const)('to create in a %s namespace is tried so often', (_, metadata, tries) => {
    const namespace = object('n', [], { ...metadata, name: 'ns', namespace: undefined }, 'Namespace')
    const server = serving(namespace, object('a'))
    const made = object(_ === 'living' ? 'a' : 'made')
    expect(insisting(server, { _tag: 'Create', object: made }, 'refusals').triesAfter()).toBe(tries)
  })
})

describe('a wish to look again', () => {
  const waiting = (at: Date): Controller => ({
    name: 'waiting',
    keysOf: ({ object: { metadata } }) => [metadata.uid],
    reconcile: (view) => () =>
      view.at < at ? { requests: [], why: 'too early', again: { _tag: 'At', at } } : { requests: [], why: 'in time' },
  })

  it('is told, and comes true when the clock says so', () => {
    const server = serving(object('a'))
    const later = new Date(noon.getTime() + 5000)
    let now = noon
    const client = clientOf(server, () => true)
    const engine = engineOf({ server, client, now: () => now, controllers: [waiting(later)] })
    expect([engine.wakeAt(), engine.run({ limit: 9 }).steps.length, engine.wakeAt()]).toEqual([undefined, 1, later])
    expect(engine.run({ limit: 9 }).steps).toEqual([])
    now = later
    expect([engine.run({ limit: 9 }).steps.length, engine.wakeAt()]).toEqual([1, undefined])
  })

  it('after a change comes true with the next change, whatever it is', () => {
    const server = serving(object('a'), object('b'))
    const client = clientOf(server, () => true)
    const after: Controller = {
      name: 'after',
      keysOf: ({ _tag }) => (_tag === 'Added' ? ['a'] : []),
      reconcile: () => () => ({ requests: [], why: 'not yet', again: { _tag: 'AfterChange' } }),
    }
    const engine = engineOf({ server, client, now: () => noon, controllers: [after] })
    expect([engine.run({ limit: 9 }).steps.length, engine.run({ limit: 9 }).steps.length]).toEqual([1, 0])
    server.delete(addressOf(server, 'b'), {})
    expect(engine.run({ limit: 9 }).steps.length).toBe(1)
  })

  it('after a change comes true with one change, not with each that follows', () => {
    const server = serving(object('a'), object('b'), object('c'))
    const client = clientOf(server, () => true)
    let looks = 0
    const once: Controller = {
      name: 'once',
      keysOf: ({ _tag, object: { metadata } }) => (_tag === 'Added' && metadata.uid === 'a' ? ['a'] : []),
      reconcile: () => () => ({
        requests: [],
        why: 'not yet',
        ...(looks++ === 0 ? { again: { _tag: 'AfterChange' } } : {}),
      }),
    }
    const engine = engineOf({ server, client, now: () => noon, controllers: [once] })
    const looksAfter = (uid: string): number => {
      server.delete(addressOf(server, uid), {})
      engine.run({ limit: 9 })
      return looks
    }
    engine.run({ limit: 9 })
    expect([looks, looksAfter('b'), looksAfter('c')]).toEqual([1, 2, 2])
  })
})
