/**
 * Finds the worlds of the comparison with brute force: the first thousand in which three controllers or more have work, and
 * whose courses can be followed one by one. Two of three worlds are too large, which takes longest to find out.
 * Run by `node scripts/run-ts.mjs test/simulate/outcomes/crowded-seeds.make.ts`, which writes the list.
 */
import { writeFileSync } from 'node:fs'

import { enumerated } from './compare.js'
import { crowdedWorld, largest, leastActors } from './crowded-worlds.js'

const seeds: number[] = []
for (let seed = 1; seeds.length < 1000; seed++) {
  const all = enumerated(crowdedWorld(seed), largest)
  if (all !== undefined && all.atWork.size >= leastActors) seeds.push(seed)
}
writeFileSync('test/simulate/outcomes/crowded-seeds.json', `${JSON.stringify(seeds)}\n`)
