import { either as E, function as F } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { textInParts, textOf } from '../../src/cli/bytes.js'
import { readLarge } from '../../src/cli/read-large.js'
import { type Listing, decodeKubectlObjects, kubernetesClusterSnapshot } from '../../src/decode/index.js'
import { lengths, texts } from '../decode/parts/texts.js'
import { runs } from '../runs.js'

/** Of each length that characters have in the two encodings, and of each kind of first byte. */
const character = fc.constantFrom('x', 'é', '\u0e01', '€', '😀', '\u{10ffff}')

/** Bytes of a text in one of the two encodings, perhaps with a byte that is wrong. */
const bytes = fc
  .tuple(
    fc.oneof(texts, fc.string({ unit: 'binary' }), fc.string({ unit: character })),
    fc.boolean(),
    fc.option(fc.tuple(fc.nat(), fc.nat(255)), { freq: 3 }),
  )
  .map(([text, isWide, wrong]) => {
    const all = isWide ? Buffer.from(`\uFEFF${text}`, 'utf16le') : Buffer.from(text)
    if (wrong !== null && all.length > 0) all[wrong[0] % all.length] = wrong[1]
    return new Uint8Array(all)
  })

const cutBytes = (all: Uint8Array, of: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const parts: Uint8Array[] = []
  for (let at = 0, turn = 0; at < all.length; turn++) {
    const end = at + (of[turn % of.length] ?? 1)
    parts.push(all.slice(at, end))
    at = end
  }
  return parts
}

// eslint-disable-next-line @typescript-eslint/require-await -- a stream is asynchronous
const streamOf = async function* (parts: ReadonlyArray<Uint8Array>): AsyncIterable<Uint8Array> {
  yield* parts
}

/** The same with bodies that hold what was read of them, as a list that is read in parts has them. */
const withMetadataOnce = (listing: Listing): Listing => ({
  ...listing,
  objects: listing.objects.map((object) => {
    const { apiVersion, kind, metadata, body } = object
    return { ...object, body: { ...body, apiVersion, kind, metadata } }
  }),
})

/** What is decided on. */
const snapshotOf = (listing: Listing) =>
  kubernetesClusterSnapshot({ at: new Date('2026-01-02T00:00:00Z'), listings: [listing], scopes: [], covers: [] })

describe('bytes in parts', () => {
  it('are the text that all of them are, or wrong at the same one', () => {
    fc.assert(
      fc.property(bytes, lengths, (all, parts) => {
        const reader = textInParts()
        const read = [...cutBytes(all, parts).map(reader.add), reader.end()]
        const text = E.sequenceArray(read)
        expect(E.map((some: ReadonlyArray<string>) => some.join(''))(text)).toEqual(textOf(all))
      }),
      { numRuns: runs(5_000) },
    )
  })
})

/** Reads bytes in parts and whole, and compares what is found in them. */
const readBoth = async (all: Uint8Array, parts: ReadonlyArray<number>, limit: number): Promise<void> => {
  const read = await readLarge(
    { name: 'list.json', bytes: streamOf(cutBytes(all, parts)), say: () => undefined },
    limit,
  )()
  const whole = E.mapLeft((wrong: string) => `list.json ${wrong}`)(textOf(all))
  if (E.isLeft(whole) || E.isLeft(read)) {
    expect(read).toEqual(whole)
    return
  }
  const { listing, text } = read.right
  const wholly = decodeKubectlObjects(whole.right)
  expect(text).toBe(whole.right)
  if (listing !== undefined) expect(listing).toEqual(E.map(withMetadataOnce)(wholly))
  expect(F.pipe(listing ?? decodeKubectlObjects(text), E.chainW(snapshotOf))).toEqual(
    F.pipe(wholly, E.chainW(snapshotOf)),
  )
}

/** Bytes of lists that are longer than what is made text at once, some with a byte that is wrong, some without their end. */
const longBytes = fc
  .record({
    one: character,
    shift: fc.nat(5),
    isWide: fc.boolean(),
    fault: fc.constantFrom('none', 'byte', 'end'),
    place: fc.integer({ min: 100, max: 30_000 }),
  })
  .map(({ one, shift, isWide, fault, place }) => {
    const note = `${'y'.repeat(shift)}${one.repeat(1000)}`
    const pods = Array.from(
      { length: 40 },
      (_, uid) => `{"metadata":{"name":"p-${uid}","uid":"${uid}","annotations":{"note":"${note}"}}}`,
    )
    const text = `{"kind":"PodList","apiVersion":"v1","items":[${pods.join()}]}`
    const all = new Uint8Array(isWide ? Buffer.from(`\uFEFF${text}`, 'utf16le') : Buffer.from(text))
    if (fault === 'end') return all.slice(0, place)
    if (fault === 'byte') all[place] = 0xff
    return all
  })

describe('a large file', () => {
  it('is read in parts as it would be read whole', async () => {
    await fc.assert(fc.asyncProperty(bytes, lengths, fc.nat(60), readBoth), { numRuns: runs(3_000) })
  })

  it('is read so where what is made text at once ends within it, whatever character it ends in', async () => {
    await fc.assert(fc.asyncProperty(longBytes, fc.constantFrom([50_000], [10, 10, 2 ** 20]), fc.nat(60), readBoth), {
      numRuns: runs(400),
    })
  })

  it('says how far it is, and drops who set which field', async () => {
    const said: string[] = []
    const pod = (name: string): object => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, uid: name, managedFields: [{}] },
    })
    const text = JSON.stringify({
      kind: 'List',
      apiVersion: 'v1',
      items: [pod('a'), pod('b')],
      metadata: { x: 'y'.repeat(2 ** 21) },
    })
    const parts = cutBytes(new TextEncoder().encode(text), [2 ** 20])
    const read = await readLarge({ name: 'list.json', bytes: streamOf(parts), say: (line) => said.push(line) }, 10)()
    if (E.isLeft(read) || read.right.listing === undefined || E.isLeft(read.right.listing)) throw new Error('unread')
    expect(read.right.listing.right.objects.map(({ body }) => JSON.stringify(body['metadata']))).toEqual([
      '{"name":"a","uid":"a"}',
      '{"name":"b","uid":"b"}',
    ])
    expect(said).toEqual([
      'reading list.json: 0 objects in 1 MiB',
      'reading list.json: 2 objects in 2 MiB',
      'list.json: deciding on 2 objects',
    ])
  })

  it('holds what its objects have in common once, and the metadata of each', async () => {
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'w' }
    const pod = (name: string): object => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, uid: name, creationTimestamp: '2026-01-01T00:00:00Z', ownerReferences: [owner] },
    })
    const bytes = streamOf(
      cutBytes(Buffer.from(JSON.stringify({ kind: 'List', apiVersion: 'v1', items: [pod('a'), pod('b')] })), [100]),
    )
    const read = await readLarge({ name: 'list.json', bytes, say: () => undefined }, 10)()
    if (E.isLeft(read) || read.right.listing === undefined || E.isLeft(read.right.listing)) throw new Error('unread')
    const { objects } = read.right.listing.right
    const [a, b] = objects.map(({ metadata }) => metadata)
    expect(objects.map(({ body }) => body['metadata'])).toEqual([a, b])
    for (const { metadata, body } of objects) expect(body['metadata']).toBe(metadata)
    expect(b?.creationTimestamp).toBe(a?.creationTimestamp)
    expect(b?.ownerReferences).toBe(a?.ownerReferences)
    const snapshot = kubernetesClusterSnapshot({
      at: new Date('2026-01-02T00:00:00Z'),
      listings: [read.right.listing.right],
      scopes: [],
      covers: [],
    })
    if (E.isLeft(snapshot)) throw new Error('no snapshot')
    for (const [index, object] of snapshot.right.objects.entries()) expect(object).toBe(objects[index]?.body)
  })

  it('is told of where it cannot be read', async () => {
    const bytes = (async function* (): AsyncIterable<Uint8Array> {
      await Promise.resolve()
      yield new Uint8Array(1)
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    })()
    expect(await readLarge({ name: 'list.json', bytes, say: () => undefined })()).toEqual(
      E.left('list.json: permission denied'),
    )
  })
})
