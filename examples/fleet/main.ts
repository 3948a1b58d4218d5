/** Plans a fleet with killed workers, and reports how fast: `npm start -- NODES SEED`. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { planAlone, planOnQueue } from './planner.js'
import { chanceFrom, writeFleet } from './snapshots.js'

const [nodes = 10_000, seed = 1] = process.argv.slice(2).map(Number)
const place = mkdtempSync(join(tmpdir(), 'gcplan-fleet-'))
const [fleet, tenth] = [join(place, 'fleet'), join(place, 'tenth')]
const chance = chanceFrom(seed)

const say = (what: string, count: number, seconds: number, more = ''): void => {
  const hourly = Math.round((count / seconds) * 3600)
  console.log(`${what}: ${count} in ${seconds.toFixed(1)} s, ${hourly} an hour${more}`)
}

const digestIn = (rows: string): string => `, digest ${createHash('sha256').update(rows).digest('hex').slice(0, 16)}`

try {
  for (const folder of [fleet, tenth]) mkdirSync(folder)
  writeFleet(fleet, { nodes, clusters: 20, seed })
  const names = readdirSync(fleet)
  const began = performance.now()
  const rows = await planAlone(fleet, place)
  say('one process', names.length, (performance.now() - began) / 1000, digestIn(rows))
  const found = await planOnQueue(fleet, place, { workers: 2, kills: Math.ceil(nodes / 500), chance })
  const lost = `, ${found.killed} killed, ${found.retried} jobs retried`
  say('2 workers', found.count, found.seconds, `${lost}${digestIn(found.rows)}`)
  if (found.rows !== rows) throw new Error('they found something else')
  // Throughput without anybody dying, on a tenth.
  for (const name of names.filter((_, index) => index % 10 === 0)) renameSync(join(fleet, name), join(tenth, name))
  for (const workers of [1, 2]) {
    const { count, seconds } = await planOnQueue(tenth, place, { workers, kills: 0, chance })
    say(`${workers} of ${workers} workers alive`, count, seconds)
  }
} finally {
  rmSync(place, { recursive: true, force: true })
}
