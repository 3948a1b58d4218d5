/** Whether a daemon that is not there is a failure. */
import type { Tally } from './suites.js'

/** Root can start daemons; elsewhere nobody expects them. */
export const canRunDaemons = (): boolean => process.getuid?.() === 0 && process.platform === 'linux'

/** What a daemon that is not there counts as: red where it should be there. */
export const absent = (because: string, worlds: number): Tally =>
  canRunDaemons() && !/not configured|Could not resolve|Failed to fetch|Temporary failure/.test(because)
    ? { passed: 0, failed: 1, skipped: 0, said: `NOT RUN: ${because}` }
    : { passed: 0, failed: 0, skipped: worlds, said: `skipped: ${because}` }
