/** `gcplan gather`: a script that gathers what other commands read, for machines without Node.js. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { Command, Given } from '../command.js'
import { all, each } from '../fp.js'
import { type Part, gatherable } from '../gather/parts.js'
import { gatherScript } from '../gather/script.js'
import { resultOf } from '../plan/print.js'
import { oneOf } from '../values.js'

const usual: ReadonlyArray<Part> = ['node', 'containerd']

/** The command. */
export const gatherCommand: Command = {
  words: ['gather'],
  summary: 'print a shell script that gathers on a node what the other commands read',
  usage: '[FLAGS] > gather.sh',
  about: [
    'Read the script, then run it on the node: sh gather.sh [--tar] [DIRECTORY]. It needs no more than a shell, runs crictl, ctr, kubectl and df where they are, and writes one file for each output, and a manifest with the time, into a directory (gcplan-NODE-TIME). Every command that takes files takes the directory, or the tar of it, and reads of it what it needs.',
    'Environments and command lines of containers on the node, and the data of Secrets and ConfigMaps, are never written.',
  ],
  groups: [
    {
      heading: 'What to gather',
      flags: [
        { name: 'parts', value: 'WHAT,...', about: `some of ${gatherable.join(', ')} (default: ${usual.join(',')})` },
        {
          name: 'namespace',
          short: 'n',
          value: 'NS,...',
          many: true,
          about: 'of Kubernetes only these namespaces (default: all), and what is in none',
        },
        {
          name: 'containerd-namespace',
          value: 'NS,...',
          many: true,
          about: 'of containerd only these namespaces (default: all)',
        },
        { name: 'tar', about: 'also pack the directory, as DIRECTORY.tar' },
        { name: 'help', short: 'h', about: 'print this help' },
      ],
    },
  ],
  examples: [
    'gcplan gather --tar > gather.sh && ssh node-a sudo sh -s < gather.sh',
    'gcplan plan kubelet-image gcplan-node-a-20260101T120000Z.tar --memory memory.json',
    'gcplan gather --parts kubernetes -n shop | sh',
  ],
  exitCodes: { 0: 'it is printed', 2: null, 3: null },
  prepare: (given) =>
    F.pipe(
      all({
        parts: partsIn(given),
        kubernetes: namespacesIn(given, 'namespace'),
        containerd: namespacesIn(given, 'containerd-namespace'),
      }),
      E.map(({ parts, ...limits }) => ({
        paths: [],
        stdin: 'optional' as const,
        run: () => resultOf(gatherScript({ parts, limits, tar: given.has('tar') }), [], 0),
      })),
    ),
}

/** In the order in which they are gathered, each once. */
const partsIn = (given: Given): E.Either<string, ReadonlyArray<Part>> =>
  F.pipe(
    given.value('parts'),
    O.match(
      () => E.right(usual),
      (words) =>
        F.pipe(
          words.split(','),
          each((word: string) => oneOf(gatherable)('--parts', word)),
          E.map((wanted) => gatherable.filter((part) => wanted.includes(part))),
        ),
    ),
  )

/** Names of namespaces hold nothing that a shell heeds. */
const namespacesIn = (given: Given, flag: string): E.Either<string, ReadonlyArray<string>> =>
  F.pipe(
    given.values(flag).flatMap((words) => words.split(',')),
    each((word: string) =>
      /^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/.test(word)
        ? E.right(word)
        : E.left(`--${flag}: expected names of namespaces, such as shop,k8s.io, got ${JSON.stringify(word)}`),
    ),
  )
