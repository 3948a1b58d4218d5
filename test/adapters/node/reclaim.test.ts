import { either as E, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { type Node, type SocketError, reclaim } from '../../../src/adapters/node/index.js'
import type { Clock } from '../../../src/execute/index.js'
import { type NodeObservation, type OutlookRules, outlook } from '../../../src/outlook/index.js'
import { right } from '../../decode/reading.js'
import { by, rememberedOf, seen } from '../../outlook/look.js'

const used = seen(10, 900)

const ahead = (more: Partial<OutlookRules['reclaiming']> = {}) =>
  right(
    outlook(
      { ...by, reclaiming: { ...by.reclaiming, lowPercent: 70, ...more } },
      rememberedOf(seen(0, 900), used),
    )(used),
  )

/** Waits between attempts take no time, and deadlines never pass. */
const clock: Clock = {
  now: () => used.at,
  sleep: (span, cancelled) => () =>
    new Promise((resolve) => {
      if (span < 60_000) resolve()
      else cancelled.addEventListener('abort', () => resolve())
    }),
}

/** A node whose looks are given, the last of them again and again; it notes what is asked of it. */
const nodeOf = (looks: ReadonlyArray<NodeObservation>, failing: ReadonlyArray<SocketError> = []) => {
  const log: string[] = []
  const errors = [...failing]
  let turn = 0
  const node: Pick<Node, 'runtime' | 'removeImage'> = {
    runtime: () => {
      log.push('look')
      const look = looks[Math.min(turn++, looks.length - 1)] ?? used
      return Promise.resolve(E.right(look))
    },
    removeImage: (id) => () => {
      log.push(`remove ${id}`)
      const error = errors.shift()
      return Promise.resolve(error === undefined ? E.right(undefined) : E.left(error))
    },
  }
  return { node, log }
}

describe('reclaiming by an outlook', () => {
  it('looks again before each removal', async () => {
    const { node, log } = nodeOf([used])
    const outcomes = await reclaim(node, { clock })(ahead())()
    expect(outcomes.map(({ _tag }) => _tag)).toEqual(['Removed', 'Removed'])
    expect(log).toEqual(['look', 'remove a', 'look', 'remove b'])
  })

  it('leaves an image that somebody uses by then', async () => {
    const { node, log } = nodeOf([used, seen(10, 900, 'b')])
    expect(await reclaim(node, { clock })(ahead())()).toMatchObject([
      { _tag: 'Removed' },
      { _tag: 'Failed', error: { _tag: 'MayNotGo' } },
    ])
    expect(log).toEqual(['look', 'remove a', 'look'])
  })

  it('looks again also before it tries again', async () => {
    const timedOut = { _tag: 'TimedOut', call: 'remove image a', millis: 1 } as const
    const { node, log } = nodeOf([used, seen(10, 900, 'a')], [timedOut])
    expect(await reclaim(node, { clock })(ahead())()).toMatchObject([
      { _tag: 'Failed', error: { _tag: 'MayNotGo' } },
      { _tag: 'Removed' },
    ])
    expect(log).toEqual(['look', 'remove a', 'look', 'look', 'remove b'])
  })

  it('removes nothing where the outlook refuses it', async () => {
    const { node, log } = nodeOf([used])
    expect(await reclaim(node, { clock })(ahead({ maxRemovals: 1 }))()).toEqual([])
    expect(log).toEqual([])
  })

  it('removes nothing after its signal, nor where the runtime does not answer', async () => {
    const { node, log } = nodeOf([used])
    const outcomes = await reclaim(node, { clock, signal: AbortSignal.abort() })(ahead())()
    expect(outcomes.every(({ _tag }) => _tag !== 'Removed')).toBe(true)
    const silent = { ...node, runtime: TE.left({ _tag: 'Garbled', call: 'CRI lists', message: '' } as const) }
    const failed = await reclaim(silent, { clock })(ahead())()
    expect(failed).toMatchObject([{ _tag: 'Failed', error: { _tag: 'Garbled' } }, { _tag: 'Failed' }])
    expect(log).toEqual([])
  })
})
