import { describe, expect, it } from 'vitest'

import { kubectlOptions } from '../../../src/apiserver/index.js'
import type { ApiRequest, Controller, Program, Reconciled } from '../../../src/simulate/cascade/index.js'
import { configMap, fakeCluster } from '../../../src/testing/index.js'

/** What JavaScript may answer, whatever the type says. */
const answering = (answer: unknown): Controller => ({
  name: 'backuper',
  keysOf: ({ object }) => [object.metadata.name],
  reconcile: () => () => answer as ReturnType<ReturnType<Controller['reconcile']>>,
})

const settling = (controller: Controller) => () => {
  fakeCluster([configMap('db1')], { controllers: [controller] }).settle()
}

describe('a controller of a test is told', () => {
  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'reconcile("db1") must return { requests, why }, got undefined'],
    ['no requests', {}, 'reconcile("db1") must return { requests, why }, got an object'],
    [
      'no list',
      { requests: { _tag: 'Delete' }, why: '' },
      'reconcile("db1") must return { requests, why }, got an object',
    ],
    [
      'an unknown request',
      { requests: [{ _tag: 'Remove' }], why: '' },
      'reconcile("db1").requests[0] must be a request with _tag Create, Update, Patch, Delete, FinalizeNamespace, got "Remove"',
    ],
    [
      'a request that is none',
      { requests: [undefined], why: '' },
      'reconcile("db1").requests[0] must be a request with _tag Create, Update, Patch, Delete, FinalizeNamespace, got undefined',
    ],
    [
      'an object for an address',
      { requests: [{ _tag: 'Delete', object: configMap('db1'), options: {} }], why: '' },
      'reconcile("db1").requests[0].object: expected an address, as view.addressOf(object) gives it, got an object',
    ],
    [
      'an object without a name',
      { requests: [{ _tag: 'Create', object: { apiVersion: 'v1', kind: 'ConfigMap' } }], why: '' },
      'reconcile("db1").requests[0].object: expected an object with apiVersion, kind and metadata.name, got an object',
    ],
    [
      'an unknown request of a program',
      { _tag: 'Call', request: { _tag: 'Remove' }, next: () => ({ _tag: 'Done', result: { why: () => [''] } }) },
      'reconcile("db1"): request must be a request with _tag Create, Update, Patch, Delete, FinalizeNamespace, got "Remove"',
    ],
    [
      'a program without an end',
      { _tag: 'Done' },
      'reconcile("db1"): the result of a program must be { why: (effect) => [reason] }, got undefined',
    ],
    [
      'a program that does not go on',
      { _tag: 'Get', object: { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', name: 'db1' } },
      'reconcile("db1"): next of a program must be a function, got undefined',
    ],
    [
      'a program that goes on with nothing',
      {
        _tag: 'Get',
        object: { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', name: 'db1' },
        next: () => undefined,
      },
      'reconcile("db1"): next(answer) must return a program, got undefined',
    ],
  ])('that it answers %s', (_, answer, sentence) => {
    expect(settling(answering(answer))).toThrow(`gcplan/testing: controller backuper: ${sentence}`)
  })

  it('that it names no keys', () => {
    const controller = { ...answering(undefined), keysOf: (() => undefined) as unknown as Controller['keysOf'] }
    expect(settling(controller)).toThrow(
      'gcplan/testing: controller backuper: keysOf(change) must return a list of keys, got undefined',
    )
  })
})

describe('a controller of a test', () => {
  it('deletes at the address that the view gives', () => {
    const cleaner: Controller = {
      name: 'cleaner',
      keysOf: ({ object }) => [object.metadata.uid],
      reconcile: (view) => (uid) => {
        const found = view.find(uid)
        const address = found === undefined ? undefined : view.addressOf(found)
        return {
          requests: address === undefined ? [] : [{ _tag: 'Delete', object: address, options: kubectlOptions() }],
          why: 'nobody needs it',
        }
      },
    }
    const cluster = fakeCluster([configMap('db1')], { controllers: [cleaner] })
    cluster.settle()
    expect(cluster.names()).toEqual([])
  })

  it('may read answers, and keep a state and a queue of its own', () => {
    const request: ApiRequest = {
      _tag: 'Delete',
      object: { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'default', name: 'db1' },
      options: {},
    }
    const program: Program<Reconciled<string>> = {
      _tag: 'Get',
      object: request.object,
      next: (answer) =>
        answer._tag === 'Found'
          ? { _tag: 'Call', request, next: () => ({ _tag: 'Done', result: { why: () => ['it was there'] } }) }
          : { _tag: 'Done', result: { why: () => ['it was not there'] } },
    }
    const keeping = (keys: ReadonlyArray<string>): Controller => ({
      name: 'keeper',
      keysOf: () => [],
      reconcile: () => () => program,
      fold: ({ changes, finished }) =>
        keeping(finished.length > 0 ? [] : changes.map(({ object: { metadata } }) => metadata.name)),
      waiting: () => keys.map((key) => ({ key, reconcile: () => program })),
    })
    const cluster = fakeCluster([configMap('db1')], { controllers: [keeping([])] })
    cluster.settle()
    expect([cluster.names(), cluster.requests().map(({ by, code }) => [by, code])]).toEqual([[], [['keeper', 200]]])
  })
})
