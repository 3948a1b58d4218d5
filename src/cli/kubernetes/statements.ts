/** Flags that state the coverage of lists, which no list shows. */
import { either as E, function as F } from 'fp-ts'

import type { CoverageStatement } from '../../decode/index.js'
import type { FlagGroup, Given } from '../command.js'
import { each } from '../fp.js'
import { atFlag } from '../plan/time.js'
import { type NamedKind, findListedKinds } from './kinds.js'

/** The flags of statements. */
export const statementFlags: FlagGroup = {
  heading: 'Input completeness (unspecified = unknown)',
  flags: [
    {
      name: 'all-namespaces',
      short: 'A',
      about: 'the lists were taken with -A and no selector: their kinds are complete',
    },
    {
      name: 'listed-in',
      value: 'NS,...',
      many: true,
      about: 'as -A, for lists taken with -n NS',
    },
    {
      name: 'covers',
      value: 'KIND,...',
      many: true,
      about: 'these kinds are complete, even if empty; all: those of kubectl get all',
    },
    { name: 'whole-cluster', about: 'every kind of the cluster was listed in all namespaces' },
    { ...atFlag, about: 'when the lists were taken, e.g. 2026-01-01T12:00:00Z (default: now)' },
  ],
}

/** A statement with the flag that made it. */
export interface Stated {
  readonly flag: string
  readonly statement: CoverageStatement
}

const because = 'from the command line'

/** Reads statements; kinds are what words of `--covers` can mean. */
export const statedIn =
  (given: Given) =>
  (kinds: ReadonlyArray<NamedKind>): E.Either<string, ReadonlyArray<Stated>> => {
    const everywhere = given.has('all-namespaces')
    const spaces = wordsOf(given, 'listed-in')
    if (everywhere && spaces.length > 0)
      return E.left('--all-namespaces and --listed-in: expected one of them, got both')
    const namespaces = spaces.length > 0 ? spaces : 'all'
    const whole: Stated = { flag: '--whole-cluster', statement: { _tag: 'Everything', because } }
    const listed: Stated = {
      flag: everywhere ? '--all-namespaces' : '--listed-in',
      statement: { _tag: 'ListedKinds', namespaces, because },
    }
    return F.pipe(
      wordsOf(given, 'covers'),
      each((word) => coverOf(kinds, namespaces)(word)),
      E.map((covers) => [
        ...(given.has('whole-cluster') ? [whole] : []),
        ...(everywhere || spaces.length > 0 ? [listed] : []),
        ...covers,
      ]),
    )
  }

const coverOf =
  (kinds: ReadonlyArray<NamedKind>, namespaces: 'all' | ReadonlyArray<string>) =>
  (word: string): E.Either<string, Stated> =>
    F.pipe(
      findListedKinds(kinds)(word),
      E.bimap(
        (message) => `--covers: ${message}`,
        (found) => ({
          flag: '--covers',
          statement: {
            _tag: 'Resources',
            resources: found.map(({ group, kind, namespaced }) => ({
              group,
              kind,
              namespaces: namespaced ? namespaces : 'all',
            })),
            because,
          },
        }),
      ),
    )

const wordsOf = (given: Given, flag: string): ReadonlyArray<string> =>
  given.values(flag).flatMap((text) => text.split(',').filter((word) => word !== ''))
