import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { afterAll, describe, expect, it } from 'vitest'

import { makeDirectory, readIfThere, write } from '../../src/cli/live/kept-files.js'
import { runtime, some } from '../adapters/cri/fake.js'
import { callPlainly } from './call.js'
import { keeping } from './keeping.js'

const kubelet = 'captures/kubelet-1.36.2'
const looks = ['1-running', '2-before-image-gc', '3-after-image-gc', '4-before-container-gc', '5-after-container-gc']
const takenAt = (look: string): string => readFileSync(`${kubelet}/${look}.taken-at.txt`, 'utf8').trim()

interface Record {
  readonly id: string
  readonly firstDetected: string
  readonly lastUsed: unknown
}

const recordsIn = (files: ReadonlyMap<string, string>): ReadonlyArray<Record> =>
  (JSON.parse(files.get('m.json') ?? '{"records": []}') as { records: Record[] }).records

const remember = (look: string, flags: string): string =>
  `remember --memory m.json ${kubelet}/${look}.crictl-images.json ${kubelet}/${look}.crictl-ps-a.json --at ${takenAt(look)} ${flags}`

describe('gcplan remember', () => {
  it('remembers what the recorded kubelet did, so that a plan assumes no history', async () => {
    const { files, acting } = keeping()
    for (const look of looks.slice(0, 2))
      expect((await callPlainly(remember(look, '--preset kubernetes_1_34'), {}, acting)).stderr).toBe('')
    const [, second = ''] = looks
    const planned = await callPlainly(
      `plan kubelet-image ${kubelet}/${second}.crictl-images.json ${kubelet}/${second}.crictl-ps-a.json ${kubelet}/config-2.yaml --memory m.json --preset kubernetes_1_34 --at 2026-11-21T03:07:36Z --capacity-bytes 270553174016 --available-bytes 65286774784 -o json`,
      Object.fromEntries(files),
    )
    const { passes } = JSON.parse(planned.stdout) as {
      passes: { removals: { target: { id: string }; assumptions?: unknown[] }[] }[]
    }
    const log = readFileSync(`${kubelet}/kubelet-gc.log.txt`, 'utf8')
    const removed = [...log.matchAll(/"Removing image to free bytes" imageID="(\S+)"/g)].map(([, id]) => id)
    const removals = passes.flatMap((pass) => pass.removals)
    expect(removals.map(({ target }) => target.id).toSorted()).toStrictEqual(removed.toSorted())
    const { assumptions } = JSON.parse(planned.stdout) as { assumptions: { about: string; because: string }[] }
    expect(assumptions.map(({ about, because }) => [about, because])).toStrictEqual([
      ['imageFs', 'from the command line'],
      ['memory.records[*].lastUsed', 'this release ignores image volumes'],
    ])
  })

  it('keeps the first time of each image, and the last at which it was in use', async () => {
    const { files, acting } = keeping()
    const said: string[] = []
    for (const look of looks)
      said.push((await callPlainly(remember(look, '--preset kubernetes_1_34'), {}, acting)).stdout)
    expect(said).toStrictEqual([
      'm.json: 9 images, 5 in use; the first look\n',
      'm.json: 9 images, 5 in use; 0 new, 0 gone\n',
      'm.json: 6 images, 5 in use; 0 new, 3 gone\n',
      'm.json: 6 images, 5 in use; 0 new, 0 gone\n',
      'm.json: 6 images, 4 in use; 0 new, 0 gone\n',
    ])
    const records = recordsIn(files)
    expect(new Set(records.map(({ firstDetected }) => firstDetected))).toStrictEqual(
      new Set(['2026-11-21T03:02:34.920Z']),
    )
    expect(records.map(({ lastUsed }) => lastUsed)).toContain('2026-11-21T03:08:27.133Z')
  })

  it('does not know when an image was last used that may be mounted', async () => {
    const { files, acting } = keeping()
    const { stderr } = await callPlainly(remember('1-running', ''), {}, acting)
    expect(stderr).toContain('containers may mount it: --inspect FILE, or --assume-no-image-volumes')
    expect(recordsIn(files).filter(({ lastUsed }) => typeof lastUsed !== 'string')).toStrictEqual(
      Array.from({ length: 4 }, () => expect.objectContaining({ lastUsed: { unknown: true } }) as unknown),
    )
    for (const look of ['2-before-image-gc', '2-before-image-gc'])
      await callPlainly(remember(look, '--assume-no-image-volumes'), {}, acting)
    expect(recordsIn(files).filter(({ lastUsed }) => typeof lastUsed !== 'string')).toHaveLength(4)
  })

  it('says once what was assumed', async () => {
    const { files, acting } = keeping()
    for (const look of looks.slice(0, 2)) await callPlainly(remember(look, '--assume-no-image-volumes'), {}, acting)
    expect(recordsIn(files).filter(({ lastUsed }) => typeof lastUsed !== 'string')[0]?.lastUsed).toStrictEqual({
      assumed: null,
      because: 'it states that no image is mounted as a volume',
    })
  })

  it.each<[string, string, string]>([
    [
      'a look that is older',
      `{"kind": "gcplan/kubelet-image-memory", "version": 1, "records": [{"id": "a", "runtimeHandler": "", "firstDetected": "2027-01-01T00:00:00Z", "lastUsed": null, "size": 1, "pinned": false}]}`,
      'give looks in order of time',
    ],
    ['a memory that is none', '{"records": []}', 'm.json: kind: expected'],
    ['an empty memory', '', 'm.json: this is an empty file'],
  ])('refuses %s, and leaves the file', async (_, text, message) => {
    const { files, acting } = keeping()
    files.set('m.json', text)
    const { stderr, exitCode } = await callPlainly(remember('1-running', ''), {}, acting)
    expect([exitCode, files.get('m.json')]).toStrictEqual([1, text])
    expect(stderr).toContain(message)
  })

  it('looks through the socket of a runtime', async () => {
    const { files, acting } = keeping()
    const { socket } = await runtime(some(tmpdir()))
    const { stdout, stderr } = await callPlainly(`remember --memory m.json --cri ${socket} --at now`, {}, acting)
    expect(stdout).toBe('m.json: 1 images, 1 in use; the first look\n')
    // One container went before it was inspected.
    expect(stderr).toContain('since 1 container may mount it')
    expect(recordsIn(files).length).toBe(1)
  })

  it('needs to know where', async () => {
    expect((await callPlainly('remember i.json')).stderr).toContain('expected --memory FILE')
  })
})

describe('a file that is kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gcplan-kept-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'm.json')

  it('is written whole, and nothing is left beside it', async () => {
    expect(await readIfThere(path)).toStrictEqual(E.right(undefined))
    writeFileSync(path, 'before')
    expect(await write(path, 'after')).toStrictEqual(E.right(undefined))
    expect(await readIfThere(path)).toStrictEqual(E.right('after'))
    expect(readdirSync(folder)).toStrictEqual(['m.json'])
  })

  it('is put into a directory that was not there before', async () => {
    const directory = join(folder, 'd')
    expect(await makeDirectory(directory)).toStrictEqual(E.right(undefined))
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    expect(E.isLeft(await makeDirectory(directory))).toBe(true)
  })

  it('is as it was where it cannot be written', async () => {
    const nowhere = join(folder, 'no', 'm.json')
    expect(await write(nowhere, 'x')).toStrictEqual(E.left(`${nowhere}: no such file`))
    expect(existsSync(nowhere)).toBe(false)
  })
})
