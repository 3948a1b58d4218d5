/** What is told of a CustomResourceDefinition that does not go. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { after, millis } from '../../../src/core/time.js'
import { type Diagnosis, explainActor, explainCascade, explainLook } from '../../../src/simulate/cascade/index.js'
import { widgetDefinition } from '../../apiserver/definitions.js'
import { widgets } from '../../controllers/clocked.js'
import { deleted, everything, noon, object } from '../../controllers/owner/build.js'
import { diagnosisOf } from './cluster.js'

const cleanup = 'customresourcecleanup.apiextensions.k8s.io'
const definitionWith = (reason: string, message: string): WholeObject =>
  widgetDefinition(
    'crd',
    { deletionTimestamp: noon, finalizers: [cleanup] },
    {},
    { conditions: [{ type: 'Terminating', status: 'True', reason, message, lastTransitionTime: noon.toISOString() }] },
  )
const diagnosed = (...objects: ReadonlyArray<WholeObject>): Diagnosis =>
  diagnosisOf(
    { at: after(noon, millis(720_000)), objects, scopes: [...scopes_1_36.scopes, widgets], coverage: everything },
    'crd',
  )

describe('a definition that is being deleted', () => {
  const held = object('w', [], deleted('example.com/x'), widgets.kind, widgets.apiVersion)

  it('repeats its condition, and says by when the API server looks again', () => {
    const message = 'could not confirm zero CustomResources remaining: context deadline exceeded'
    const { definition, blockers } = diagnosed(definitionWith('InstanceDeletionCheck', message), held)
    expect(definition?.reported).toEqual([
      { type: 'Terminating', status: 'True', reason: 'InstanceDeletionCheck', message, since: noon },
    ])
    expect(definition === undefined ? '' : explainLook(definition)).toContain('by 2026-01-01T12:12:10.240Z')
    expect(blockers.map(explainCascade)).toEqual(['it waits for 1 instance: Widget ns/w'])
  })

  it('is held by what kept its instances from being listed', () => {
    const webhook = 'could not list instances: conversion webhook for acme.io/v1, Kind=Widget failed'
    const { blockers, actors, definition } = diagnosed(definitionWith('InstanceDeletionFailed', webhook))
    expect(blockers.map(explainCascade)).toEqual([`its content cannot be deleted: ${webhook}`])
    expect(actors.map(explainActor)[0]).toContain(webhook)
    expect(definition?.nextLook).toEqual(after(noon, millis(1_020_000)))
  })
})
