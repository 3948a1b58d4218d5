/**
 * Says how to replay exactly the failure of a test that draws its input. A law prints seed and path; they are read back from
 * GCPLAN_SEED and GCPLAN_PATH, which no step of checking sees (scripts/environment.mjs). Other tests that draw do so by
 * numbers that are written in them, so their title is enough.
 */
import fc from 'fast-check'
import { beforeEach, expect } from 'vitest'

import { full } from './runs.js'

const { GCPLAN_SEED: seed, GCPLAN_PATH: path } = process.env

/** Whether a failure is being replayed. */
export const isReplayed: boolean = seed !== undefined

/** What every law takes up of the failure that is replayed: its counterexample alone, which is not made smaller again. */
export const replayed: object =
  seed === undefined ? {} : { seed: Number(seed), ...(path === undefined ? {} : { path, endOnFailure: true }) }

/** Texts in single quotes, for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A pattern that takes a title as it is; where vitest puts ` > ` between titles, it looks for one space. */
const titled = (name: string): string =>
  name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(' > ', '( > | )')

/** The command that runs a test alone, with as many runs as here. */
const commandOf = (file: string, name: string, variables: ReadonlyArray<readonly [string, string]>): string =>
  [
    ...variables.map(([variable, value]) => `${variable}=${quoted(value)}`),
    `npm run ${full ? 'test:only' : 'tests'} -- ${file} -t ${quoted(`^${titled(name)}$`)}`,
  ].join(' ')

/** The test that runs now: its file and its whole title. */
const running = (): readonly [string, string] => {
  const { testPath = '', currentTestName = '' } = expect.getState()
  return [testPath.replace(`${process.cwd()}/`, ''), currentTestName]
}

fc.installGlobalPlugin(() => ({
  onAllRunsComplete: (details) => {
    if (!details.failed) return
    const { seed: used, counterexamplePath } = details
    const command = commandOf(...running(), [
      ['GCPLAN_SEED', String(used)],
      ...(counterexamplePath === null ? [] : [['GCPLAN_PATH', counterexamplePath] as const]),
    ])
    throw new Error(`${fc.defaultReportMessage(details) ?? 'a law is broken'}\nReplay: ${command}`, {
      cause: details.errorInstance,
    })
  },
}))

/** Tests that draw, but not by fast-check. */
export const printsReplay = (): void => {
  beforeEach(({ onTestFailed, task }) => {
    if (!task.file.name.endsWith('.prop.test.ts')) return
    onTestFailed(({ task: { result } }) => {
      if (result?.errors?.some(({ message }) => message.includes('\nReplay: ')) === true) return
      console.error(`Replay: ${commandOf(...running(), [])}`)
    })
  })
}
