/**
 * The same requests to the handler of the fake cluster and to a real API server: status, reason, body and, in the end, all
 * objects are compared.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { built, cacheFolder } from '../build.mjs'
import { startControlPlane } from '../control-plane.js'
import type { Suite, Tally } from '../../suites.js'
import { drawn } from './draw.js'
import { definitions, kinds } from './kinds.js'
import { type Difference, differencesOf, playerOf } from './play.js'
import { type Side, fakeSide, realSide } from './sides.js'
import type { Step } from './step.js'
import { type Tolerated, tolerated } from './tolerated.js'

/** What came of a sequence. */
interface Outcome {
  readonly same: number
  /** Why it ended before its end, or was passed over. */
  readonly excused: ReadonlyArray<Tolerated>
  readonly wrong?: { readonly step: Step; readonly differences: ReadonlyArray<Difference> }
}

const stepsOfOne = 60

const define = async (side: Side): Promise<void> => {
  for (const body of definitions)
    await side.ask({ method: 'POST', path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', body })
}

/** What there is in the end: everything of each kind in both namespaces. */
const endOf = (namespaces: ReadonlyArray<string>): ReadonlyArray<Step> =>
  kinds
    .filter(({ namespaced }) => namespaced)
    .flatMap(({ apiVersion, resource }) =>
      namespaces.map((namespace): Step => ({
        method: 'GET',
        path: `${apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`}/namespaces/${namespace}/${resource}`,
      })),
    )

const played = async (real: Side, seed: number): Promise<Outcome> => {
  const fake = fakeSide('1.20')
  await define(fake)
  const [here, there] = [playerOf(fake), playerOf(real)]
  const { steps, namespaces } = drawn(seed, stepsOfOne)
  const excused: Tolerated[] = []
  let same = 0
  for (const step of [...steps, ...endOf(namespaces)]) {
    const [one, other] = [await here.play(step), await there.play(step)]
    const differences = differencesOf(one.normal, other.normal)
    const excuse = differences.length === 0 ? undefined : tolerated.find(({ isMeant }) => isMeant(step, differences))
    if (differences.length === 0) same++
    else if (excuse === undefined) return { same, excused, wrong: { step, differences } }
    else excused.push(excuse)
    if (excuse?.keepsState === false) break
  }
  return { same, excused }
}

const say = (seed: number, { wrong }: Outcome): void => {
  if (wrong === undefined) return
  console.log(`  seed ${seed}: ${JSON.stringify(wrong.step)}`)
  for (const { at, fake, real } of wrong.differences)
    console.log(`    ${at}: fake ${JSON.stringify(fake)}, real ${JSON.stringify(real)}`)
}

const run = async ({ worlds, seed }: { readonly worlds: number; readonly seed: number }): Promise<Tally> => {
  if (!existsSync(join(cacheFolder(), 'bin/kube-apiserver')))
    return {
      passed: 0,
      failed: 0,
      skipped: 1,
      said: 'skipped: Kubernetes 1.20.2 is not built (npm run e2e:kubernetes)',
    }
  // Managed fields would give new versions to objects that nothing else changes.
  const plane = await startControlPlane(built(console.log), ['--feature-gates=ServerSideApply=false'])
  try {
    const real = realSide(plane.kubeconfig)
    await define(real)
    await sleep(3000)
    const outcomes: Outcome[] = []
    for (let one = seed; one < seed + worlds; one++) {
      const outcome = await played(real, one)
      say(one, outcome)
      outcomes.push(outcome)
    }
    const failed = outcomes.filter(({ wrong }) => wrong !== undefined).length
    const same = outcomes.reduce((sum, outcome) => sum + outcome.same, 0)
    const excused = outcomes.reduce((sum, outcome) => sum + outcome.excused.length, 0)
    return {
      ...{ passed: outcomes.length - failed, failed, skipped: 0 },
      said: `1.20.2, ${outcomes.length} sequences, ${same} answers the same, ${excused} differences that are known, ${failed} others`,
    }
  } finally {
    await plane.stop()
  }
}

/** The handler beside the real server. */
export const answerSuites: ReadonlyArray<Suite> = [{ name: 'answers-kubernetes-1.20', worlds: 40, run }]
