/**
 * Answers `gcplan diff`: how two plans differ that were written as JSON.
 */
import { either as E } from 'fp-ts'

import { diff, explainDifference } from '../../document/index.js'
import type { Command } from '../command.js'
import { written } from '../document.js'
import { readPlan, speakerOf } from '../plan/document.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { failed, resultOf } from '../plan/print.js'

/** The command. */
export const diffCommand: Command = {
  words: ['diff'],
  summary: 'compare two plans that were written with -o json',
  usage: '[FLAGS] BEFORE AFTER',
  about: ['Reasons differ when they are other ones; numbers in them, such as ages, do not count.'],
  groups: [outputFlags],
  examples: [
    'gcplan diff monday.json tuesday.json',
    'gcplan plan kubelet-image -o json FILES | gcplan diff approved.json -',
  ],
  exitCodes: { 0: 'no difference', 2: 'a difference', 3: null },
  prepare: (given) => {
    const format = outputFormat(given)
    if (E.isLeft(format)) return format
    const [first, second, ...others] = given.files
    if (first === undefined || second === undefined || others.length > 0) return E.left('give two plans: BEFORE AFTER')
    return E.right({
      paths: [first, second],
      stdin: 'optional',
      printsYaml: format.right === 'yaml',
      run: (environment) => {
        const before = readPlan(environment.read(first))
        const after = readPlan(environment.read(second))
        if (E.isLeft(before)) return failed(before.left)
        if (E.isLeft(after)) return failed(after.left)
        if (before.right.collector !== after.right.collector)
          return failed(`these are plans of two collectors: ${before.right.collector} and ${after.right.collector}`)
        const differences = diff({ reasons: 'tags' })(before.right.plan)(after.right.plan)
        const explain = explainDifference(speakerOf(after.right.collector))
        const lines = differences.map((difference) => ({ explained: explain(difference), difference }))
        const text = (): string => lines.map(({ explained }) => `${explained.replaceAll('\n', '\\n')}\n`).join('')
        const stdout = written(format.right, environment, { document: () => lines, text })
        return resultOf(stdout, [], differences.length === 0 ? 0 : 2)
      },
    })
  },
}
