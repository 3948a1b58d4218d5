/**
 * Answers how long it takes to forecast a week of a node on which n containers start. The yardstick only steps
 * through the week in looks of ten seconds and reads how full the disk is; that the result is the one of a forecast which
 * leaves out no run and no look is tried apart.
 */
import { either as E } from 'fp-ts'

import { forecastBy } from '../src/simulate/node/forecast.js'
import type { Bench } from './bench.js'
import { week, weekOf, weekPolicies } from './node-forecast.input.js'

export const nodeForecast: Bench = {
  name: 'node-forecast',
  about: 'a week with runs every five minutes and looks every ten seconds, in which n containers start',
  sizes: [100, 1_000],
  prepare: (size) => {
    const node = weekOf(size)
    const quick = forecastBy({ everyRun: false })(node, weekPolicies)
    const slow = forecastBy({ everyRun: true })(node, weekPolicies)
    return {
      items: size,
      work: () => quick(week),
      yardstick: () => fullestLook(node.images.imageFs),
      disagreement: () => {
        const [made, plain] = [quick(week), slow(week)]
        if (E.isLeft(made) || E.isLeft(plain)) return 'the forecast was refused'
        const told = { ...made.right, usage: [] }
        const toldPlainly = { ...plain.right, usage: [] }
        if (told.runs.length === 0) return 'nothing ran'
        return JSON.stringify(told) === JSON.stringify(toldPlainly) ? null : 'a run that was left out did something'
      },
    }
  },
}

type Disk = ReturnType<typeof weekOf>['images']['imageFs']

/** The most that one of the looks of a week sees in use, if nothing is ever removed. */
const fullestLook = (disk: Disk): number => {
  const available = disk._tag === 'Unknown' ? 0 : numberIn(disk.value.availableBytes)
  let fullest = Infinity
  for (let at = 0; at <= week; at += 10_000) fullest = Math.min(fullest, available - 3 * at)
  return fullest
}

const numberIn = (value: { readonly _tag: 'None' } | { readonly _tag: 'Some'; readonly value: unknown }): number =>
  value._tag === 'Some' ? Number(value.value) : 0
