import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Family } from '../../../src/kubelet/container/index.js'
import { conclude } from '../../../src/kubelet/container/index.js'
import type { Report } from '../../../src/core/index.js'
import { carryOut } from '../../laws.js'
import { container, gone, planned } from './build.js'

interface Broken {
  readonly text: string
}

const passes = ['containers', 'sandboxes', 'logs'] as const

/** The report of a run in which looks failed. */
const failedLooks = (errors: Partial<Record<Family['Pass'], string>>): Report<Family, Broken> => ({
  passes: passes.map((name) => {
    const text = errors[name]
    return {
      name,
      state: text === undefined ? { _tag: 'Ran' } : { _tag: 'Unobserved', error: { text } },
      outcomes: [],
      freed: 0,
    }
  }),
})

const errorOf = (errors: Partial<Record<Family['Pass'], string>>): string | null =>
  O.toNullable(conclude(({ text }: Broken) => text)(planned({}))(failedLooks(errors)).error)

describe('the error of a run', () => {
  it('is none when every look succeeded', () => {
    expect(conclude(String)(planned({}))({ passes: [] })).toEqual({ events: [], error: O.none })
    expect(errorOf({})).toBeNull()
  })

  it('is the text of the one look that failed', () => {
    expect(errorOf({ sandboxes: 'no sandboxes' })).toBe('no sandboxes')
    expect(errorOf({ containers: '' })).toBe('')
  })

  it('names the log root where that cannot be read', () => {
    expect(errorOf({ logs: 'denied' })).toBe('failed to read podLogsDirectory "/var/log/pods": denied')
  })

  it('brackets several texts in the order of the steps', () => {
    expect(errorOf({ containers: 'a', sandboxes: 'b', logs: 'c' })).toBe(
      '[a, b, failed to read podLogsDirectory "/var/log/pods": c]',
    )
  })

  it('says equal texts once', () => {
    expect(errorOf({ containers: 'a', sandboxes: 'a' })).toBe('a')
    expect(errorOf({ containers: 'a', sandboxes: 'a', logs: 'a' })).toBe(
      '[a, failed to read podLogsDirectory "/var/log/pods": a]',
    )
  })

  it('is none when a removal failed', async () => {
    const plan = planned({ pods: [gone('u')], containers: [container('a', 0)] })
    const { report } = await carryOut(plan, () => true)
    expect(report.passes[0]?.outcomes).toMatchObject([{ _tag: 'Failed' }])
    expect(conclude(String)(plan)(report)).toEqual({ events: [], error: O.none })
  })
})
