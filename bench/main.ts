/**
 * Runs the benchmarks whose names contain one of the words given, or all of them, and prints one line per size.
 */
import { spawnSync } from 'node:child_process'

import { aloneFlag, measureAlone, measureApart } from './apart.js'
import type { Bench } from './bench.js'
import { compare, pairs } from './beside.js'
import { containerdRetained } from './containerd-retained.bench.js'
import { containerdMark, containerdPlan, containerdPlanCold, containerdPlanPort } from './containerd.bench.js'
import { executions } from './execute.bench.js'
import { growthFlags, printGrowth } from './growth.js'
import { kubeletContainer, kubeletContainerPort } from './kubelet-container.bench.js'
import { kubeletImage } from './kubelet-image.bench.js'
import { kubernetesAdmission, kubernetesAdmissionOverLimit } from './kubernetes-admission.bench.js'
import {
  kubernetesCascadeBackground,
  kubernetesCascadeForeground,
  kubernetesCascadePorts,
} from './kubernetes-cascade.bench.js'
import { kubernetesLifecycleJobs, kubernetesLifecycleSecrets } from './kubernetes-lifecycle.bench.js'
import { kubernetesHistory } from './kubernetes-history.bench.js'
import { kubernetesOwner, kubernetesOwnerDecoded, kubernetesOwnerGone } from './kubernetes-owner.bench.js'
import { kubernetesOwnerMemory } from './kubernetes-owner-memory.bench.js'
import { kubernetesPod, kubernetesTtl } from './kubernetes-pod.bench.js'
import { kubernetesTogether } from './kubernetes-together.bench.js'
import { compareTo, missingIn, printRecorded, recordTo } from './recorded.js'
import type { RowName } from './ratios.js'
import { nodeForecast } from './node-forecast.bench.js'
import { nodeReclaim, nodeReclaimUnrelated, nodeReclaimUnrelatedPort } from './node-reclaim.bench.js'
import type { Figures } from './measure.js'
import { growth, measure } from './measure.js'
import type { TimedBench } from './timed.js'
import { measureTimed } from './timed.js'
import { yamlReads } from './yaml.bench.js'

const benches: ReadonlyArray<Bench> = [
  kubeletContainer,
  kubeletContainerPort,
  kubeletImage,
  containerdMark,
  containerdPlan,
  containerdPlanPort,
  containerdPlanCold,
  containerdRetained,
  kubernetesHistory,
  kubernetesOwner,
  kubernetesOwnerDecoded,
  kubernetesOwnerGone,
  kubernetesOwnerMemory,
  kubernetesLifecycleJobs,
  kubernetesLifecycleSecrets,
  kubernetesPod,
  kubernetesTtl,
  kubernetesTogether,
  kubernetesAdmission,
  kubernetesAdmissionOverLimit,
  kubernetesCascadeBackground,
  kubernetesCascadeForeground,
  ...kubernetesCascadePorts,
  nodeReclaim,
  nodeReclaimUnrelated,
  nodeReclaimUnrelatedPort,
  nodeForecast,
  ...yamlReads,
]

const columns = ['items', 'plan ms', 'yardstick ms', 'ratio', 'growth', 'heap B/item', 'runs']

const lineOf = (figures: Figures, before: Figures | undefined): ReadonlyArray<string> => [
  String(figures.items),
  figures.workMs.toFixed(2),
  figures.yardstickMs.toFixed(2),
  (figures.workMs / figures.yardstickMs).toFixed(2),
  before === undefined ? '' : growth(before, figures).toFixed(2),
  figures.heapPerItem.toFixed(0),
  String(figures.runs),
]

const print = (cells: ReadonlyArray<string>): void => {
  process.stdout.write(`  ${cells.map((cell) => cell.padStart(14)).join('')}\n`)
}

const processesPerSide = 3

/** Figures of first runs, each in a process of its own. */
const measureCold = (bench: Bench, size: number): Figures => {
  const { items, disagreement } = bench.prepare(size)
  const { work, yardstick } = measureApart(program, bench.name, size, processesPerSide)
  return {
    items,
    runs: work.runs,
    workMs: work.processor.median,
    yardstickMs: yardstick.processor.median,
    heapPerItem: work.memory.heapPerItem,
    disagreement: disagreement(),
  }
}

/** Prints one benchmark; true when work and yardstick decided the same at every size. */
const run = (bench: Bench): boolean => {
  process.stdout.write(`${bench.name}: ${bench.about}\n`)
  print(columns)
  let before: Figures | undefined
  let agreed = true
  for (const size of bench.sizes) {
    const figures = bench.isCold === true ? measureCold(bench, size) : measure(bench, size)
    print(lineOf(figures, before))
    if (figures.disagreement !== null) process.stdout.write(`  plan and yardstick disagree: ${figures.disagreement}\n`)
    agreed = agreed && figures.disagreement === null
    before = figures
  }
  return agreed
}

/** Prints what a benchmark of tasks costs per item, in microseconds of processor time. */
const runTimed = async (bench: TimedBench): Promise<void> => {
  process.stdout.write(`${bench.name}: ${bench.about}\n`)
  print(['items', 'work us', 'yardstick us', 'beyond us', 'ratio'])
  for (const size of bench.sizes) {
    const { items, work, yardstick } = await measureTimed(bench, size)
    print(
      [items, ...[work, yardstick, work - yardstick, work / yardstick].map((value) => value.toFixed(2))].map(String),
    )
  }
}

const isCalled =
  (words: ReadonlyArray<string>) =>
  ({ name }: { readonly name: string }): boolean =>
    words.length === 0 || words.some((word) => name.includes(word))

/** Compares what is called so, up to a size, with another checkout; true when anything was compared. */
const runBeside = async (directory = '', upTo = '', ...words: ReadonlyArray<string>): Promise<boolean> => {
  const chosen = (await pairs(directory)).filter(({ here }) => isCalled(words)(here))
  print(['items', 'ms', 'beside ms', 'ratio', 'median ratio', 'rounds'])
  for (const { here, beside } of chosen) {
    process.stdout.write(`${here.name}\n`)
    for (const size of here.sizes.filter((each) => each <= Number(upTo))) {
      const { items, rounds, here: own, beside: other, ratioOfLeast, medianRatio } = compare(here, beside, size)
      print([
        String(items),
        ...[own, other, ratioOfLeast, medianRatio].map((value) => value.toFixed(2)),
        String(rounds),
      ])
    }
  }
  return chosen.length > 0
}

/** Measures what is called so with processes for each side; true when anything was measured. */
const runApart = (words: ReadonlyArray<string>): boolean => {
  const chosen = benches.filter(isCalled(words))
  for (const bench of chosen) {
    process.stdout.write(`${bench.name}: ${bench.about}\n`)
    print(['size', 'least ms', 'yardstick', 'ratio', 'median ratio', 'on a clock', 'median', 'runs'])
    for (const size of bench.sizes) {
      const { work, yardstick } = measureApart(program, bench.name, size, processesPerSide)
      const ratios = [work.processor, work.elapsed].flatMap(({ least, median: middle }, index) => {
        const other = index === 0 ? yardstick.processor : yardstick.elapsed
        return [least / other.least, middle / other.median]
      })
      const cells = [work.processor.least, yardstick.processor.least, ...ratios].map((value) => value.toFixed(2))
      print([String(size), ...cells, `${work.runs}/${yardstick.runs}`])
    }
  }
  return chosen.length > 0
}

/** One side of one benchmark, for {@link runApart}. */
const runAlone = (name: string, size: number, side: string): boolean => {
  const bench = benches.find((each) => each.name === name)
  if (bench !== undefined) measureAlone(bench, size, side === 'work' ? 'work' : 'yardstick')
  return bench !== undefined
}

/** Runs what is called so, or everything but the growth; true when all of them agreed. */
const runAll = async (words: ReadonlyArray<string>): Promise<boolean> => {
  const chosen = benches.filter(isCalled(words))
  const chosenTasks = executions.filter(isCalled(words))
  if (chosen.length + chosenTasks.length === 0) {
    const names = ['growth', ...benches.map(({ name }) => name), ...executions.map(({ name }) => name)]
    process.stderr.write(`no benchmark named ${words.join(', ')}; there are ${names.join(', ')}\n`)
  }
  const agreed = chosen.map(run).every((same) => same)
  for (const bench of chosenTasks) await runTimed(bench)
  return chosen.length + chosenTasks.length > 0 && agreed
}

/** Every size of what is called so. */
const rowsOf = (words: ReadonlyArray<string>): ReadonlyArray<RowName> =>
  benches.filter(isCalled(words)).flatMap(({ name, sizes }) => sizes.map((size) => ({ bench: name, size })))

const runMode = (): boolean | Promise<boolean> => {
  if (first === aloneFlag) return runAlone(others[0] ?? '', Number(others[1]), others[2] ?? '')
  if (first === '--apart') return runApart(others)
  const [file = '', ...words] = others
  if (first === '--record') return recordTo(program, file, rowsOf(words), rowsOf([]))
  if (first === '--complete') return recordTo(program, file, missingIn(file, rowsOf(words)), rowsOf([]))
  if (first === '--compare') return compareTo(program, file, rowsOf(words), isCalled(words))
  if (first === '--recorded') return printRecorded(file)
  if (first === 'growth') return printGrowth(others)
  return first === '--beside' ? runBeside(...others) : runAll(process.argv.slice(2))
}

const [program = '', first, ...others] = process.argv.slice(1)
const isFlagged = growthFlags.every((flag) => process.execArgv.includes(flag))
if (first === 'growth' && !isFlagged) {
  const flags = [...process.execArgv, ...growthFlags]
  process.exitCode =
    spawnSync(process.execPath, [...flags, program, first, ...others], { stdio: 'inherit' }).status ?? 1
} else process.exitCode = (await runMode()) ? 0 : 1
