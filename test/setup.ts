/**
 * Prepares each worker before its test files: the host is guarded, and properties without a number of runs of their own
 * get one. A worker runs this once per test file, but the guard's module only once.
 */
import fc from 'fast-check'

import './host.js'
import { runs } from './runs.js'

fc.configureGlobal({ numRuns: runs(100) })
