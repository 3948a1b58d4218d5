/** Answers whether killed workers find what one process finds, and whether the queries of the documentation answer right. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { asked, questions } from './answers.js'
import { planAlone, planOnQueue } from './planner.js'
import { chanceFrom, writeFleet } from './snapshots.js'

/** How many nodes, and how many of the fleet whose settings are tried, which takes longer. */
const [nodes, tuned] = [Number(process.env['NODES'] ?? 300), 40]

const place = mkdtempSync(join(tmpdir(), 'gcplan-fleet-'))
const [fleet, small, file] = [join(place, 'fleet'), join(place, 'small'), join(place, 'small.ndjson')]
let rows = ''

before(async () => {
  for (const folder of [fleet, small]) mkdirSync(folder)
  writeFleet(fleet, { nodes, clusters: 20, seed: 1 })
  writeFleet(small, { nodes: tuned, clusters: 20, seed: 2 })
  rows = await planAlone(small, place, ['--tune'])
  writeFileSync(file, rows)
})

after(() => rmSync(place, { recursive: true, force: true }))

test(`${nodes} nodes planned by workers that are killed and replaced are planned as by one process`, async () => {
  const way = { workers: 2, kills: Math.ceil(nodes / 100), chance: chanceFrom(1) }
  const found = await planOnQueue(fleet, place, way)
  assert.equal(found.killed, way.kills)
  assert.ok(found.retried > 0)
  assert.equal(found.rows, await planAlone(fleet, place))
})

for (const { title, answer } of questions)
  test(title, async () => {
    const expected = answer(rows)
    assert.ok(expected.length > 0)
    assert.deepEqual(await asked(title, file), expected)
  })
