/**
 * Plays the atlas: every case of finite universes of small worlds is decided by the library, and digests of the answers are
 * compared with those of the real code. The one file here that prints.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

import type { Command } from './arguments.js'
import { readArguments, usage } from './arguments.js'
import { drawBlocks } from './draw.js'
import type { Open } from './open.js'
import { open } from './open.js'
import type { Block, Played } from './play.js'
import { playAll, serve } from './pool.js'
import type { Tally } from './print.js'
import { equalIn, printLeftOut, printSum, printTally } from './print.js'
import { openMemory } from './remembered.js'
import type { Atlas } from './universe.js'
import { blocksIn, readAtlas } from './universe.js'
import { worldsOf } from './worlds/index.js'

type Asked = Exclude<Command, { readonly _tag: 'Misused' }>

const program = new URL(import.meta.url)
const code = createHash('sha256').update(readFileSync(program)).digest('hex')

const names = readdirSync('vectors/atlas')
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''))
  .sort()

const print = (lines: ReadonlyArray<string>): void => {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
}

/** What draws the blocks of a sample. */
const commit = (): string => {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return 'no commit'
  }
}

interface Universe {
  readonly name: string
  readonly atlas: Atlas
}

/** All blocks that are asked for. */
const blocksOf = (asked: Asked, universes: ReadonlyArray<Universe>): ReadonlyArray<Block> => {
  const sized = universes.map(({ name, atlas }) => ({ name, blocks: blocksIn(atlas) }))
  switch (asked._tag) {
    case 'Block':
      return [{ name: asked.name, block: asked.block }]
    case 'Sample':
      return drawBlocks(sized, asked.blocks, commit())
    case 'Whole':
      return sized.flatMap(({ name, blocks }) => Array.from({ length: blocks }, (_, block) => ({ name, block })))
  }
}

/** Tells now and then how far a run is. */
const progress = (blocks: number): ((played: Played) => void) => {
  const begin = performance.now()
  let told = begin
  let done = 0
  return ({ name, block, differences }) => {
    done++
    if (differences.length > 0) process.stderr.write(`${name} block ${block} differs\n`)
    const now = performance.now()
    if (now - told < 10_000 && done < blocks) return
    told = now
    const left = ((now - begin) / done / 1000) * (blocks - done)
    process.stderr.write(`${done} of ${blocks} blocks played, at ${name}, about ${Math.ceil(left)} s left\n`)
  }
}

const run = async (asked: Asked): Promise<boolean> => {
  const chosen = 'name' in asked && asked.name !== null ? [asked.name] : names
  // What is asked for by name is played in full.
  const leftOut: ReadonlyArray<Open> = chosen === names ? open : []
  const universes = chosen
    .filter((name) => leftOut.every((one) => one.name !== name || one.versions !== undefined))
    .map((name) => ({ name, atlas: readAtlas(name) }))
  const known = universes.filter(({ atlas }) => worldsOf(atlas) !== undefined)
  const unknown = universes.filter((universe) => !known.includes(universe)).map(({ name }) => name)
  const blocks = blocksOf(asked, known)
  const memory = asked._tag === 'Whole' ? openMemory('reports/atlas.txt', code, asked.fresh) : null
  const waiting = blocks.filter((block) => memory?.holds(block) !== true)
  const played: Played[] = []
  const tell = progress(waiting.length)
  const versionsLeftOut = (name: string): ReadonlyArray<string> =>
    leftOut.flatMap((one) => (one.name === name ? (one.versions ?? []) : []))
  await playAll(
    waiting.map((block) => ({ ...block, leftOut: versionsLeftOut(block.name) })),
    program,
    code,
    (one) => {
      played.push(one)
      // A block that leaves out a version is not done with.
      if (one.differences.length === 0 && versionsLeftOut(one.name).length === 0) memory?.add(one)
      tell(one)
    },
  )
  const tallies = known.map(({ name }): Tally => {
    const own = blocks.filter((block) => block.name === name)
    return {
      name,
      asked: own.length,
      remembered: own.filter((block) => !waiting.includes(block)).length,
      played: played.filter((one) => one.name === name),
    }
  })
  print(tallies.flatMap(printTally))
  print(printLeftOut(leftOut, unknown))
  print([printSum(tallies)])
  return blocks.length > 0 && unknown.length === 0 && tallies.every((tally) => equalIn(tally) === tally.asked)
}

const main = async (): Promise<number> => {
  const command = readArguments(process.argv.slice(2))
  const fault = faultOf(command)
  if (command._tag === 'Misused' || fault !== null) {
    process.stderr.write(`${fault ?? ''}\n${usage}\n`)
    return 2
  }
  return (await run(command)) ? 0 : 1
}

const faultOf = (command: Command): string | null => {
  if (command._tag === 'Misused') return command.because
  if (!('name' in command) || command.name === null) return null
  if (!names.includes(command.name)) return `no universe ${command.name}; there are ${names.join(', ')}`
  const blocks = blocksIn(readAtlas(command.name))
  return command._tag === 'Block' && command.block >= blocks ? `${command.name} has ${blocks} blocks, from 0` : null
}

if (isMainThread) process.exitCode = await main()
else serve(code)
