/** kubectl and @kubernetes/client-node on a fake cluster behind HTTP: each step says what it expects, and what it found. */
import { listen, servedCluster } from '../../src/testing/http/index.js'
import type { ClusterInput } from '../../src/testing/index.js'
import type { Tally } from '../suites.js'

/** A fake cluster that listens, on the time of the machine. */
export const fakeServer = async (input: ClusterInput = []) => {
  const cluster = servedCluster(input, { now: () => new Date() })
  return { cluster, ...(await listen(cluster, { tickEvery: 200 })) }
}

/** Steps of one client. */
export interface Steps {
  /** Notes a step; it fails where the two are not the same JSON. */
  readonly step: (what: string, actual: unknown, expected: unknown) => void
  readonly tally: (version: string) => Tally
}

/** Counts steps, and says which of them went wrong. */
export const steps = (): Steps => {
  let passed = 0
  let failed = 0
  return {
    step: (what, actual, expected) => {
      const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
      if (found === wanted) passed++
      else {
        failed++
        console.log(`  ${what}: expected ${wanted}, found ${found}`)
      }
    },
    tally: (version) => ({
      passed,
      failed,
      skipped: 0,
      said: `${version}, ${passed} steps as expected, ${failed} not`,
    }),
  }
}
