/**
 * Prepares each worker before its test files: the host is guarded, properties without a number of runs of their own get one,
 * and what fails says how to replay it. A worker runs this once per test file, but modules only once.
 */
import fc from 'fast-check'

import './host.js'
import { printsReplay, replayed } from './replay.js'
import { runs } from './runs.js'

fc.configureGlobal({ numRuns: runs(100), ...replayed })
printsReplay()
