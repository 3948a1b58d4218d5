/** A shape made up for the tests: it answers with what `input` says, so that a test states both sides of a comparison. */
import type { Case, Replayed, Shape } from '../../conformance/shape.js'

/** Answers with `input.answer`, skips on `input.skip`, throws on `input.boom`, answers per version on `input.perVersion`. */
export const toyShape: Shape = {
  shape: 'toy/echo',
  compared: {
    list: 'ordered',
    bag: 'set',
    count: 'ordered',
    'steps.*.calls': 'set',
    'steps.*.error': 'ordered',
    'objects.*.gone': 'ordered',
  },
  replay: (recorded: Case): Promise<Replayed> => {
    const input = recorded.input as ToyInput
    if (recorded.expected !== undefined) return Promise.reject(new Error('the answer was shown'))
    if (input.boom !== undefined) return Promise.reject(new Error(input.boom))
    if (input.skip !== undefined) return Promise.resolve({ _tag: 'Skipped', because: input.skip })
    const { perVersion } = input
    if (perVersion === undefined) return Promise.resolve({ _tag: 'Replayed', actual: input.answer })
    const { version = 'no version' } = recorded
    return Promise.resolve(
      Object.hasOwn(perVersion, version)
        ? { _tag: 'Replayed', actual: perVersion[version] }
        : { _tag: 'Skipped', because: `no rules for ${version}` },
    )
  },
}

interface ToyInput {
  readonly boom?: string
  readonly skip?: string
  readonly answer?: unknown
  readonly perVersion?: Readonly<Record<string, unknown>>
}

/** The text of a file of toy cases. */
export const toyFile = (...cases: ReadonlyArray<unknown>): string =>
  JSON.stringify({ meta: { shape: 'toy/echo' }, cases })

/** A case whose replay gives `actual`. */
export const toyCase = (name: string, expected: unknown, actual: unknown): object => ({
  name,
  input: { answer: actual },
  expected,
})
