/** `gcplan upgrade containerd`: what another release of containerd would remove from its metadata otherwise. */
import { either as E, function as F, option as O } from 'fp-ts'

import { explain, presets } from '../../containerd/index.js'
import { explainUpgradeError, upgradeContainerd as compareContainerd } from '../../upgrade/index.js'
import type { Command } from '../command.js'
import { commonFlags, databaseIn } from '../containerd/prepare.js'
import { withoutRuntime } from '../containerd/release.js'
import { all } from '../fp.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { answering } from '../sources.js'
import { reportOf, reported, upgradeCodes } from '../upgrade/report.js'
import { spanFlags, spanOf } from '../upgrade/span.js'

const latest = '2.3'

/** The command. */
export const upgradeContainerd: Command = {
  words: ['upgrade', 'containerd'],
  summary: 'what another release of containerd would remove from its metadata or keep, and why',
  usage: '--from VERSION --to VERSION [FLAGS] [SNAPSHOT]',
  about: [
    'Plans one collection of containerd on the same metadata under both releases and says each difference, with the rules behind it.',
    'Takes the files and statements of gcplan plan containerd.',
  ],
  groups: [
    spanFlags(latest, '1.7.24 or containerd://1.7.27'),
    ...commonFlags.filter(({ flags }) => flags.every(({ name }) => name !== 'release')),
    outputFlags,
  ],
  examples: ['gcplan upgrade containerd --from 1.7 --to 2.1 snapshot.json'],
  exitCodes: upgradeCodes,
  prepare: (given) =>
    answering(
      all({
        format: outputFormat(given),
        span: F.pipe(
          spanOf(given, { ...presets, containerd_2_1: presets.containerd_2_0 }, latest, withoutRuntime),
          E.filterOrElse(
            ({ from }) => O.isSome(from),
            () => '--from: say which release runs now',
          ),
        ),
      }),
      databaseIn(given),
      (environment, { snapshot, notes }, { format, span: { from, to } }) =>
        F.pipe(
          compareContainerd(O.getOrElse(() => to)(from), to)(snapshot),
          E.bimap(
            explainUpgradeError(sayProblems('snapshot')),
            F.flow(reportOf('containerd', explain), reported(format, environment, notes)),
          ),
        ),
    ),
}
