/** Flags of `gcplan unused`: what to ask about, and whether to go on asking. */
import { either as E, function as F, option as O } from 'fp-ts'

import type * as Lifecycle from '../../controllers/lifecycle/index.js'
import type { Flag, FlagGroup, Given } from '../command.js'
import { strictFlag } from '../exit-codes.js'
import { all, each } from '../fp.js'
import { days, oneOf, optional } from '../values.js'
import { namespaceFlag } from './object.js'
import { resourceKey, shortNamesOf } from './short-names.js'
import { unusedKinds } from './unused.js'
import type { UseAsked } from './unused-objects.js'

/** The flag that goes on asking. */
export const watchFlag: Flag = {
  name: 'watch',
  about: 'watch the cluster until interrupted, and print again when the answer changes; JSON is one line each',
}

const unusedForFlag: Flag = {
  name: 'unused-for',
  value: 'DURATION',
  about: `only what nobody referred to for so long, e.g. 10m or 7d, while watched (with --${watchFlag.name})`,
}

/** The flags. */
export const unusedFlags: FlagGroup = {
  heading: 'What to ask about',
  flags: [
    { name: 'kinds', value: 'KIND,...', about: `only some of ${Object.keys(unusedKinds).join(', ')}` },
    { ...namespaceFlag, about: 'only in this namespace' },
    watchFlag,
    unusedForFlag,
    strictFlag,
  ],
}

/** Reads them. */
export const useAsked = (given: Given): E.Either<string, UseAsked> =>
  F.pipe(
    all({ kinds: kindsIn(given), span: optional(days)(given, unusedForFlag.name), fits: fitting(given) }),
    E.map(({ kinds, span }) => ({
      kinds,
      namespace: O.toUndefined(given.value(namespaceFlag.name)),
      unusedFor: F.pipe(
        span,
        O.match(
          () => 0,
          (milliseconds) => Math.ceil(milliseconds / 1000),
        ),
      ),
    })),
  )

/** About files, or about one look: a watch knows what it lists, when, and how much of it. */
const ofOneLook: ReadonlyArray<string> = [
  ...['file', 'api-resources', 'listed-in', 'covers', 'whole-cluster', 'at', 'memory', strictFlag.name],
]

const fitting = (given: Given): E.Either<string, undefined> => {
  if (!given.has(watchFlag.name))
    return given.has(unusedForFlag.name)
      ? E.left(`--${unusedForFlag.name}: expected --${watchFlag.name} with it: one look does not tell since when`)
      : E.right(undefined)
  const others = [
    ...ofOneLook.filter((name) => given.has(name)).map((name) => `--${name}`),
    ...given.files,
    ...given.values('output').flatMap((format) => (format === 'yaml' ? ['--output yaml'] : [])),
  ]
  return others.length === 0
    ? E.right(undefined)
    : E.left(`--${watchFlag.name} watches a live cluster and goes on: it does not go with ${others.join(', ')}`)
}

const kindsIn = (given: Given): E.Either<string, ReadonlyArray<Lifecycle.GroupKind>> =>
  F.pipe(
    given.value('kinds'),
    O.match(
      () => E.right(Object.keys(unusedKinds)),
      (words): E.Either<string, ReadonlyArray<string>> => each(resourceNamed)(words.split(',')),
    ),
    E.map((words) => words.flatMap((word) => unusedKinds[word] ?? [])),
  )

/** A word of `--kinds`: a resource, as kubectl knows it by its short names and its kind too. */
const resourceNamed = (word: string): E.Either<string, string> => {
  const asked = word.toLowerCase()
  const called = Object.entries(unusedKinds).find(
    ([resource, { group, kind }]) =>
      kind.toLowerCase() === asked || shortNamesOf([], []).get(resourceKey(resource, group))?.includes(asked) === true,
  )
  return oneOf(Object.keys(unusedKinds))('--kinds', called === undefined ? word : called[0])
}
