/**
 * Answers how a JSON value may go wrong: one place at a time replaced, dropped, doubled, or given a strange key.
 */
import fc from 'fast-check'

type Path = ReadonlyArray<string | number>

const pathsIn = (value: unknown, path: Path = []): ReadonlyArray<Path> => {
  if (typeof value !== 'object' || value === null) return [path]
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value)
  return [path, ...steps.flatMap((step) => pathsIn((value as Record<string | number, unknown>)[step], [...path, step]))]
}

type Change = (holder: Record<string | number, unknown>, step: string | number) => void

const replacements: ReadonlyArray<unknown> = [
  ...[null, true, false, 0, -1, 1, 0.5, 2 ** 53, -(2 ** 53), 1e308, '', '0', '-1', '5', 'x', '__proto__'],
  ...['9223372036854775807', '9223372036854775808', '007', '-0', '1e3', '2026-01-01T00:00:00Z'],
  ...['2026-01-01T00:00:00.123456789+01:00', '2025-02-29T00:00:00Z', '2024-02-29T23:59:59-23:59', '2026-01-01'],
  ...['2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z', 'CONTAINER_EXITED', 'SANDBOX_READY', 'Nil'],
  ...[[], {}, [null], [{}], { unknown: true }, { unknown: false }, { known: null }, { known: true }, { known: 5 }],
  ...[{ assumed: true }, { assumed: null, because: 'x' }, { assumed: true, because: 'x' }, { because: 'x' }],
]

const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...replacements).map((value): Change => (holder, step) => {
      holder[step] = structuredClone(value)
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Change>((holder, step) => {
      Reflect.deleteProperty(holder, step)
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('more', '__proto__', 'constructor', 'toString', 'known', '$schema')
      .map((key): Change => (holder, step) => {
        const held = holder[step]
        if (typeof held === 'object' && held !== null && !Array.isArray(held))
          Object.defineProperty(held, key, { value: 1, enumerable: true, configurable: true, writable: true })
      }),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Change>((holder, step) => {
      if (Array.isArray(holder)) holder.push(holder[Number(step)])
    }),
  },
)

const changedAt = (value: unknown, edits: ReadonlyArray<readonly [place: number, change: Change]>): unknown => {
  const root: Record<string, unknown> = { value: structuredClone(value) }
  for (const [place, change] of edits) {
    const paths = pathsIn(root).slice(1)
    const path = paths[place % paths.length] ?? ['value']
    const holder = path.slice(0, -1).reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], root)
    change(holder as Record<string | number, unknown>, path.at(-1) ?? 'value')
  }
  return root['value']
}

/** The value with one to three changes somewhere inside it; the value itself stays as it was. */
export const mutated = (value: unknown): fc.Arbitrary<unknown> =>
  fc.array(fc.tuple(fc.nat(), changes), { minLength: 1, maxLength: 3 }).map((edits) => changedAt(value, edits))

/** The value with every replacement at every place, one at a time. */
export const replacedEverywhere = (value: unknown): ReadonlyArray<unknown> =>
  pathsIn(value).flatMap((_, place) =>
    replacements.map((replacement) =>
      changedAt(value, [
        [
          place,
          (holder, step) => {
            holder[step] = structuredClone(replacement)
          },
        ],
      ]),
    ),
  )
