/** `gcplan gather`: gathers what other commands read, by a script for machines without Node.js or from sockets. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { Command, Given, Prepared } from '../command.js'
import { all, each } from '../fp.js'
import { type Part, gatherable } from '../gather/parts.js'
import { gatherScript } from '../gather/script.js'
import { gatheredNow } from '../gather/write.js'
import { clusterFlags } from '../kubernetes/cluster-flags.js'
import { resultOf } from '../plan/print.js'
import { socketFlags, socketsIn } from '../sockets.js'
import { oneOf } from '../values.js'

const usual: ReadonlyArray<Part> = ['node', 'containerd']

/** The command. */
export const gatherCommand: Command = {
  words: ['gather'],
  summary: 'gather on a node what the other commands read: print a shell script for it, or do it --now',
  usage: '[FLAGS] > gather.sh\n       gcplan gather --now SOCKETS [FLAGS] [DIRECTORY]',
  about: [
    'Read the script, then run it on the node: sh gather.sh [--tar] [DIRECTORY]. It needs only a shell, runs crictl, ctr, kubectl and df where they exist, and writes each output to a file in a directory (gcplan-NODE-TIME), with a manifest that has the time. Every command that takes files also takes this directory or its tar.',
    'With --now it writes such a directory itself, from the given sockets; --node adds what the API server knows about the node.',
    'Environments and command lines of containers, and the data of Secrets and ConfigMaps, are never written. One exception: --parts kubernetes writes pods and templates (of Deployments, Jobs, ...) whole, with their environment, because rollouts differ by it.',
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
          about: 'only these namespaces of Kubernetes (default: all), and cluster-scoped objects',
        },
        {
          name: 'containerd-namespace',
          value: 'NS,...',
          many: true,
          about: 'only these namespaces of containerd (default: all)',
        },
        { name: 'tar', about: 'also pack the directory, as DIRECTORY.tar' },
        { name: 'now', about: 'gather from sockets, and print the name of the directory' },
        {
          name: 'node',
          value: 'NAME',
          about: 'with --now: also its statistics, settings and pods, from its API server',
        },
        { name: 'help', short: 'h', about: 'print this help' },
      ],
    },
    socketFlags('cri', 'containerd', 'docker'),
    clusterFlags,
  ],
  examples: [
    'gcplan gather --tar > gather.sh && ssh node-a sudo sh -s < gather.sh',
    'gcplan plan kubelet-image gcplan-node-a-20260101T120000Z.tar --memory memory.json',
    'gcplan gather --parts kubernetes -n shop | sh',
    'gcplan gather --now --cri /run/containerd/containerd.sock --containerd /run/containerd/containerd.sock',
  ],
  exitCodes: { 0: 'the script is printed, or the directory is written', 2: null, 3: null },
  prepare: (given) => (given.has('now') ? nowIn(given) : scriptIn(given)),
}

const ofScript = ['parts', 'namespace', 'containerd-namespace', 'tar']
const ofNow = ['node', 'cri', 'containerd', 'docker', 'context', 'kubeconfig']

const nowIn = (given: Given): E.Either<string, Prepared> => {
  const sockets = socketsIn(given)
  const [odd] = ofScript.filter(given.has)
  if (odd !== undefined) return E.left(`--${odd} is for the script; --now gathers what its sockets show`)
  if (given.files.length > 1) return E.left(`expected one directory, got ${given.files.join(' and ')}`)
  return sockets.length === 0 && !given.has('node')
    ? E.left('--now: expected what to read: --cri, --containerd or --docker SOCKET, or --node NAME')
    : E.right({ paths: [], stdin: 'none', sockets, run: (environment) => gatheredNow(given, environment) })
}

const scriptIn = (given: Given): E.Either<string, Prepared> => {
  const [odd] = ofNow.filter(given.has)
  if (odd !== undefined) return E.left(`--${odd} is read with --now; the script finds what is there`)
  return F.pipe(
    all({
      parts: partsIn(given),
      kubernetes: namespacesIn(given, 'namespace'),
      containerd: namespacesIn(given, 'containerd-namespace'),
    }),
    E.map(({ parts, ...limits }) => ({
      paths: [],
      stdin: 'none' as const,
      run: () => resultOf(gatherScript({ parts, limits, tar: given.has('tar') }), [], 0),
    })),
  )
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
