/** Prints which objects nobody is known to use. */
import { printLines } from '../lines.js'
import type { Format } from '../plan/flags.js'
import type { UnusedObject } from './unused-objects.js'

/** The document; one of several looks has its time. */
export const unusedDocument = (objects: ReadonlyArray<UnusedObject>, at?: Date): object => ({
  ...{ kind: 'gcplan/unused', version: 1 },
  ...(at === undefined ? {} : { at }),
  objects,
})

/** Lines for people: what is unused first, what is undecided last. */
export const unusedText =
  (format: Format) =>
  (objects: ReadonlyArray<UnusedObject>): string =>
    printLines(format)([
      ...(['unused', 'exception', 'undecided'] as const)
        .flatMap((verdict) => withVerdict(verdict)(objects))
        .map(({ object, verdict, why }) => `${verdict.padEnd(9)}  ${object}  (${why})`),
      `in all: ${withVerdict('unused')(objects).length} unused, ${withVerdict('undecided')(objects).length} undecided`,
    ])

/** Those of one verdict. */
export const withVerdict =
  (verdict: UnusedObject['verdict']) =>
  (objects: ReadonlyArray<UnusedObject>): ReadonlyArray<UnusedObject> =>
    objects.filter((object) => object.verdict === verdict)
