/** Plays the smallest worlds in which a plan and a live control plane 1.36.2 once differed. */
import { readFileSync } from 'node:fs'

import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import {
  added,
  defaultPolicy,
  emptyMemory,
  explain,
  observeAll,
  plan,
  runAttempt,
} from '../../../src/controllers/owner/index.js'
import type { ApiClient, Snapshot } from '../../../src/controllers/owner/index.js'
import { lintOwners } from '../../../src/lint/index.js'
import { explainActor } from '../../../src/simulate/cascade/index.js'
import type { CascadeRequest } from '../../../src/simulate/cascade/index.js'
import { noon } from '../../controllers/owner/build.js'
import { cascadeOf, diagnosisOf, ended } from './cluster.js'

interface World {
  readonly request: CascadeRequest
  readonly objects: ReadonlyArray<WholeObject>
  readonly live: string
}

const worldOf = (name: string): World => JSON.parse(readFileSync(`captures/live/${name}.json`, 'utf8')) as World

const gadgets = {
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  resource: 'gadgets',
  namespaced: false,
  strategicMergePatch: false,
}

const snapshotOf = (objects: ReadonlyArray<WholeObject>): Snapshot => ({
  at: noon,
  objects,
  scopes: [...scopes_1_36.scopes, gadgets],
  coverage: { _tag: 'Everything' },
})

describe('a namespace with a pod that is held', () => {
  const { objects, request, live } = worldOf('min-1-ordered-namespace')

  it('keeps everything else untouched, as the live one did', () => {
    expect(live).toBe('c stays, not terminating')
    expect(ended(cascadeOf(snapshotOf(objects), request))).toMatchObject({
      gone: [],
      terminating: ['N', 'P'],
      untouched: ['C'],
    })
  })
})

describe('a cluster-scoped object whose owner is of a namespace', () => {
  const { objects, live } = worldOf('min-2-guessed-cluster-owner')
  const snapshot = snapshotOf(objects)

  /** What a collector deletes that learns of one object after the other at its start, and works all the while. */
  const deletesAfterHearing = (heard: ReadonlyArray<WholeObject>): ReadonlyArray<string> => {
    const deletes: string[] = []
    const client: ApiClient<string> = {
      get: ({ kind, name }) => {
        const found = heard.find((object) => object.kind === kind && object.metadata.name === name)
        return found === undefined ? { _tag: 'NotFound' } : { _tag: 'Found', object: found }
      },
      call: ({ _tag, object }) => {
        deletes.push(`${_tag} ${object.kind} ${object.name}`)
        return { _tag: 'Accepted' }
      },
    }
    const attempt = runAttempt(defaultPolicy, scopeTable(snapshot.scopes))
    let memory = emptyMemory
    for (const object of heard) {
      memory = observeAll(defaultPolicy)([added(object)])(memory)
      for (let step = attempt(memory)(client); step !== undefined; step = attempt(memory)(client)) memory = step.memory
    }
    return deletes
  }

  it('goes or stays by what the collector learns of first, as in the live runs', () => {
    expect(live).toBe('11 of 40 Gadgets deleted (0 of 40 without the ConfigMap)')
    expect(deletesAfterHearing(objects)).toEqual([])
    expect(deletesAfterHearing(objects.toReversed())).toEqual(['Delete Gadget g'])
    expect(deletesAfterHearing(objects.filter(({ kind }) => kind === 'Gadget'))).toEqual([])
  })

  it('is never said to stay for ever', () => {
    const planned = plan(defaultPolicy)(snapshot)
    if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
    const said = planned.right.passes.flatMap(({ kept }) => kept.flatMap(({ reasons }) => reasons.map(explain)))
    expect(said).toContain(
      'it is cluster-scoped, but its owner ConfigMap nowhere is namespaced: the collector may give up or delete it',
    )
    const { state, actors } = diagnosisOf(snapshot, 'G')
    expect([state, ...actors.map(explainActor)]).toEqual([
      'stays',
      'the garbage collector may delete Gadget g or give up forever; edit it to decide',
    ])
    expect(JSON.stringify(lintOwners(defaultPolicy)(snapshot))).toContain('NamespacedOwnerOfClusterScopedObject')
  })
})
