/** `gcplan remember`: keeps in a file what a kubelet remembers of its images. */
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import {
  type Remembered,
  decodeCrictlContainers,
  decodeCrictlImages,
  decodeKubeletImageMemory,
  encodeKubeletImageMemory,
  latestMoment,
  remembered,
} from '../../decode/index.js'
import { type Memory, emptyMemory } from '../../kubelet/image/index.js'
import type { Command, Environment, Given, Result, Text } from '../command.js'
import { all } from '../fp.js'
import { sayProblems } from '../plan/errors.js'
import { imageParts, imageStatementFlags, volumesOf } from '../plan/image-snapshot.js'
import { type Inputs, fileOf, nodeStatements, partFlags, partsIn, requirePart, sayDecodeError } from '../plan/inputs.js'
import { type ImageRules, imagePolicyFlags, imageRules } from '../plan/policy.js'
import { failed, resultOf } from '../plan/print.js'
import { atFlag, readAt } from '../plan/time.js'
import { socketFlags } from '../sockets.js'

const { images, containers, inspect, policy, 'node-object': node } = imageParts

const parts = { images, containers, inspect, policy, 'node-object': node }

/** Of the policy, what decides how images are told apart and what is a use of one. */
const ofRelease = new Set(['kubelet-flags', 'feature-gates', 'preset', 'kubernetes-version'])

/** The command. */
export const rememberCommand: Command = {
  words: ['remember'],
  summary: 'record when images of a node were first detected and last used, as the kubelet does',
  usage: '--memory FILE [FLAGS] [FILES]',
  about: [
    'Reads the memory file, adds one look at the node, and replaces the file atomically; if there is none, it creates one. plan kubelet-image and others read it with --memory.',
    'The kubelet looks every five minutes, and so should this. A use that begins and ends between two looks is missed. The first look counts as the start of the kubelet.',
  ],
  groups: [
    {
      heading: 'Files, and where they come from',
      flags: [{ name: 'memory', value: 'FILE', about: 'the memory to keep' }, ...partFlags(parts)],
    },
    socketFlags('cri', 'docker'),
    {
      heading: 'Input completeness (unspecified = unknown)',
      flags: [
        { ...atFlag, about: 'when the node was looked at, e.g. 2026-01-01T12:00:00Z (default: now)' },
        ...imageStatementFlags.filter(({ name }) => name === 'assume-no-image-volumes'),
      ],
    },
    { ...imagePolicyFlags, flags: imagePolicyFlags.flags.filter(({ name }) => ofRelease.has(name)) },
    { heading: 'Output', flags: [{ name: 'help', short: 'h', about: 'print this help' }] },
  ],
  examples: [
    'crictl images -o json > images.json; crictl ps -a -o json > ps.json',
    'gcplan remember --memory memory.json images.json ps.json --assume-no-image-volumes',
    'gcplan remember --memory memory.json --cri /run/containerd/containerd.sock',
    'gcplan remember --memory memory.json gcplan-node-a-20260101T120000Z.tar',
  ],
  exitCodes: { 0: 'the memory is written', 2: null, 3: null },
  prepare: (given) =>
    F.pipe(
      all({
        path: E.fromOption(() => 'expected --memory FILE, the memory to keep')(given.value('memory')),
        at: readAt(given),
        rulesOf: imageRules(given),
      }),
      E.map(({ path, at, rulesOf }) => {
        const { read, ...files } = partsIn(parts, given)
        return {
          ...files,
          run: (environment, stdin): Promise<Result> => {
            const { files: kept } = environment.acting
            const folded = (text: string | undefined): E.Either<string, Before & { readonly after: Remembered }> =>
              F.pipe(
                memoryIn(path, text),
                E.bindTo('memory'),
                E.bind('inputs', () => read(environment, stdin)),
                E.bind('rules', ({ inputs }) =>
                  F.pipe(
                    nodeStatements(inputs),
                    E.flatMap((versions) => rulesOf(environment, fileOf(inputs, 'policy'), versions)),
                  ),
                ),
                E.bind('after', (before) => foldedIn(given, timeIn(at, environment), before)),
              )
            return F.pipe(
              () => kept.readIfThere(path),
              TE.flatMapEither(folded),
              TE.tap(({ after }) =>
                F.pipe(
                  TE.fromEither(E.mapLeft(sayProblems(path))(encodeKubeletImageMemory(after.memory))),
                  TE.flatMap((text) => () => kept.write(path, text)),
                ),
              ),
              TE.match(failed, ({ memory, rules, after }) =>
                resultOf(said(path, memory, after), [...rules.notes, ...unseenNotes(after)], 0),
              ),
            )()
          },
        }
      }),
    ),
}

const timeIn = (at: O.Option<O.Option<Date>>, { clock }: Environment): Date =>
  F.pipe(
    O.flatten(at),
    O.getOrElse(() => clock),
  )

const memoryIn = (path: string, text: string | undefined): E.Either<string, Memory> => {
  const file: Text = { name: path, text: text ?? '' }
  return text === undefined
    ? E.right(emptyMemory)
    : F.pipe(decodeKubeletImageMemory(text), E.mapLeft(sayDecodeError(file)))
}

interface Before {
  readonly memory: Memory
  readonly inputs: Inputs<keyof typeof parts>
  readonly rules: ImageRules
}

const foldedIn = (given: Given, at: Date, { memory, inputs, rules }: Before): E.Either<string, Remembered> =>
  F.pipe(
    all({
      images: requirePart(decodeCrictlImages)(
        inputs,
        'images',
        `no images given: --images FILE, from ${images.source}`,
      ),
      containers: requirePart(decodeCrictlContainers)(
        inputs,
        'containers',
        `no containers given, so no image would seem used: --containers FILE, from ${containers.source}`,
      ),
      imageVolumes: volumesOf({ noVolumes: given.has('assume-no-image-volumes') }, rules.image, inputs),
    }),
    E.filterOrElse(
      () => latestMoment(memory) <= at.getTime(),
      () =>
        `this look is of ${at.toISOString()}, older than the memory (${new Date(latestMoment(memory)).toISOString()}): give looks in order of time`,
    ),
    E.map((look) => remembered(rules.image, memory)({ at, ...look })),
  )

const unseenNotes = ({ unseen }: Remembered): ReadonlyArray<string> =>
  unseen === 0
    ? []
    : [
        `unknown, so kept until it is seen in use: when an image was last used that no container runs, since ${unseen} ${unseen === 1 ? 'container' : 'containers'} may mount it: --inspect FILE, or --assume-no-image-volumes`,
      ]

const said = (path: string, before: Memory, { memory, fresh, gone, inUse }: Remembered): string =>
  `${path}: ${memory.records.length} images, ${inUse} in use; ${before.records.length === 0 ? 'the first look' : `${fresh} new, ${gone} gone`}\n`
