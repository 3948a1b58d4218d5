/** `gcplan unused`: objects that only serve others, and that nobody refers to. */
import { either as E, function as F, option as O } from 'fp-ts'

import * as Lifecycle from '../../controllers/lifecycle/index.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import { strictFlag } from '../exit-codes.js'
import type { Command, Given } from '../command.js'
import { written } from '../document.js'
import { all, each } from '../fp.js'
import { type ControlPlaneInputs, controlPlaneFlags, controlPlaneIn } from '../kubernetes/control-plane.js'
import { namespaceFlag, sayListed } from '../kubernetes/object.js'
import { lifecyclePlan } from '../kubernetes/own-plans.js'
import { resourceKey, shortNamesOf } from '../kubernetes/short-names.js'
import { exceptionOf, unusedKinds, unusedPolicy } from '../kubernetes/unused.js'
import { printLines } from '../lines.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { answering } from '../sources.js'
import { oneOf } from '../values.js'

/** The command. */
export const unusedCommand: Command = {
  words: ['unused'],
  summary: 'which ConfigMaps, Secrets, claims and other objects nothing refers to, and why some of them stay',
  usage: '[FLAGS] [FILES]',
  about: [
    'For each object, looks for listed objects that name it in a field that Kubernetes reads. A program may also read an object from the API server by name, which no list shows: check before you delete.',
    'Built-in exceptions: what Kubernetes publishes or reads itself, leader election, tokens of ServiceAccounts, releases of Helm. If a kind that may refer to an object was not listed, the object is undecided.',
  ],
  groups: [
    {
      heading: 'What to ask about',
      flags: [
        { name: 'kinds', value: 'KIND,...', about: `only some of ${Object.keys(unusedKinds).join(', ')}` },
        { ...namespaceFlag, about: 'only in this namespace' },
        strictFlag,
      ],
    },
    ...controlPlaneFlags,
    outputFlags,
  ],
  examples: [
    'gcplan unused -n shop',
    'kubectl get all,cm,secrets,pvc,sa,ing -A -o json | gcplan unused -A --kinds secrets',
  ],
  exitCodes: {
    0: 'all are used',
    2: 'some are not used',
    3: null,
  },
  prepare: (given) =>
    answering(
      all({ format: outputFormat(given), kinds: kindsIn(given) }),
      controlPlaneIn(given),
      (environment, plane, { format, kinds }) =>
        F.pipe(
          unusedIn(plane, kinds, O.toUndefined(given.value(namespaceFlag.name))),
          E.map((found) => {
            const undecided = found.filter(({ verdict }) => verdict === 'undecided')
            const unused = found.filter(({ verdict }) => verdict === 'unused')
            const text = (): string =>
              printLines(format)([
                ...[...unused, ...found.filter(({ verdict }) => verdict === 'exception'), ...undecided].map(
                  ({ object, verdict, why }) => `${verdict.padEnd(9)}  ${object}  (${why})`,
                ),
                `in all: ${unused.length} unused, ${undecided.length} undecided`,
              ])
            const document = (): object => ({ kind: 'gcplan/unused', version: 1, objects: found })
            const stdout = written(format, environment, { document, text })
            const result = resultOf(stdout, plane.notes, unused.length > 0 ? 2 : 0)
            return { ...result, undecided: undecided.length }
          }),
        ),
    ),
}

/** A word of `--kinds`: a resource, as kubectl knows it by its short names and its kind too. */
const resourceNamed = (word: string): E.Either<string, string> => {
  const asked = word.toLowerCase()
  const called = Object.entries(unusedKinds).find(
    ([resource, { group, kind }]) =>
      kind.toLowerCase() === asked || shortNamesOf([], []).get(resourceKey(resource, group))?.includes(asked) === true,
  )
  return oneOf(Object.keys(unusedKinds))('--kinds', called === undefined ? word : called[0])
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

/** An object that nobody is known to use. */
interface Asked {
  readonly verdict: 'unused' | 'exception' | 'undecided'
  readonly object: string
  readonly uid: string
  /** The evidence. */
  readonly why: string
}

const unusedIn = (
  plane: ControlPlaneInputs,
  kinds: ReadonlyArray<Lifecycle.GroupKind>,
  namespace: string | undefined,
): E.Either<string, ReadonlyArray<Asked>> => {
  const policies = { ...plane.policies, lifecycle: unusedPolicy(kinds) }
  const memory = ControlPlane.observe(policies)(plane.snapshot)({
    ...plane.memory,
    lifecycle: ControlPlane.emptyMemory.lifecycle,
  })
  const objects = new Map(plane.snapshot.objects.map((object) => [object.metadata.uid, object]))
  return F.pipe(
    lifecyclePlan({ ...plane, policies, snapshot: { ...plane.snapshot, memory } }),
    E.map(({ passes }) =>
      passes.flatMap(({ removals, kept }) => [
        ...removals.map(({ target: { id } }) => ({ id, undecided: undefined })),
        ...kept.flatMap(({ target: { id }, reasons }) => {
          const [first] = reasons
          return undecidedTags.has(first._tag) ? [{ id, undecided: Lifecycle.explain(first) }] : []
        }),
      ]),
    ),
    E.map((found) =>
      found.flatMap(({ id, undecided }): ReadonlyArray<Asked> => {
        const object = objects.get(id)
        if (object === undefined || (namespace !== undefined && object.metadata.namespace !== namespace)) return []
        const named = { object: sayListed(object), uid: id }
        const exception = exceptionOf(object)
        if (exception !== undefined) return [{ ...named, verdict: 'exception', why: exception }]
        return [
          undecided === undefined
            ? { ...named, verdict: 'unused', why: 'no listed object refers to it' }
            : { ...named, verdict: 'undecided', why: undecided },
        ]
      }),
    ),
  )
}

/** Reasons to keep that are no evidence of use. */
const undecidedTags: ReadonlySet<string> = new Set([
  ...['RulesUnreadable', 'NamespaceUnknown', 'OwnersUnknown', 'UsersNotCovered', 'UserUnclear', 'KindNotServed'],
])
