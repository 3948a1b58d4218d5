import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { environmentOfSteps } from '../scripts/environment.mjs'
import { run } from '../scripts/run.mjs'
import { isReplayed } from './replay.js'
import { runs } from './runs.js'

/** What a law prints that is broken on purpose, by another counterexample for each seed. */
const printed = (): string => {
  const law = fc.property(
    fc.noShrink(fc.nat()),
    fc.array(fc.nat()),
    (chance, numbers) => chance % 3 !== 0 || numbers.every((number) => number <= 1000),
  )
  try {
    fc.assert(law, { numRuns: runs(1000) })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'the law held'
}

const lineWith = (start: string, text: string): string | undefined =>
  text.split('\n').find((line) => line.trim().startsWith(start))

describe("a broken law's command", () => {
  it('leads to the same counterexample (of this law: > 1000)', async () => {
    const message = printed()
    // Run by the command, the law is broken again, and says so.
    if (isReplayed) throw new Error(message)
    const command = lineWith('Replay: ', message)?.replace('Replay: ', '') ?? ''
    const { code, output } = await run('sh', ['-c', command], { env: environmentOfSteps(process.env) })
    expect(code).not.toBe(0)
    const counterexample = lineWith('Counterexample: ', message)
    expect(counterexample).toMatch(/Counterexample: \[\d+,\[1001\]\]/)
    expect(output).toContain(counterexample)
    expect(output).toContain('Property failed after 1 tests')
  })

  it('cannot change what a step of checking runs', () => {
    expect(environmentOfSteps({ PATH: '/bin', GCPLAN_SEED: '1', GCPLAN_PATH: '0', GCPLAN_MUTANT: '{}' })).toEqual({
      PATH: '/bin',
      CI: '1',
      NO_COLOR: '1',
      TZ: 'America/St_Johns',
    })
  })
})
