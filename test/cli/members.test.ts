/** Answers which members a directory of a fleet has, on the disk. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { membersOf } from '../../src/cli/live/gathered.js'

const place = mkdtempSync(join(tmpdir(), 'gcplan-members-'))

beforeAll(() => {
  for (const folder of ['fleet', 'fleet/node-b', 'fleet/node-a', 'empty']) mkdirSync(join(place, folder))
  for (const file of ['fleet/node-a/manifest.json', 'fleet/blue.json', 'fleet/.partial', 'node.tar'])
    writeFileSync(join(place, file), '')
})

afterAll(() => {
  rmSync(place, { recursive: true })
})

describe('membersOf', () => {
  it('names what a directory holds, in order, but what is hidden', async () => {
    expect(await membersOf(join(place, 'fleet'))).toEqual(E.right(['blue.json', 'node-a', 'node-b']))
    expect(await membersOf(join(place, 'empty'))).toEqual(E.right([]))
  })

  it('takes what was gathered, and a file, for a member itself', async () => {
    expect(await membersOf(join(place, 'fleet/node-a'))).toEqual(E.right(undefined))
    expect(await membersOf(join(place, 'node.tar'))).toEqual(E.right(undefined))
  })

  it('says which path is not there', async () => {
    const absent = join(place, 'nowhere')
    expect(await membersOf(absent)).toEqual(E.left(expect.stringContaining(`${absent}: `)))
  })
})
