import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Family, Policy, Snapshot } from '../../src/kubelet/image/index.js'
import * as KubeletImage from '../../src/kubelet/image/index.js'
import * as arbitrary from '../../src/testing/arbitrary/index.js'
import { runs } from '../runs.js'

type Collector = Parameters<typeof arbitrary.lawsOf<Family, Snapshot, Policy>>[0]['collector']

/** Which of these laws a collector breaks. */
const brokenBy = async (collector: Collector, ...titles: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const laws = arbitrary.lawsOf<Family, Snapshot, Policy>({
    collector,
    policy: arbitrary.KubeletImage.policies,
    snapshot: arbitrary.KubeletImage.snapshots,
    readAt: (at) => (snapshot) => ({ ...snapshot, at }),
    settles: () => true,
    numRuns: runs(1000),
  })
  const broken: string[] = []
  for (const { title, check } of laws.filter((law) => titles.includes(law.title)))
    await check().catch(() => {
      broken.push(title)
    })
  return broken
}

describe('the laws of a collector', () => {
  it('are broken by one that plans otherwise every time', async () => {
    const title = 'deterministic: the same snapshot gives the same plan'
    let plans = 0
    const plan: Collector['plan'] = (policy) => (snapshot) =>
      E.map((made: KubeletImage.Plan) => ({ ...made, at: new Date(++plans) }))(KubeletImage.plan(policy)(snapshot))
    expect(await brokenBy({ ...KubeletImage, plan }, title)).toEqual([title])
  })

  it('are broken by one that applies nothing', async () => {
    const titles = [
      'settled: a plan after apply removes nothing more',
      'applied: a report without failures changes the snapshot as apply does',
    ]
    expect(await brokenBy({ ...KubeletImage, apply: () => (snapshot) => snapshot }, ...titles)).toEqual(titles)
  })

  it('are broken by one that has no words for its reasons', async () => {
    const title = 'explained: every reason yields one full sentence'
    expect(await brokenBy({ ...KubeletImage, explain: () => 'because of undefined' }, title)).toEqual([title])
  })
})
