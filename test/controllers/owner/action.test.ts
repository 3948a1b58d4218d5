import { either as E, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Action, Port } from '../../../src/controllers/owner/index.js'
import { perform } from '../../../src/controllers/owner/index.js'
import { clusterOf, deleted, object, planOf, to } from './build.js'

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
