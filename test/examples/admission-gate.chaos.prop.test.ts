/** Whatever fails between the gate and its cluster, nothing goes that a rule keeps, and afterwards all is as it was. */
import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { configOf } from '../../examples/admission-gate/config.js'
import { metricsFrom } from '../../examples/admission-gate/metrics.js'
import { type Gate, admissionGate } from '../../examples/admission-gate/program.js'
import type { Client } from '../../src/adapters/kubernetes/index.js'
import { type HttpRequest, type ServedCluster, compacted, servedCluster } from '../../src/testing/http/index.js'
import { millis } from '../../src/core/index.js'
import { configMap } from '../../src/testing/index.js'
import { type Faults, type Wire, faultsUntil, serving, wireTo } from '../adapters/kubernetes/faults.js'
import { full, runs } from '../runs.js'

/** When the last fault is over, and the age at which a snapshot is stale, in seconds. */
const until = 150
const maxAge = 60

/** What users do, at some second. */
type Deed =
  | { readonly _tag: 'Create'; readonly owner: number; readonly isProtected: boolean }
  | { readonly _tag: 'Protect'; readonly owner: number }
  | {
      readonly _tag: 'Delete'
      readonly owner: number
      readonly policy: 'Background' | 'Foreground'
      readonly approves: boolean
    }
  | { readonly _tag: 'Compact' }
  | { readonly _tag: 'Kill'; readonly replica: number }

const owner = fc.integer({ min: 0, max: 2 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant('Create' as const), owner, isProtected: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant('Protect' as const), owner }) },
  {
    weight: 5,
    arbitrary: fc.record({
      _tag: fc.constant('Delete' as const),
      owner,
      policy: fc.constantFrom('Background' as const, 'Foreground' as const),
      approves: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ _tag: 'Compact' as const }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant('Kill' as const), replica: fc.integer({ min: 0, max: 1 }) }) },
)

const world = fc.record({
  faults: fc.tuple(faultsUntil(until), faultsUntil(until)),
  deeds: fc.array(fc.record({ at: fc.integer({ min: 0, max: until }), deed }), { minLength: 3, maxLength: 12 }),
})

const maps = '/api/v1/namespaces/default/configmaps'

interface Said {
  readonly status: number
  readonly message: string
}

/** A cluster with two replicas of a gate, each with faults of its own, asked by turns; no answer is a refusal. */
const gatedCluster = (faults: readonly [Faults, Faults]) => {
  const gates: (Gate | undefined)[] = [undefined, undefined]
  let turn = 0
  const cluster = servedCluster(
    [0, 1, 2].flatMap((place) => {
      const own = configMap(`o${place}`)
      return [own, configMap(`o${place}-a`, { ownedBy: own })]
    }),
    {
      validate: (review) => {
        const gate = gates[turn++ % 2] ?? gates[turn++ % 2]
        const answer = gate?.review(JSON.parse(JSON.stringify(review)))
        return answer !== undefined && E.isRight(answer)
          ? answer.right.response
          : { allowed: false, status: { code: 500, message: 'no gate answers' } }
      },
    },
  )
  const config = configOf('{"caps":[{"kind":"ConfigMap","count":2}]}', {})
  if (E.isLeft(config)) throw new Error(JSON.stringify(config.left))
  const wires: (Wire | undefined)[] = [undefined, undefined]
  const ending = new AbortController()
  const since = cluster.now()
  const start = (place: 0 | 1): void => {
    const wire = wireTo(cluster, faults[place], since, until)
    wires[place] = wire
    const client: Client = serving('namespaces', 'configmaps', 'secrets')(wire.client)
    const begin = async (): Promise<void> => {
      const parts = { client, clock: wire.clock, signal: ending.signal, config: config.right, metrics: metricsFrom() }
      const started = await admissionGate({ ...parts, log: () => undefined })()
      if (wires[place] !== wire) return
      if (E.isRight(started)) gates[place] = started.right
      // As a container that has ended is started again.
      else
        await cluster.clock
          .sleep(millis(5000))()
          .then(() => (ending.signal.aborted ? undefined : begin()))
    }
    void begin()
  }
  const kill = (place: 0 | 1): void => {
    wires[place]?.kill()
    gates[place] = undefined
    start(place)
  }
  start(0)
  start(1)
  return { cluster, gates, kill, stop: () => ending.abort() }
}

const ask = (cluster: ServedCluster, request: HttpRequest): Said => {
  const response = cluster.handle(request)
  if (response._tag !== 'Reply') throw new Error('a watch')
  const { message = '' } = response.body as { readonly message?: string }
  return { status: response.status, message }
}

/** What a user knows of an object. */
interface Known {
  readonly owner: string
  readonly createdAt: number
  protectedAt: number | undefined
}

describe('the gate among faults', () => {
  it('lets nothing go that was protected or not approved for as long as a snapshot may be old, and works again', async () => {
    let [deleted, approved, refused] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(world, async ({ faults, deeds }) => {
        const { cluster, gates, kill, stop } = gatedCluster(faults)
        const start = cluster.now().getTime()
        const second = (): number => (cluster.now().getTime() - start) / 1000
        const present = (): ReadonlySet<string> => {
          const { body } = cluster.handle({ method: 'GET', path: maps }) as unknown as {
            readonly body: { readonly items: ReadonlyArray<{ readonly metadata: { readonly name: string } }> }
          }
          return new Set(body.items.map(({ metadata }) => metadata.name))
        }
        const objects = new Map<string, Known>(
          [0, 1, 2].flatMap((place): ReadonlyArray<readonly [string, Known]> => [
            [`o${place}`, { owner: '', createdAt: -Infinity, protectedAt: undefined }],
            [`o${place}-a`, { owner: `o${place}`, createdAt: -Infinity, protectedAt: undefined }],
          ]),
        )
        const digests = new Map<string, number>()
        const patch = (name: string, metadata: object): Said =>
          ask(cluster, {
            method: 'PATCH',
            path: `${maps}/${name}`,
            contentType: 'application/merge-patch+json',
            body: { metadata },
          })
        /** Deletes an object, and looks at what has gone. */
        const remove = (name: string, policy: string, approval: string | undefined): Said => {
          const before = present()
          const said = ask(cluster, { method: 'DELETE', path: `${maps}/${name}`, body: { propagationPolicy: policy } })
          const after = present()
          const now = second()
          const gone = [...before].filter((one) => !after.has(one)).flatMap((one) => objects.get(one) ?? [])
          const isOld = (since: number | undefined): boolean => since !== undefined && now - since > maxAge
          if (said.status >= 400) expect(gone).toStrictEqual([])
          const kept = gone.filter(({ createdAt, protectedAt }) => isOld(createdAt) && isOld(protectedAt))
          expect(kept).toStrictEqual([])
          const old = gone.filter(({ createdAt }) => isOld(createdAt))
          if (old.length > 2) {
            // Only an approval takes more than the cap, and none of what came after it.
            const issued = approval === undefined ? undefined : digests.get(`${name} ${approval}`)
            expect(issued).toBeDefined()
            expect(old.filter(({ createdAt }) => createdAt > (issued ?? -Infinity))).toStrictEqual([])
            approved++
          }
          for (const [key] of [...objects]) if (!after.has(key)) objects.delete(key)
          if (said.status < 400) deleted++
          else refused++
          const [, digest] = /approved-cascade=(\w+)/.exec(said.message) ?? []
          if (digest !== undefined) digests.set(`${name} ${digest}`, now)
          return said
        }
        let children = 0
        const does = (what: Deed): void => {
          switch (what._tag) {
            case 'Create': {
              const name = `o${what.owner}`
              const body = cluster.handle({ method: 'GET', path: `${maps}/${name}` })
              if (body._tag !== 'Reply' || body.status !== 200) return
              const { uid } = (body.body as { readonly metadata: { readonly uid: string } }).metadata
              const child = `${name}-${children++}`
              const metadata = {
                name: child,
                labels: what.isProtected ? { 'gcplan.dev/protected': 'true' } : {},
                ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid }],
              }
              const { status } = ask(cluster, {
                method: 'POST',
                path: maps,
                body: { apiVersion: 'v1', kind: 'ConfigMap', metadata },
              })
              const now = second()
              if (status === 201)
                objects.set(child, { owner: name, createdAt: now, protectedAt: what.isProtected ? now : undefined })
              return
            }
            case 'Protect': {
              const known = objects.get(`o${what.owner}-a`)
              if (
                known === undefined ||
                patch(`o${what.owner}-a`, { labels: { 'gcplan.dev/protected': 'true' } }).status !== 200
              )
                return
              known.protectedAt ??= second()
              return
            }
            case 'Delete': {
              const name = `o${what.owner}`
              const said = remove(name, what.policy, undefined)
              const [, digest] = /approved-cascade=(\w+)/.exec(said.message) ?? []
              if (!what.approves || digest === undefined) return
              patch(name, { annotations: { 'gcplan.dev/approved-cascade': digest } })
              remove(name, what.policy, digest)
              return
            }
            case 'Compact':
              cluster.change(compacted)
              return
            case 'Kill':
              kill(what.replica === 0 ? 0 : 1)
          }
        }
        for (const { at, deed: what } of deeds.toSorted((a, b) => a.at - b.at)) {
          if (at > second()) await cluster.clock.advance({ seconds: at - second() })
          does(what)
        }
        // The longest answer that is under way, and the longest wait after failures, are over by then.
        await cluster.clock.advance({ seconds: until + 110 - second() })
        const size = Number(/gcplan_gate_cluster_objects (\d+)/.exec(gates[0]?.printMetrics() ?? '')?.[1])
        for (const gate of gates) {
          expect(gate?.notReady()).toBeUndefined()
          expect(gate?.printMetrics()).toContain(`gcplan_gate_cluster_objects ${size}`)
        }
        ask(cluster, {
          method: 'POST',
          path: maps,
          body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'last' } },
        })
        expect(remove('last', 'Background', undefined)).toMatchObject({ status: 200 })
        stop()
      }),
      { numRuns: runs(500) },
    )
    // Or it would say nothing; few runs leave it to chance.
    if (full) expect(Math.min(deleted, approved, refused)).toBeGreaterThan(0)
  })
})
