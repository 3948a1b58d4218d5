/** `gcplan forecast node`: a simulation of garbage collection and eviction on a node, run by run. */
import { either as E, function as F } from 'fp-ts'

import * as Forecast from '../../simulate/node/index.js'
import { drawUsage } from '../../render/index.js'
import { forecastView } from '../../view/index.js'
import type { Command, Environment, Given, Result } from '../command.js'
import { nodeFlags } from '../gathered/given.js'
import { written } from '../document.js'
import { printLines } from '../lines.js'
import { type Start, scenarioFlags, scenarioIn } from '../node/scenario.js'
import { forecastLines } from '../node/forecast-text.js'
import { nodePolicyFlags } from '../node/policies.js'
import { pressureFlags } from '../node/pressure.js'
import { type Format, outputFlags, outputFormat } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { saidRules } from '../release/chosen.js'
import { answering } from '../sources.js'
import { planError, reclaimGroups } from '../reclaim/prepare.js'

/** The command. */
export const forecastNode: Command = {
  words: ['forecast', 'node'],
  summary: 'what image GC and eviction will do on a node, run after run',
  usage: '[FLAGS] [FILES]',
  about: [
    'Simulates image GC every five minutes and eviction every ten seconds on a node whose disk fills up: what each run counts and really frees, when pods are evicted, when the condition clears.',
    'Images share layers, so a forecast also reads the layer store. With --pods and --stats it also says which pods are evicted.',
  ],
  groups: [
    ...reclaimGroups.filter(({ heading }) => heading !== 'Target'),
    nodeFlags,
    pressureFlags,
    { heading: 'Events', flags: scenarioFlags },
    { heading: 'Eviction and dead containers', flags: nodePolicyFlags },
    {
      ...outputFlags,
      flags: [{ name: 'svg', about: 'print a picture of the disk over time, instead of text' }, ...outputFlags.flags],
    },
  ],
  examples: [
    'gcplan forecast node images.json ps.json stats.json memory.json inspecti.json usage.txt pods.json --growth 5000000',
    'gcplan forecast node --snapshot snapshot.json --inspecti inspecti.json --growth 5000000 --svg > disk.svg',
  ],
  exitCodes: { 0: 'nothing happens', 2: 'something is removed, a pod is evicted or a condition begins' },
  prepare: (given) =>
    answering(outputFormat(given), scenarioIn(given), (environment, start, format) =>
      forecastFrom(start, environment, given, format),
    ),
}

const forecastFrom = (
  start: Start,
  environment: Environment,
  given: Given,
  format: Format,
): E.Either<string, Result> => {
  const { node, policies, horizon, notes } = start
  return F.pipe(
    Forecast.forecast(node, policies)(horizon),
    E.map((made) => {
      const { runs, evictions, conditions } = made
      const view = forecastView(node, policies)(made)
      const stdout = given.has('svg')
        ? drawUsage(view.chart)
        : written(format, environment, {
            rules: saidRules(start.chosen),
            document: () => ({ kind: 'gcplan/forecast', version: 1, ...made }),
            text: () => printLines(format)(forecastLines(view)),
          })
      const quiet = runs.length === 0 && evictions.length === 0 && conditions.length === 0
      return resultOf(stdout, notes, quiet ? 0 : 2)
    }),
    E.orElse(planError(notes)),
  )
}
