/**
 * Attacks readers with hostile inputs: `npm run hostile -- [ENTRY...] [--count N] [--seed S] [--chunk K]`. Prints a line for each
 * reader, and each input that made it throw, hang, answer nothing, or change what it was given or what all code shares.
 */
import { parseArgs } from 'node:util'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'

import type { Attacked } from './attack.js'
import { attack, chunkSize } from './attack.js'
import { entries } from './entries.js'

const usage = `usage: npm run hostile -- [ENTRY...] [--count N] [--seed S] [--chunk K]

Gives N hostile inputs (10,000) to each reader, or to those named, in chunks of ${chunkSize}; --chunk gives the K-th chunk alone.
A reader that takes a minute of processor time for a chunk hangs.`

interface Job {
  readonly name: string
  readonly seed: number
  readonly chunks: ReadonlyArray<number>
  readonly count: number
}

/** Seconds of processor time, since the machine may have more to do. */
const patience = 60

const secondsSince = (begin: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1e6
}

const serve = ({ name, seed, chunks, count }: Job): void => {
  const entry = entries.find((one) => one.name === name)
  if (entry === undefined) throw new Error(`no reader ${name}`)
  for (const chunk of chunks)
    parentPort?.postMessage(attack(entry, seed, chunk, Math.min(chunkSize, count - chunk * chunkSize)))
}

interface Sum {
  readonly inputs: number
  readonly refused: number
  readonly faults: number
}

/** One reader in a worker of its own: what it does to shared objects ends with it. */
const attackIn = (job: Job): Promise<Sum> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: job })
    let sum: Sum = { inputs: 0, refused: 0, faults: 0 }
    let done = 0
    let begin = process.cpuUsage()
    const watch = setInterval(() => {
      if (secondsSince(begin) < patience) return
      print(`${job.name} chunk ${job.chunks[done] ?? 0}: hangs`)
      sum = { ...sum, faults: sum.faults + 1 }
      clearInterval(watch)
      void worker.terminate()
    }, 1000)
    worker.on('message', ({ inputs, refused, faults }: Attacked) => {
      begin = process.cpuUsage()
      done++
      for (const { chunk, place, because, input } of faults)
        print(`${job.name} chunk ${chunk} input ${place}: ${because}\n  ${input}`)
      sum = { inputs: sum.inputs + inputs, refused: sum.refused + refused, faults: sum.faults + faults.length }
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      clearInterval(watch)
      resolve(sum)
    })
  })

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const wholeNumber = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : NaN)

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    options: {
      count: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      chunk: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [count, seed] = [wholeNumber(values.count), wholeNumber(values.seed)]
  const names = entries.map(({ name }) => name).filter((name) => positionals.length === 0 || positionals.includes(name))
  const only = values.chunk === undefined ? null : wholeNumber(values.chunk)
  const unknown = positionals.filter((name) => !names.includes(name))
  if ([count, seed, only ?? 0].some(Number.isNaN) || unknown.length > 0) {
    process.stderr.write(`${unknown.map((name) => `no reader ${name}\n`).join('')}${usage}\n`)
    return 2
  }
  const chunks = only === null ? Array.from({ length: Math.ceil(count / chunkSize) }, (_, chunk) => chunk) : [only]
  let faults = 0
  let inputs = 0
  for (const name of names) {
    const begin = process.cpuUsage()
    const sum = await attackIn({ name, seed, chunks, count: only === null ? count : (only + 1) * chunkSize })
    print(
      `${name.padEnd(32)} ${sum.inputs} inputs, ${sum.refused} refused, ${sum.faults} faults, ${secondsSince(begin).toFixed(1)} s of processor`,
    )
    faults += sum.faults
    inputs += sum.inputs
  }
  print(`${inputs} hostile inputs for ${names.length} readers, ${faults} faults, seed ${seed}`)
  return faults === 0 ? 0 : 1
}

if (isMainThread) process.exitCode = await main()
else serve(workerData as Job)
