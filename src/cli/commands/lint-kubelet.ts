/** `gcplan lint kubelet`: mistakes and conflicts in the kubelet's settings for garbage collection. */
import { either as E, function as F, option as O } from 'fp-ts'

import {
  type ConfigurationProblem,
  type ConfigurationRules,
  type KubeletPolicies,
  configurationPresets,
  explainConfigurationProblem,
} from '../../decode/index.js'
import {
  type EvictionKnobs,
  type Growth,
  type UsualSpans,
  explainFinding,
  lintKubeletSettings,
  lintKubeletPolicies,
} from '../../lint/index.js'
import { presetOfVersion } from '../../index.js'
import type { Command, Flag, Given } from '../command.js'
import { nodeFlags } from '../gathered/given.js'
import { all, both, present } from '../fp.js'
import { type Line, linesOf, lintResult } from '../lint/print.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { featureGatesFlag, kubeletFlagsFlag, kubeletSettings, settingsFlags } from '../plan/settings.js'
import { type RuleSource, chosenByFlags, rulesOf, versionFlag } from '../release/chosen.js'
import { type Sources, answering } from '../sources.js'
import { bytes, duration, optional } from '../values.js'

const preset: Flag = {
  name: 'preset',
  value: 'NAME',
  about: `release whose settings and gates are checked: ${Object.keys(configurationPresets).join(', ')} (default kubernetes_1_36)`,
}

/** Nothing else here states a version. */
const releaseFlag: Flag = { ...versionFlag, about: 'the same by a version, e.g. 1.33 or v1.33.4-eks-abc' }

/** The command; its settings are those of the kubelet, file first, flags over it. */
export const lintKubelet: Command = {
  words: ['lint', 'kubelet'],
  summary: 'find kubelet GC settings that do not work as intended',
  usage: '[FLAGS] [CONFIG]',
  argument: ['policy'],
  about: [
    "CONFIG is a KubeletConfiguration as YAML or JSON, the response of /configz, or an OpenShift KubeletConfig. The kubelet's flags win over it.",
    "Settings missing from the file have the kubelet's default. Settings that the release does not know are reported. A problem does not work as intended, advice may not work, a note is harmless.",
  ],
  groups: [
    {
      heading: 'Settings',
      flags: [
        kubeletFlagsFlag,
        featureGatesFlag,
        ...settingsFlags('image', 'container', 'eviction'),
        preset,
        releaseFlag,
      ],
    },
    {
      heading: 'The node',
      flags: [
        {
          name: 'capacity-bytes',
          value: 'N',
          about: 'size of the image filesystem; needed for thresholds such as 10Gi',
        },
        {
          name: 'growth',
          value: 'N',
          about: 'bytes written per second; with --capacity-bytes, checks whether eviction strikes before the next run',
        },
        { name: 'one-filesystem', about: 'images are on the only filesystem, so nodefs.available counts too' },
        {
          name: 'gap-between-uses',
          value: 'DURATION',
          about: 'longest usual time between two uses of an image (default 24h)',
        },
        { name: 'kubelet-uptime', value: 'DURATION', about: 'usual time between two restarts of the kubelet' },
      ],
    },
    nodeFlags,
    outputFlags,
  ],
  examples: [
    'gcplan lint kubelet /var/lib/kubelet/config.yaml',
    'kubectl get --raw /api/v1/nodes/NODE/proxy/configz | gcplan lint kubelet',
    'gcplan lint kubelet config.yaml --image-gc-high-threshold 88 --capacity-bytes 128849018880',
  ],
  exitCodes: { 0: 'no problem and no advice', 2: 'a problem or advice', 3: null },
  prepare: (given) =>
    answering(
      all({ format: outputFormat(given), path: oneFile(given), node: nodeOf(given) }),
      F.pipe(
        all({ path: oneFile(given), rules: rulesIn(given) }),
        E.map(({ path, rules }) => settingsIn(given, rules)(path)),
      ),
      (environment, settings, { format, node }) => E.right(lintResult(format, environment, linesIn(node, settings))),
    ),
}

const settingsIn =
  (given: Given, rules: ConfigurationRules) =>
  (path: O.Option<string>): Sources<Settings> => ({
    paths: [...given.files, ...given.values(kubeletFlagsFlag.name)],
    stdin: 'optional',
    read: (environment, stdin) =>
      F.pipe(
        E.Do,
        E.let('file', () =>
          F.pipe(
            path,
            O.map(environment.read),
            O.alt(() => stdin),
          ),
        ),
        E.bind('whole', ({ file }) => kubeletSettings(environment, given, { rules })(file)),
        E.bind('rest', ({ file, whole }) =>
          kubeletSettings(environment, given, { rules, without: refusedGates(whole) })(file),
        ),
      ),
  })

type Read = E.Either<ReadonlyArray<ConfigurationProblem>, KubeletPolicies>

/** Settings as given, and without the gates for which a kubelet would not start, since these say nothing of the rest. */
interface Settings {
  readonly whole: Read
  readonly rest: Read
}

const refusedGates: (settings: Read) => ReadonlySet<string> = E.match(
  (problems) => new Set(problems.flatMap((problem) => ('gate' in problem ? [problem.gate] : []))),
  () => new Set<string>(),
)

const releases: RuleSource<ConfigurationRules> = {
  presets: configurationPresets,
  ofVersion: presetOfVersion<ConfigurationRules>(configurationPresets),
  otherwise: configurationPresets.kubernetes_1_36,
}

const rulesIn = (given: Given): E.Either<string, ConfigurationRules> =>
  F.pipe(chosenByFlags(given, configurationPresets), E.flatMap(rulesOf(releases)))

const oneFile = ({ files }: Given): E.Either<string, O.Option<string>> =>
  files.length > 1 ? E.left(`expected one configuration, got ${files.length} files`) : E.right(O.fromNullable(files[0]))

interface Node {
  readonly eviction: Omit<EvictionKnobs, 'hard' | 'soft'>
  readonly usual: UsualSpans
  readonly growth?: Growth
}

const nodeOf = (given: Given): E.Either<string, Node> =>
  F.pipe(
    all({
      imageFsCapacityBytes: optional(bytes)(given, 'capacity-bytes'),
      gapBetweenUses: optional(duration)(given, 'gap-between-uses'),
      kubeletUptime: optional(duration)(given, 'kubelet-uptime'),
      bytesPerSecond: optional(bytes)(given, 'growth'),
    }),
    E.filterOrElse(
      ({ bytesPerSecond, imageFsCapacityBytes }) => O.isNone(bytesPerSecond) || O.isSome(imageFsCapacityBytes),
      () => '--growth needs --capacity-bytes',
    ),
    E.map(({ imageFsCapacityBytes, gapBetweenUses, kubeletUptime, bytesPerSecond }) => ({
      ...present({
        growth: F.pipe(
          both(bytesPerSecond, imageFsCapacityBytes),
          O.map(([growth, capacity]) => ({ bytesPerSecond: growth, imageFsCapacityBytes: capacity })),
        ),
      }),
      eviction: { oneFilesystem: given.has('one-filesystem'), ...present({ imageFsCapacityBytes }) },
      usual: present({ gapBetweenUses, kubeletUptime }),
    })),
  )

const refusedLines = (problems: ReadonlyArray<ConfigurationProblem>): ReadonlyArray<Line> =>
  problems.flatMap((problem) =>
    problem._tag === 'GateUnrecognized' || problem._tag === 'GateLocked'
      ? linesOf(explainFinding)(lintKubeletSettings([problem]))
      : [{ level: 'problem', explained: `the kubelet would not start: ${explainConfigurationProblem(problem)}` }],
  )

const linesIn = (node: Node, { whole, rest }: Settings): ReadonlyArray<Line> => [
  ...E.match(refusedLines, () => [])(whole),
  ...E.match(() => [], findingsOn(node))(rest),
]

const findingsOn =
  ({ eviction, usual, growth }: Node) =>
  ({ image, container, effective, idle }: KubeletPolicies): ReadonlyArray<Line> =>
    linesOf(explainFinding)(
      lintKubeletPolicies({
        image,
        container,
        eviction: { hard: effective.evictionHard, soft: effective.evictionSoft, ...eviction },
        usual,
        settings: idle,
        ...(growth === undefined ? {} : { growth }),
      }),
    )
