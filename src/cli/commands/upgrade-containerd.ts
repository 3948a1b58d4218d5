/** `gcplan upgrade containerd`: what another release of containerd would remove from its metadata otherwise. */
import { either as E, function as F, option as O } from 'fp-ts'

import { explain, presets } from '../../containerd/index.js'
import { explainUpgradeError, upgradeContainerd as compareContainerd } from '../../upgrade/index.js'
import type { Command } from '../command.js'
import { commonFlags, databaseIn } from '../containerd/prepare.js'
import { withoutRuntime } from '../containerd/release.js'
import { sayProblems } from '../plan/errors.js'
import { comparisonCommand } from '../upgrade/command.js'
import { reportOf } from '../upgrade/report.js'
import { askedIn, spanOf } from '../upgrade/span.js'

const latest = '2.3'

/** The command. */
export const upgradeContainerd: Command = comparisonCommand({
  name: 'containerd',
  summary: 'what another release of containerd would remove from its metadata or keep, and why',
  about: [
    'Plans one collection of containerd on the same metadata under both releases and explains each difference by the rules behind it.',
    'Takes the files and statements of gcplan plan containerd.',
  ],
  examples: ['gcplan upgrade containerd --from 1.7 --to 2.1 snapshot.json'],
  files: '[SNAPSHOT]',
  latest,
  stated: '1.7.24 or containerd://1.7.27 (default: as --containerd states)',
  groups: commonFlags.filter(({ flags }) => flags.every(({ name }) => name !== 'release')),
  span: (given) => spanOf(given, { ...presets, containerd_2_1: presets.containerd_2_0 }, latest, withoutRuntime),
  flags: () => E.right(undefined),
  sources: (given) => databaseIn(given),
  choice: (span, { release }) =>
    E.right(
      O.isSome(span.from) || O.isNone(release)
        ? { chosen: askedIn(span), notes: [] }
        : {
            chosen: { _tag: 'Version', version: release.value, from: '--containerd' },
            notes: [`rules of containerd ${release.value}, as the daemon states`],
          },
    ),
  compare:
    () =>
    ({ start, to }, { snapshot, notes }) =>
      F.pipe(
        compareContainerd(start.version, to)(snapshot),
        E.bimap(explainUpgradeError(sayProblems('snapshot')), (compared) => ({
          report: reportOf('containerd', explain)(compared),
          notes,
        })),
      ),
})
