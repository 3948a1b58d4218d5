/**
 * Answers `gcplan forecast node`: what happens on a node run after run, and when eviction strikes.
 */
import { either as E, option as O } from 'fp-ts'

import { Eviction, Forecast } from '../../node/index.js'
import type { Command, Prepared } from '../command.js'
import { written } from '../document.js'
import { printLines } from '../lines.js'
import { courseFlags, courseOf, startOf } from '../node/course.js'
import { forecastLines, forecastPicture } from '../node/forecast-text.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { failed, resultOf } from '../plan/print.js'
import { settingsFlags } from '../plan/settings.js'
import { onNode, planError, reclaimGroups } from '../reclaim/prepare.js'

/** The command. */
export const forecastNode: Command = {
  words: ['forecast', 'node'],
  summary: 'what image collection and eviction will do on a node, run after run',
  usage: '[FLAGS] [FILES]',
  about: [
    'Runs image collection every five minutes and eviction every ten seconds over a node whose disk fills up: what each run counts and what it really frees, when pods would be evicted, when the condition clears.',
    'Images share layers, so a forecast reads the layer store beside the images of the node. Pods are not read: eviction collects images, and evicts none.',
  ],
  groups: [
    ...reclaimGroups.filter(({ heading }) => heading !== 'What is wanted'),
    { heading: 'The course of events', flags: [...courseFlags, ...settingsFlags('eviction')] },
    {
      ...outputFlags,
      flags: [{ name: 'svg', about: 'print a picture of the disk over time, instead of text' }, ...outputFlags.flags],
    },
  ],
  examples: [
    'gcplan forecast node images.json ps.json stats.json memory.json inspecti.json usage.txt --growth 5000000',
    'gcplan forecast node --snapshot snapshot.json --inspecti inspecti.json --growth 5000000 --svg > disk.svg',
  ],
  exitCodes: { 0: 'nothing happens', 2: 'a run removes something, a pod is evicted or a condition begins' },
  prepare: (given) => {
    const format = outputFormat(given)
    if (E.isLeft(format)) return format
    const course = courseOf(given)
    if (E.isLeft(course)) return course
    const prepared = onNode(given, format.right, (world, asked) => {
      const start = startOf(world, given, course.right, asked)
      if (E.isLeft(start)) return failed(start.left)
      const { node, policies } = start.right
      const made = Forecast.forecast(node, policies)(course.right.horizon)
      if (E.isLeft(made)) return planError(made.left, asked.notes)
      const { runs, evictions, conditions, capacityBytes } = made.right
      const stdout = given.has('svg')
        ? forecastPicture(policies.image, evictionPercent(policies, capacityBytes), made.right)
        : written(format.right, world, {
            document: () => ({ kind: 'gcplan/forecast', version: 1, ...made.right }),
            text: () => printLines(format.right)(forecastLines(made.right)),
          })
      const quiet = runs.length === 0 && evictions.length === 0 && conditions.length === 0
      return resultOf(stdout, asked.notes, quiet ? 0 : 2)
    })
    return E.map((one: Prepared) => ({
      ...one,
      paths: [...one.paths, ...given.values('growth-log')],
    }))(prepared)
  },
}

/** Usage at which the first hard threshold on the disk of the images is met. */
const evictionPercent = ({ eviction }: Forecast.NodePolicies, capacity: number): number | null => {
  const free = eviction.thresholds
    .filter((one) => one.signal === 'imagefs.available' && Eviction.isHard(one) && one.operator === 'LessThan')
    .map(({ value }) => (Number(Eviction.amountOf(value, BigInt(capacity)).mantissa) / capacity) * 100)
  const most = O.fromNullable(free.sort((a, b) => b - a)[0])
  return O.isSome(most) ? Math.round((100 - most.value) * 100) / 100 : null
}
