/** Whether a daemon that is not there is a failure. */
import type { Tally } from './suites.js'

/** Root can start daemons; elsewhere nobody expects them. */
export const canRunDaemons = (): boolean => process.getuid?.() === 0 && process.platform === 'linux'

/** What is said where nobody can start a daemon. */
export const needsRoot = 'needs root on Linux'

const outOfReach =
  /not configured|Could not (resolve|connect)|Failed to fetch|Temporary failure|apt-get: not found|ENOENT/

/** What a daemon that is not there counts as: red where it should be there. */
export const absent = (because: string): Tally =>
  canRunDaemons() && !outOfReach.test(because)
    ? { passed: 0, failed: 1, skipped: 0, said: `NOT RUN: ${because}` }
    : { passed: 0, failed: 0, skipped: 1, said: `skipped: ${because}` }
