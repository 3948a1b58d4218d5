import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { runFile } from '../../../conformance/run.js'
import { containerdScheduler } from '../../../conformance/shapes/containerd-scheduler.js'

it('runs, waits and timers of every recorded course of events hold for every version that it names', async () => {
  const text = readFileSync(new URL('../../../vectors/containerd/scheduler.json', import.meta.url), 'utf8')
  const report = await runFile([containerdScheduler], text)
  expect(report).toEqual({ passed: 1933, failed: [], skipped: [], notes: [] })
})
