/**
 * Answers `gcplan lint kubelet`: whether a kubelet's settings for garbage collection will work together as meant.
 */
import { either as E, option as O } from 'fp-ts'

import type { EvictionKnobs, Growth, UsualSpans } from '../../lint/index.js'
import { lintKubeletPolicies } from '../../lint/index.js'
import type { Command, Given, Prepared, Result, Text, Environment } from '../command.js'
import type { Line } from '../lint/print.js'
import { exitCodeOf, lineOf, printFindings } from '../lint/print.js'
import type { Format } from '../plan/flags.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { failed } from '../plan/print.js'
import { kubeletFlagsFlag, kubeletSettings, settingsFlags } from '../plan/settings.js'
import { bytes, duration, optional } from '../values.js'

/** The command; its settings are those of the kubelet, file first, flags over it. */
export const lintKubelet: Command = {
  words: ['lint', 'kubelet'],
  summary: "look for what will not work as meant in a kubelet's garbage collection settings",
  usage: '[FLAGS] [CONFIG]',
  about: [
    'CONFIG is a KubeletConfiguration as YAML or JSON, what the node answers under /configz, or an OpenShift KubeletConfig. Flags of the kubelet win over it.',
    'What the file leaves out has the default of kubelet 1.36. A problem will not work as meant, advice may not, a note tells what the settings bring about.',
  ],
  groups: [
    { heading: 'Settings', flags: [kubeletFlagsFlag, ...settingsFlags('image', 'container', 'eviction')] },
    {
      heading: 'The node',
      flags: [
        { name: 'capacity-bytes', value: 'N', about: 'size of the image filesystem, to compare amounts such as 10Gi' },
        {
          name: 'growth',
          value: 'N',
          about:
            'bytes per second that the disk fills up by, to ask with --capacity-bytes whether eviction comes first',
        },
        { name: 'one-filesystem', about: 'images lie on the only filesystem, so nodefs.available concerns them too' },
        {
          name: 'gap-between-uses',
          value: 'DURATION',
          about: 'longest usual time between two uses of an image (default 24h)',
        },
        { name: 'kubelet-uptime', value: 'DURATION', about: 'usual time between two restarts of the kubelet' },
      ],
    },
    outputFlags,
  ],
  examples: [
    'gcplan lint kubelet /var/lib/kubelet/config.yaml',
    'kubectl get --raw /api/v1/nodes/NODE/proxy/configz | gcplan lint kubelet',
    'gcplan lint kubelet config.yaml --image-gc-high-threshold 88 --capacity-bytes 128849018880',
  ],
  exitCodes: { 0: 'no problem and no advice', 2: 'a problem or advice', 3: null },
  prepare: (given) => {
    const format = outputFormat(given)
    if (E.isLeft(format)) return format
    if (given.files.length > 1) return E.left(`expected one configuration, got ${given.files.length} files`)
    const node = nodeOf(given)
    if (E.isLeft(node)) return node
    return E.right(prepared(given, format.right, node.right))
  },
}

interface Node {
  readonly eviction: Omit<EvictionKnobs, 'hard' | 'soft'>
  readonly usual: UsualSpans
  readonly growth?: Growth
}

const nodeOf = (given: Given): E.Either<string, Node> => {
  const capacity = optional(bytes)(given, 'capacity-bytes')
  if (E.isLeft(capacity)) return capacity
  const gap = optional(duration)(given, 'gap-between-uses')
  if (E.isLeft(gap)) return gap
  const uptime = optional(duration)(given, 'kubelet-uptime')
  if (E.isLeft(uptime)) return uptime
  const growth = optional(bytes)(given, 'growth')
  if (E.isLeft(growth)) return growth
  if (O.isSome(growth.right) && O.isNone(capacity.right)) return E.left('--growth needs --capacity-bytes')
  return E.right({
    ...(O.isSome(growth.right) && O.isSome(capacity.right)
      ? { growth: { bytesPerSecond: growth.right.value, imageFsCapacityBytes: capacity.right.value } }
      : {}),
    eviction: {
      oneFilesystem: given.has('one-filesystem'),
      ...(O.isSome(capacity.right) ? { imageFsCapacityBytes: capacity.right.value } : {}),
    },
    usual: {
      ...(O.isSome(gap.right) ? { gapBetweenUses: gap.right.value } : {}),
      ...(O.isSome(uptime.right) ? { kubeletUptime: uptime.right.value } : {}),
    },
  })
}

const prepared = (given: Given, format: Format, node: Node): Prepared => ({
  paths: [...given.files, ...given.values(kubeletFlagsFlag.name)],
  stdin: 'optional',
  printsYaml: format === 'yaml',
  run: (environment, stdin) => {
    const [path] = given.files
    const file = path === undefined ? stdin : O.some(environment.read(path))
    return lint(environment, given, format, node, file)
  },
})

const lint = (environment: Environment, given: Given, format: Format, node: Node, file: O.Option<Text>): Result => {
  const settings = kubeletSettings(environment, given)(file)
  if (E.isLeft(settings)) return failed(settings.left)
  const lines: ReadonlyArray<Line> = E.isLeft(settings.right)
    ? settings.right.left.map((explained) => ({
        level: 'problem',
        explained: `the kubelet would not start: ${explained}`,
      }))
    : lintKubeletPolicies({
        image: settings.right.right.image,
        container: settings.right.right.container,
        eviction: {
          hard: settings.right.right.effective.evictionHard,
          soft: settings.right.right.effective.evictionSoft,
          ...node.eviction,
        },
        usual: node.usual,
        ...(node.growth === undefined ? {} : { growth: node.growth }),
      }).map(lineOf)
  return { stdout: printFindings(format, environment)(lines), stderr: '', exitCode: exitCodeOf(lines) }
}
