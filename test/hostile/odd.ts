/**
 * Answers what may stand where no sane input has it: values that no JSON holds, and texts that no tool prints. All are frozen,
 * so that a reader that writes into what it reads throws.
 */

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => wrap(inner), null)

const withinItself = ((): object => {
  const loop: Record<string, unknown> = { kind: 'List' }
  loop['items'] = [loop]
  return loop
})()

/** An object with a field of this name of its own, whatever the name means to JavaScript. */
export const holding = (key: string, value: unknown): object =>
  Object.defineProperty({}, key, { value, enumerable: true, configurable: true, writable: true })

const throws = (): never => {
  throw new Error('asked what it is')
}

const noJson: ReadonlyArray<unknown> = [
  ...[undefined, NaN, Infinity, -0, 1n, -(2n ** 70n), Symbol('s'), () => 0, async () => Promise.resolve()],
  ...[new Date(NaN), new Date(0), new Map([['a', 1]]), new Set(['a']), /a/, new Error('e'), new Uint8Array(3)],
  ...[Object('a'), Object(5), Object(false), Object.create(null), Object.create({ kind: 'List', items: [] })],
  ...[Array(3), Object.assign([1], { items: [] }), { length: 2 ** 32 }, { then: 1 }, { toJSON: throws }],
  ...[{ toString: throws, valueOf: throws }, { [Symbol.toPrimitive]: throws }, withinItself],
  ...[nested(40, (inner) => [inner]), nested(40, (inner) => ({ items: inner }))],
]

/** Values so large that few inputs hold one. */
export const large: ReadonlyArray<unknown> = [
  nested(20_000, (inner) => [inner]),
  nested(20_000, (inner) => ({ items: [inner], metadata: inner })),
  Array(2 ** 16).fill(null),
  Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index])),
  'x'.repeat(2 ** 17),
]

const numbers = [0, 1, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, Number.MIN_VALUE]

const words: ReadonlyArray<string> = [
  ...['', ' ', '0', '-1', '+1', '007', '1e3', '0x10', '1_000', '9223372036854775807', '9223372036854775808', '٣'],
  ...['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456789+01:00', '2025-02-29T00:00:00Z', '0000-01-01T00:00:00Z'],
  ...['2016-12-31T23:59:60Z', '+275760-09-13T00:00:00Z', '0001-01-01T00:00:00Z', '1h', '-1h', '1e9h', '9999999h'],
  ...['true', 'null', 'NaN', '[object Object]', 'sha256:', 'sha256:a', 'k8s_', 'k8s_a_b_c_d_0', 'CONTAINER_EXITED'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'List', 'v1', 'gcplan/plan'],
]

const marks: ReadonlyArray<string> = [
  ...['\0', '\u0007', '\u001b[2J', '\u0085', '\u009b31m', '\u2028', '\u2029', '\u202e', '\u2066', '\ufeff', '\uffff'],
  ...[
    '\ud800',
    '\udc00',
    '\udbff\udfff',
    'é',
    'e\u0301',
    '\u200d',
    '\r',
    '\n',
    '\r\n',
    '\t',
    '  ',
    '\\',
    '"',
    "'",
    '`',
  ],
  ...['{', '}', '[', ']', ':', ',', '=', '{}', '[]', '{"', '\\u0000', '\\ud800', '//', '#', '---', '&a *a', '%s', '$1'],
  ...['{"__proto__":{"polluted":true}}', '"__proto__":{"polluted":true},', '[['.repeat(200), '{"a":'.repeat(200)],
]

const texts: ReadonlyArray<string> = [...words, ...marks]

/** What is put into a text. */
export const pieces: ReadonlyArray<string> = [...texts, ...numbers.map(String), 'a'.repeat(300), '\n'.repeat(50)]

/** Keys that mean something to JavaScript or to a reader. */
export const keys: ReadonlyArray<string> = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON', 'hasOwnProperty', 'length', 'then'],
  ...['kind', 'apiVersion', 'items', 'metadata', 'status', 'id', 'version', '$schema', 'known', 'unknown', 'assumed'],
  ...['because', '_tag', '0', '-1', '', 'a.b', 'a[0]'],
]

const facts: ReadonlyArray<unknown> = [
  ...[null, true, false, [], {}, [null], [{}], [[]], { unknown: true }, { unknown: false }, { known: null }],
  ...[{ assumed: true }, { assumed: null, because: 'x' }, { because: 'x' }, { seconds: 1 }, { _tag: 'None' }],
  holding('__proto__', { polluted: true }),
  holding('constructor', { prototype: { polluted: true } }),
]

const frozen = (value: unknown, seen: Set<object> = new Set()): unknown => {
  const left = [value]
  for (let one = left.pop(); left.length > 0 || one !== undefined; one = left.pop()) {
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one) || seen.has(one)) continue
    seen.add(one)
    left.push(...(one instanceof Array && one.length > 1000 ? [] : Object.values(one)))
    Object.freeze(one)
  }
  return value
}

/** Freezes a value and all that is in it. */
export const deepFrozen = <A>(value: A): A => frozen(value) as A

/** Whatever may stand in the place of a value. */
export const values: ReadonlyArray<unknown> = [...facts, ...noJson, ...numbers, ...texts].map((one) => frozen(one))
for (const one of large) frozen(one)
