/**
 * Answers which texts a reader of API objects may be given, sound and broken, and how they may be cut into parts.
 */
import fc from 'fast-check'

const blank = fc.constantFrom('', '', '', ' ', '\n', '\r\n  ', '\t')

const leaf = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    'null',
    '-0',
    '1e3',
    'true',
    '""',
    '"\\u00e9\\"\\\\"',
    '"ü😀"',
    '"}]"',
    '{"items":[{"items":[]}]}',
    '[]',
    '{}',
  ),
)

const metadata = fc.constantFrom(
  '{}',
  '{"resourceVersion":"1"}',
  '{"continue":"next","remainingItemCount":2}',
  '{"uid":"l1"}',
  '{"continue":7}',
)

/** What objects that lie side by side have in common, or have not. */
const common = fc.constantFrom(
  ...['', '', '"managedFields":[{"manager":"a"}],', '"labels":{"a":"b"},', '"labels":{"a":"c"},'],
  ...['"creationTimestamp":"2026-01-01T00:00:00Z",', '"creationTimestamp":"2026-01-02T00:00:00Z",'],
  '"creationTimestamp":"2026-01-01T00:00:00Z","deletionTimestamp":"2026-01-01T00:00:00Z",',
  ...['"ownerReferences":[],', '"ownerReferences":null,', '"creationTimestamp":"yesterday",'],
  ...['w', 'v'].map((uid) => `"ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"o","uid":"${uid}"}],`),
)

const item = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        name: fc.constantFrom('a', 'b', 'c'),
        uid: fc.nat(4),
        version: fc.nat(3),
        common,
        kind: fc.constantFrom('', '"kind":"Pod","apiVersion":"v1",'),
      })
      .map(
        ({ name, uid, version, common, kind }) =>
          `{${kind}"metadata":{${common}"name":"${name}","uid":"${uid}","resourceVersion":"${version}"}}`,
      ),
  },
  { weight: 1, arbitrary: leaf },
)

const list = fc
  .tuple(blank, fc.array(fc.tuple(item, blank), { maxLength: 4 }))
  .map(([before, items]) => `[${before}${items.map(([text, after]) => text + after).join(`,${before}`)}]`)

const field = fc.oneof(
  fc.tuple(fc.constantFrom('"items"', '"\\u0069tems"'), list),
  fc.tuple(fc.constant('"items"'), fc.oneof(list, leaf)),
  fc.tuple(fc.constant('"kind"'), fc.constantFrom('"List"', '"PodList"', '"Pod"', '"AllowList"', '7')),
  fc.tuple(fc.constant('"apiVersion"'), fc.constantFrom('"v1"', '"example.com/v1"')),
  fc.tuple(fc.constant('"metadata"'), metadata),
  fc.tuple(fc.constantFrom('"__proto__"', '"constructor"', '"0"', '"a\\nb"', '""'), fc.oneof(list, leaf)),
)

const documentOf = (fields: fc.Arbitrary<ReadonlyArray<readonly [string, string]>>): fc.Arbitrary<string> =>
  fc
    .tuple(fields, blank, blank)
    .map(
      ([all, before, after]) =>
        `{${before}${all.map(([key, value]) => `${key}${after}:${before}${value}`).join(`,${after}`)}${before}}`,
    )

/** Fields in any order, some of them twice. */
const anyDocument = documentOf(fc.array(field, { maxLength: 6 }))

const listDocument = documentOf(
  fc
    .tuple(list, fc.constantFrom('"List"', '"PodList"'), metadata, fc.array(field, { maxLength: 1 }))
    .chain(([items, kind, meta, more]) =>
      fc.shuffledSubarray(
        [['"items"', items], ['"kind"', kind], ['"apiVersion"', '"v1"'], ['"metadata"', meta], ...more] as (readonly [
          string,
          string,
        ])[],
        { minLength: 4 + more.length },
      ),
    ),
)

const document = fc.oneof({ weight: 3, arbitrary: listDocument }, { weight: 2, arbitrary: anyDocument })

/** One document, several in a row or in an array, or none of these. */
const sound = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(blank, document, blank).map((texts) => texts.join('')) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.array(document, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('\n', '\n', '\r\n', ' \n\n', ' ', ''),
        blank,
      )
      .map(([texts, between, after]) => texts.join(between) + after),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(document, leaf), { maxLength: 3 }).map((texts) => `[${texts.join(', ')}]`),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      leaf,
      fc.constantFrom('', ' \n', 'kind: Pod\n', 'NAME  READY', '{"a":1}\nkind: KubeletConfiguration\n'),
    ),
  },
)

const edits = fc.array(
  fc.tuple(fc.nat(), fc.constantFrom('', ...Array.from('{}[],:"\\0-.eEtfn \n\tx\u0001ü'), '"items":', '\uFEFF')),
  { maxLength: 2 },
)

/** Such a text, perhaps with a byte order mark, a few characters changed, or its end cut off. */
export const texts: fc.Arbitrary<string> = fc
  .tuple(
    sound,
    fc.constantFrom('', '', '', '\uFEFF'),
    fc.oneof(fc.constant([]), edits),
    fc.option(fc.nat(), { freq: 4 }),
  )
  .map(([text, mark, changes, end]) => {
    const changed = changes.reduce((sofar, [at, put]) => {
      const place = at % (sofar.length + 1)
      return sofar.slice(0, place) + put + sofar.slice(place + (put === '' ? 1 : at % 2))
    }, mark + text)
    return end === null ? changed : changed.slice(0, end % (changed.length + 1))
  })

/** A text in parts, each as long as the lengths say in turn; or character by character. */
export const cut = (text: string, lengths: ReadonlyArray<number>): ReadonlyArray<string> => {
  const parts: string[] = []
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const end = at + (lengths[turn % Math.max(1, lengths.length)] ?? 1)
    parts.push(text.slice(at, end))
    at = end
  }
  return parts
}

/** Lengths for {@link cut}. */
export const lengths: fc.Arbitrary<ReadonlyArray<number>> = fc.oneof(
  fc.constant([1]),
  fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
  fc.array(fc.integer({ min: 50, max: 400 }), { minLength: 1, maxLength: 2 }),
)
