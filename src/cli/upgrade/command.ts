/** What every command under `gcplan upgrade` has in common: two releases, a comparison between them, and a report of it. */
import { either as E, function as F } from 'fp-ts'

import type { Command, Environment, FlagGroup, Given } from '../command.js'
import { all } from '../fp.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import type { Choice } from '../release/stated.js'
import { type Sources, answering } from '../sources.js'
import { type Report, reported, upgradeCodes } from './report.js'
import { type Span, type Start, spanFlags, startOf } from './span.js'

/** Both releases, once it is known which runs now. */
export interface Asked {
  readonly environment: Environment
  readonly start: Start
  readonly to: string
}

/** A report, and what a reader should know of what it was made from. */
export interface Compared {
  readonly report: Report
  readonly notes: ReadonlyArray<string>
}

/** A comparison as its command takes it. */
export interface Comparison<Flags, Inputs> extends Pick<Command, 'summary' | 'about' | 'examples'> {
  readonly name: string
  /** What stands before the flags, where something has to. */
  readonly subject?: string
  /** What stands behind the flags; by default any files. */
  readonly files?: string
  /** The latest release, and an example of one that runs now. */
  readonly latest: string
  readonly stated: string
  readonly groups: ReadonlyArray<FlagGroup>
  readonly span: (given: Given) => E.Either<string, Span>
  readonly flags: (given: Given) => E.Either<string, Flags>
  readonly sources: (given: Given, span: Span) => E.Either<string, Sources<Inputs>>
  /** The release that runs now by what the files state. */
  readonly choice: (span: Span, inputs: Inputs) => E.Either<string, Choice>
  readonly compare: (given: Given, flags: Flags) => (asked: Asked, inputs: Inputs) => E.Either<string, Compared>
}

/** The command of a comparison. */
export const comparisonCommand = <Flags, Inputs>({
  name,
  subject,
  files = '[FILES]',
  latest,
  stated,
  groups,
  span: spanIn,
  flags: flagsIn,
  sources,
  choice,
  compare,
  ...help
}: Comparison<Flags, Inputs>): Command => ({
  ...help,
  words: ['upgrade', name],
  usage: [...(subject === undefined ? [] : [subject]), '--from VERSION --to VERSION [FLAGS]', files].join(' '),
  groups: [spanFlags(latest, stated), ...groups, outputFlags],
  exitCodes: upgradeCodes,
  prepare: (given) =>
    F.pipe(
      all({ format: outputFormat(given), span: spanIn(given), flags: flagsIn(given) }),
      E.flatMap(({ format, span, flags }) =>
        answering(E.right(flags), sources(given, span), (environment, inputs) =>
          F.pipe(
            choice(span, inputs),
            E.flatMap((chosen) => startOf(span, chosen)),
            E.flatMap((start) =>
              F.pipe(
                compare(given, flags)({ environment, start, to: span.to }, inputs),
                E.map(({ report, notes }) => reported(format, environment, [...start.notes, ...notes])(report)),
              ),
            ),
          ),
        ),
      ),
    ),
})
