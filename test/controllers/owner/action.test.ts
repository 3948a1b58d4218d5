import { either as E, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Action, Port } from '../../../src/controllers/owner/index.js'
import { perform } from '../../../src/controllers/owner/index.js'
import { callsOf } from '../../../src/controllers/owner/action.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { clusterOf, deleted, noon, object, planOf, scopes, to } from './build.js'

/** A server that answers patches of these types with a status, and what it was asked. */
const server = (
  refused: Readonly<Record<string, number>>,
): { readonly port: Port<number>; readonly asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    port: {
      delete: ({ resource, name }, { propagationPolicy }) => {
        asked.push(`DELETE ${resource}/${name} ${propagationPolicy}`)
        return TE.right(undefined)
      },
      patch: ({ resource, name }, { patchType }) => {
        asked.push(`PATCH ${resource}/${name} ${patchType}`)
        const status = refused[patchType]
        return status === undefined ? TE.right(undefined) : TE.left(status)
      },
      isUnsupportedMediaType: (status) => status === 415,
    },
  }
}

const strategic = 'application/strategic-merge-patch+json'

const only = (actions: ReadonlyArray<Action> | undefined): Action => {
  const [action] = actions ?? []
  if (action === undefined) throw new Error('no action')
  return action
}

const patch = only(planOf(clusterOf([object('a'), object('b', [to('a'), to('x')])])).passes[1].amendments[0]?.actions)

describe('a change of owner references', () => {
  it('is sent once where the server takes it', async () => {
    const { port, asked } = server({})
    await perform(port)(patch)()
    expect(asked).toEqual([`PATCH configmaps/b ${strategic}`])
  })

  it('is sent in another form where the server does not know the first one', async () => {
    const { port, asked } = server({ [strategic]: 415 })
    expect(E.isRight(await perform(port)(patch)())).toBe(true)
    expect(asked).toEqual([`PATCH configmaps/b ${strategic}`, 'PATCH configmaps/b application/merge-patch+json'])
  })

  it('fails with any other error', async () => {
    const { port, asked } = server({ [strategic]: 409 })
    expect(await perform(port)(patch)()).toEqual(E.left(409))
    expect(asked.length).toBe(1)
  })
})

describe('the other calls', () => {
  it('delete an object', async () => {
    const { port, asked } = server({})
    await perform(port)(only(planOf(clusterOf([object('b', [to('x')])])).passes[1].removals[0]?.actions))()
    expect(asked).toEqual(['DELETE configmaps/b Background'])
  })

  it('take a finalizer off', async () => {
    const { port, asked } = server({})
    const plan = planOf(clusterOf([object('a', [], deleted('foregroundDeletion'))]))
    await perform(port)(only(plan.passes[1].removals[0]?.actions))()
    expect(asked).toEqual(['PATCH configmaps/a application/merge-patch+json'])
  })
})

describe('a planned call, made for the object as it is by then', () => {
  const live = object('b', [to('a'), to('x'), to('new', { blockOwnerDeletion: true })], {
    resourceVersion: '9',
    finalizers: ['foregroundDeletion', 'example.com/late'],
  })
  const view = { ...serverOf(noon, scopeTable(scopes))([live]), at: noon, covers: () => true }
  const made = (action: Action): unknown =>
    callsOf(action, live, view).map(({ request, ifUnsupportedMediaType }) =>
      [request, ifUnsupportedMediaType].map((one) =>
        one === undefined
          ? undefined
          : one._tag === 'Delete'
            ? one.options
            : one._tag === 'Patch'
              ? [one.object.name, one.patch]
              : one._tag,
      ),
    )
  const merge = 'application/merge-patch+json'

  it('takes away the references that were meant, and keeps those that came since', () => {
    const others = [to('a'), to('new', { blockOwnerDeletion: true })]
    expect(made(patch)).toEqual([
      [
        [
          'b',
          {
            patchType: strategic,
            body: { metadata: { ownerReferences: [{ $patch: 'delete', uid: 'x' }], uid: 'b' } },
          },
        ],
        ['b', { patchType: merge, body: { metadata: { resourceVersion: '9', ownerReferences: others } } }],
      ],
    ])
  })

  it('unblocks the owners that it blocks by then', () => {
    const waiting = object('w', [], deleted('foregroundDeletion'))
    const cycle = [
      waiting,
      object('b', [to('w', { blockOwnerDeletion: true })]),
      object('c', [to('b')], deleted('foregroundDeletion')),
    ]
    const unblock = only(planOf(clusterOf(cycle)).passes[1].removals[0]?.actions)
    expect(unblock._tag).toBe('UnblockOwnerReferences')
    const free = (uid: string) => to(uid, { blockOwnerDeletion: false })
    expect(made(unblock)).toEqual([
      [
        ['b', { patchType: strategic, body: { metadata: { ownerReferences: [free('new')], uid: 'b' } } }],
        [
          'b',
          {
            patchType: merge,
            body: { metadata: { resourceVersion: '9', ownerReferences: ['a', 'x', 'new'].map(free) } },
          },
        ],
      ],
    ])
  })

  it('takes its finalizer off beside those that came since', () => {
    const held = planOf(clusterOf([object('b', [], deleted('foregroundDeletion'))]))
    expect(made(only(held.passes[1].removals[0]?.actions))).toEqual([
      [
        ['b', { patchType: merge, body: { metadata: { resourceVersion: '9', finalizers: ['example.com/late'] } } }],
        undefined,
      ],
    ])
  })

  it('deletes that object in whichever version', () => {
    expect(made(only(planOf(clusterOf([object('b', [to('x')])])).passes[1].removals[0]?.actions))).toEqual([
      [{ preconditions: { uid: 'b' }, propagationPolicy: 'Background' }, undefined],
    ])
  })
})
