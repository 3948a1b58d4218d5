import { taskEither as TE } from 'fp-ts'
import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Action, Family, Policy, Snapshot } from '../../../src/kubelet/image/index.js'
import { conclude, defaultPolicy, plan, remainingImages } from '../../../src/kubelet/image/index.js'
import type { Conclusion, Report } from '../../../src/core/index.js'
import { known, unknown } from '../../../src/core/index.js'
import { executeLooking } from '../../../src/execute/index.js'
import { container, disk, image, minute, minutes, node, planned, record, unused } from './build.js'

/** What happened when removals of the named images failed with these texts, and the disk could be read or not. */
const ran = async (
  snapshot: Snapshot,
  given: Partial<Policy> = {},
  failures: Readonly<Record<string, string>> = {},
  stats: string | null = null,
): Promise<Report<Family, string>> => {
  const policy = { ...defaultPolicy, ...given }
  const perform = ({ id }: Action): TE.TaskEither<string, unknown> =>
    failures[id] === undefined ? TE.right(undefined) : TE.left(failures[id])
  const look = () => (stats === null ? TE.fromEither(E.mapLeft(String)(plan(policy)(snapshot))) : TE.left(stats))
  return executeLooking<Action, string, Family>(perform, look)(planned(snapshot, given))()
}

const ended = async (...run: Parameters<typeof ran>): Promise<Conclusion<Family>> =>
  conclude((error: string) => error)(planned(run[0], run[1]))(await ran(...run))

const three = [unused('a', 10), unused('b', 20), unused('c', 30)]
const clean = { events: [], error: O.none }
const withError = (text: string) => ({ events: [], error: O.some(text) })

describe('a run without failures', () => {
  it('ends without error or event when enough was freed, or nothing was to do', async () => {
    expect(await ended(node(three))).toEqual(clean)
    expect(await ended(node(three, { imageFs: disk(1000, 900) }))).toEqual(clean)
    expect(await ended(node([]), { entrance: 'DeleteUnusedImages' })).toEqual(clean)
    expect(await ended(node(three, { imageFs: disk(1000, 900) }), { maxAge: minutes(30) })).toEqual(clean)
  })

  it('says nothing of an amount of zero or less that nothing was removed for', async () => {
    const even = { highThresholdPercent: 80, lowThresholdPercent: 80 }
    expect(await ended(node([], { imageFs: disk(1000, 200) }), even)).toEqual(clean)
    expect(await ended(node([], { imageFs: disk(999, 200) }), even)).toEqual(clean)
  })

  it.each([
    [
      'insufficient-free-space' as const,
      "Insufficient free disk space on the node's image filesystem (100% of 120.0 GiB used). Failed to free sufficient space by deleting unused images (freed 100 bytes). Investigate disk usage, as it could be used by active images, logs, volumes, or other data.",
    ],
    [
      'attempted-to-free' as const,
      'Failed to garbage collect required amount of images. Attempted to free 25769803776 bytes, but only found 100 bytes eligible to free.',
    ],
    [
      'wanted-to-free' as const,
      'failed to garbage collect required amount of images. Wanted to free 25769803776 bytes, but freed 100 bytes',
    ],
  ])('records and returns a shortage, in the words of the release: %s', async (shortage, text) => {
    expect(await ended(node([unused('a', 1)], { imageFs: disk(128849018880, 0) }), { shortage })).toEqual({
      events: [{ _tag: 'FreeDiskSpaceFailed', message: text }],
      error: O.some(text),
    })
  })

  it('is short of one byte', async () => {
    const result = await ended(node([unused('a', 1, 199)]))
    expect(result.events.map(({ _tag }) => _tag)).toEqual(['FreeDiskSpaceFailed'])
    expect(await ended(node([unused('a', 1, 200)]))).toEqual(clean)
  })
})

describe('a run with failures', () => {
  it('returns what was wanted, what was freed and the text of the failure, and records nothing', async () => {
    expect(await ended(node(three), {}, { a: 'in use' })).toEqual(
      withError('wanted to free 200 bytes, but freed 200 bytes space with errors in image deletion: in use'),
    )
    expect(await ended(node(three), {}, { a: 'in use', b: 'busy', c: 'in use' })).toEqual(
      withError('wanted to free 200 bytes, but freed 0 bytes space with errors in image deletion: [in use, busy]'),
    )
    expect(await ended(node(three), {}, { a: 'in use', b: 'in use' })).toEqual(
      withError('wanted to free 200 bytes, but freed 100 bytes space with errors in image deletion: in use'),
    )
  })

  it('ends behind the age pass if that had one', async () => {
    const list = [unused('a', 10), unused('b', 50), unused('c', 51)]
    expect(await ended(node(list), { maxAge: minutes(30) }, { a: 'in use' })).toEqual(
      withError('wanted to free images older than 30m0s, encountered errors in image deletion: in use'),
    )
    const { passes } = await ran(node(list), { maxAge: minutes(30) }, { a: 'in use' })
    expect(passes.map(({ state }) => state._tag)).toEqual(['Ran', 'NotReached'])
  })

  it('names the largest 64-bit number where the eviction manager asked', async () => {
    expect(await ended(node(three), { entrance: 'DeleteUnusedImages' }, { b: 'busy' })).toEqual(
      withError(
        'wanted to free 9223372036854775807 bytes, but freed 200 bytes space with errors in image deletion: busy',
      ),
    )
  })
})

describe('a run that was aborted', () => {
  it('claims no shortage: what it would have freed is not known', async () => {
    const snapshot = node([unused('a', 1, 100), unused('b', 2, 50)], { imageFs: disk(1000, 100) })
    const report = await ran(snapshot)
    const cut = (because: 'aborted' | 'run-stopped'): Report<Family, string> => ({
      passes: report.passes.map((pass) => ({
        ...pass,
        freed: 0,
        outcomes: pass.outcomes.map(({ removal }) => ({ _tag: 'Skipped', removal, because })),
      })),
    })
    const end = conclude((error: string) => error)(planned(snapshot))
    expect(end(cut('aborted'))).toEqual(clean)
    expect(end(cut('run-stopped')).events.map(({ _tag }) => _tag)).toEqual(['FreeDiskSpaceFailed'])
  })
})

describe('a disk that cannot be measured', () => {
  it('ends with the text of the failed look', async () => {
    expect(await ended(node(three), {}, {}, 'no stats')).toEqual(withError('no stats'))
  })

  it('still has the event of an invalid id that was seen before', async () => {
    const snapshot = node([], { images: [image('', { runtimeHandler: 'kata' })] })
    const seen = [{ _tag: 'InvalidImageID', message: 'ImageID is not valid, skipping, image: ,kata' }]
    const gate = { runtimeClassInImageCriApi: true }
    expect(await ended(snapshot, gate, {}, 'no stats')).toEqual({ events: seen, error: O.some('no stats') })
    const noDisk = { ...snapshot, imageFs: disk(0, 0) }
    expect(await ended(noDisk, gate, {}, 'no stats')).toEqual({ events: seen, error: O.some('no stats') })
  })

  it('has that event once if the age pass recorded it', async () => {
    const snapshot = node([], { images: [image('', { runtimeHandler: 'kata' })] })
    const policy = { runtimeClassInImageCriApi: true, maxAge: minutes(30) }
    const { events } = await ended(snapshot, policy, {}, 'no stats')
    expect(events.map(({ _tag }) => _tag)).toEqual(['InvalidImageID'])
  })

  it('ends with event and error when it reports no capacity', async () => {
    const message = 'invalid capacity 0 on image filesystem'
    expect(await ended(node(three, { imageFs: disk(0, 0) }))).toEqual({
      events: [{ _tag: 'InvalidDiskCapacity', message }],
      error: O.some(message),
    })
  })

  it('ends without error when nobody observed it: nothing was done', async () => {
    expect(await ended(node(three, { imageFs: unknown }))).toEqual(clean)
  })
})

describe('the images handed to hooks', () => {
  const remaining = async (...run: Parameters<typeof ran>) =>
    remainingImages({ ...defaultPolicy, ...run[1] })(run[0])(await ran(...run))
  const young = {
    image: image('young'),
    record: record('young', null, { firstDetected: known(O.some(minute(59))) }),
  }

  it('are those the run passed over, up to where it stopped', async () => {
    const list = [...three, young, unused('now', 60)]
    expect(await remaining(node(list))).toEqual(O.some(['young']))
    expect(await remaining(node(list, { imageFs: disk(5000, 0) }))).toEqual(O.some(['young', 'now']))
  })

  it('are neither in use nor pinned, nor unvisited', async () => {
    const list = [unused('a', 1, 500), unused('b', 2), { image: image('p', { pinned: true }), record: record('p', 0) }]
    expect(await remaining(node(list, { containers: [container('x', 'b')] }))).toEqual(O.some([]))
  })

  it('are plain ids', async () => {
    const images = [image('a', { runtimeHandler: 'kata' })]
    expect(await remaining(node([], { images }), { runtimeClassInImageCriApi: true })).toEqual(O.some(['a']))
    expect(await remaining(node([], { images: [image('a,b')] }))).toEqual(O.some(['a,b']))
    expect(await remaining(node([], { images: [image('a,b')] }), { runtimeClassInImageCriApi: true })).toEqual(
      O.some(['a,b']),
    )
  })

  it('include what the eviction manager left', async () => {
    expect(await remaining(node([...three, young]), { entrance: 'DeleteUnusedImages' })).toEqual(O.some(['young']))
  })

  it('are none without a space pass, behind a failure, and where the release has no hooks', async () => {
    expect(await remaining(node(three, { imageFs: disk(1000, 900) }))).toEqual(O.none)
    expect(await remaining(node(three, { imageFs: disk(0, 0) }))).toEqual(O.none)
    expect(await remaining(node(three), {}, {}, 'no stats')).toEqual(O.none)
    expect(await remaining(node(three), {}, { a: 'in use' })).toEqual(O.none)
    expect(await remaining(node([unused('a', 1)]), { maxAge: minutes(5) }, { a: 'in use' })).toEqual(O.none)
    expect(await remaining(node([...three, young]), { postGCHooks: 'absent' })).toEqual(O.none)
  })
})
