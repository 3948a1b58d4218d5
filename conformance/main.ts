/**
 * Replays files of recorded cases through the public API. The only file here that reads files and prints.
 */
import { readFileSync } from 'node:fs'

import { readArguments, usage } from './arguments.js'
import { printReport, printSelfCheck } from './print.js'
import { brokenFile, isSound, runFile } from './run.js'
import { selfCheck } from './self-check.js'
import { shapes } from './shapes/index.js'

type Text = { readonly _tag: 'Text'; readonly text: string } | { readonly _tag: 'Unreadable'; readonly because: string }

const read = (file: string): Text => {
  try {
    return { _tag: 'Text', text: readFileSync(file, 'utf8') }
  } catch (error) {
    return { _tag: 'Unreadable', because: error instanceof Error ? error.message : String(error) }
  }
}

const print = (lines: ReadonlyArray<string>): void => {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Prints one file's figures; true when all is well. */
const run = async (file: string): Promise<boolean> => {
  const held = read(file)
  const report = held._tag === 'Text' ? await runFile(shapes, held.text) : brokenFile(held.because)
  print(printReport(file, report))
  return isSound(report)
}

/** Prints what altering one file showed; true when all is well. */
const alter = async (file: string, sample: number): Promise<boolean> => {
  const held = read(file)
  const check =
    held._tag === 'Text'
      ? await selfCheck(shapes, held.text, sample)
      : { alterations: 0, undetected: [], defects: [held.because], notes: [] }
  print(printSelfCheck(file, check))
  return check.undetected.length === 0 && check.defects.length === 0
}

const main = async (): Promise<number> => {
  const command = readArguments(process.argv.slice(2))
  if (command._tag === 'Misused') {
    process.stderr.write(`${command.because}\n${usage}\n`)
    return 2
  }
  let sound = true
  for (const file of command.files) {
    const held = command._tag === 'Run' ? await run(file) : await alter(file, command.sample)
    sound = sound && held
  }
  return sound ? 0 : 1
}

process.exitCode = await main()
