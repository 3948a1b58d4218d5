import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { kubectlOptions } from '../../../src/apiserver/index.js'
import type { Cascade, WholeObject } from '../../../src/apiserver/index.js'
import type { CascadePlan } from '../../../src/simulate/cascade/index.js'
import { planCascade } from '../../../src/simulate/cascade/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { asLogged, collector, listed, logOf, whole } from './captured.js'

const requestedAt: Readonly<Record<Cascade, string>> = {
  background: '2026-11-21T03:02:31.797Z',
  foreground: '2026-11-21T03:02:48.800Z',
  orphan: '2026-11-21T03:03:05.762Z',
}

const planned = (cascade: Cascade): CascadePlan => {
  const objects = listed(`cascade-${cascade}.0-before.json`)
  const target = objects.find(({ kind }) => kind === 'Deployment')?.metadata.uid ?? ''
  const plan = planCascade(defaultPolicy)([{ _tag: 'Delete', target, options: kubectlOptions(cascade) }])(
    whole(new Date(requestedAt[cascade]), objects),
  )
  if (E.isLeft(plan)) throw new Error(JSON.stringify(plan.left))
  return plan.right
}

/** What requests of a cascade change of an object; versions are for the server to give. */
const shown = ({ kind, metadata }: WholeObject): unknown => ({
  kind,
  name: metadata.name,
  uid: metadata.uid,
  generation: metadata.generation,
  deletionTimestamp: metadata.deletionTimestamp,
  deletionGracePeriodSeconds: metadata.deletionGracePeriodSeconds,
  finalizers: metadata.finalizers?.length === 0 ? undefined : metadata.finalizers,
  ownerReferences: metadata.ownerReferences?.length === 0 ? undefined : metadata.ownerReferences,
})

/** Versions that objects had before the cascade are compared, later ones are for the server to give. */
const withoutLaterVersions = (objects: ReadonlyArray<WholeObject>) => {
  const known = new Set(objects.map(({ metadata }) => metadata.resourceVersion))
  return (request: unknown): unknown =>
    JSON.parse(
      JSON.stringify(request, (key, value: unknown) =>
        key === 'resourceVersion' && !known.has(String(value)) ? 'later' : value,
      ),
    )
}

const byPlace = <A extends { readonly uri: string }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all.toSorted((a, b) => (a.uri < b.uri ? -1 : 1))

describe.each(['background', 'foreground', 'orphan'] as const)('kubectl delete --cascade=%s', (cascade) => {
  it.each(['1-just-after-delete', '2-waiting-for-pods'])('leaves what was there at %s', (stage) => {
    expect(planned(cascade).stages.waitingForPods.map(shown)).toEqual(
      listed(`cascade-${cascade}.${stage}.json`).map(shown),
    )
  })

  it('ends as it ended', () => {
    expect(planned(cascade).stages.final.map(shown)).toEqual(listed(`cascade-${cascade}.3-final.json`).map(shown))
  })

  it('makes the collector send what it sent', () => {
    const mask = withoutLaterVersions(listed(`cascade-${cascade}.0-before.json`))
    const sent = logOf(`cascade-${cascade}.audit.jsonl`).filter(({ by }) => by === collector)
    const calls = planned(cascade)
      .waves.filter(({ by }) => by === 'collector')
      .flatMap(({ changes }) => changes.flatMap((change) => change.calls.map(asLogged)))
    expect(mask(byPlace(calls))).toEqual(mask(byPlace(sent.map(({ verb, uri, body }) => ({ verb, uri, body })))))
  })

  it('sends the request that kubectl sent', () => {
    const sent = logOf(`cascade-${cascade}.audit.jsonl`).find(({ by }) => by === 'admin')
    const [call] = planned(cascade).waves[0]?.changes[0]?.calls ?? []
    expect(call === undefined ? undefined : asLogged(call)).toEqual({
      verb: sent?.verb,
      uri: sent?.uri,
      body: sent?.body,
    })
  })

  it('makes kubelets end the pods that they ended', () => {
    const ended = logOf(`cascade-${cascade}.audit.jsonl`).filter(({ by }) => by === 'system:node:fake')
    const calls = planned(cascade)
      .waves.filter(({ by }) => by === 'kubelets')
      .flatMap(({ changes }) => changes.flatMap((change) => change.calls.map(asLogged)))
    expect(calls.map(({ uri }) => uri).toSorted()).toEqual(ended.map(({ uri }) => uri).toSorted())
  })
})
