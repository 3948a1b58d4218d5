/** The daemons, and how many worlds each is given in `npm run verify`. */
import { containerdSuites } from './containerd/suite.js'
import { containerFileSuites } from './container-files/suite.js'
import { criSuites } from './cri/suite.js'
import { dockerSuites } from './docker/suite.js'
import { answerSuites } from './kubernetes/answers/suite.js'
import { clientSuites } from './kubernetes/suite.js'
import { exampleSuites } from './examples/suite.js'
import { fleetSuites } from './fleet/suite.js'
import { kustomizeSuites } from './kustomize/suite.js'
import { nodeAgentSuites } from './node-agent/suite.js'
import { programSuites } from './programs/suite.js'

/** What a run is told. */
export interface Run {
  readonly worlds: number
  readonly seed: number
}

/** What came of one daemon; worlds are counted, and differences fail. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly said: string
}

/** One daemon. */
export interface Suite {
  readonly name: string
  readonly worlds: number
  readonly run: (run: Run) => Promise<Tally>
}

/** Every daemon. */
export const suites: ReadonlyArray<Suite> = [
  ...containerdSuites,
  ...criSuites,
  ...dockerSuites,
  ...programSuites,
  ...clientSuites,
  ...nodeAgentSuites,
  ...answerSuites,
  ...exampleSuites,
  ...containerFileSuites,
  ...kustomizeSuites,
  ...fleetSuites,
]
