/**
 * One run of the program: parse the command line, read the inputs, run the command. All I/O is passed in, so that
 * almost everything can be tested in memory.
 */
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import { type Request, parseCommandLine } from './args.js'
import type { Command, Environment, Given, Prepared, Result, Text, Toml, UsageError, Yaml } from './command.js'
import { fitted } from './clip.js'
import { ended } from './exit-codes.js'
import type { Bundle } from './gathered/files.js'
import type { Gathered } from './gathered/gathered.js'
import { gatheredIn, nodeIn, readingFrom } from './gathered/given.js'
import { helpOf } from './help.js'
import { clusterAsked } from './kubernetes/cluster-flags.js'
import { safe } from './lines.js'
import { type TextHost, readPiped, readTexts } from './read-texts.js'
import { objectsAsJson } from './objects-as-json.js'
import { looksLikeJson } from './structured.js'
import type { LiveNode, SocketAsk } from './live-node.js'
import { unloadedToml, unloadedYaml } from './unloaded.js'
import type { Acting, ClusterAsk, LiveCluster } from './world.js'

/** What the program needs of the machine. */
export interface Host extends TextHost {
  /** Opens a directory or tar with files that were gathered together; nothing where a path is neither. */
  readonly openGathered: (path: string) => Promise<E.Either<string, Bundle | undefined>>
  readonly stdoutIsTerminal: boolean
  /** The width of the terminal, where it is known. */
  readonly stdoutColumns?: number | undefined
  readonly environment: ReadonlyMap<string, string>
  readonly clock: () => Date
  readonly version: () => Promise<string>
  /** What reaches a cluster. */
  readonly acting: Acting
  /** Loads the YAML library; called only when something is YAML. */
  readonly loadYaml: () => Promise<Yaml>
  /** Loads the TOML library; called only for a command that reads TOML. */
  readonly loadToml: () => Promise<Toml>
}

/** Runs one command line to its result. */
export const program =
  (commands: ReadonlyArray<Command>) =>
  (host: Host) =>
  (argv: ReadonlyArray<string>): Promise<Result> =>
    F.pipe(
      TE.of(argv),
      TE.flatMapEither(parseCommandLine(commands)),
      TE.mapLeft(usageError),
      TE.flatMap(answerOf(commands, host)),
      TE.toUnion,
    )()

/** The result of a command on the right, that of a failed attempt on the left. */
type Attempt = TE.TaskEither<Result, Result>

const answerOf =
  (commands: ReadonlyArray<Command>, host: Host) =>
  (request: Request): Attempt => {
    switch (request._tag) {
      case 'Version':
        return TE.fromTask(async () => printed(`gcplan ${await host.version()}\n`))
      case 'Help': {
        const help = helpOf(commands)(request.words)
        return TE.right(request.asked ? printed(help) : { stdout: '', stderr: help, exitCode: 1 })
      }
      case 'Run':
        return run(host, request)
    }
  }

type Run = Extract<Request, { readonly _tag: 'Run' }>

/** Puts files in the place of what was gathered before the command looks at its arguments. */
const run = (host: Host, { command, given }: Run): Attempt =>
  F.pipe(
    gatheredIn(command.takesGathered === true ? notOpened : host.openGathered, command, given),
    TE.flatMap(nodeIn(nodeOf(host, given), command)),
    TE.mapLeft(failed),
    TE.flatMap((unpacked) =>
      F.pipe(
        runOnFiles({ ...host, ...readingFrom(unpacked, host) }, { command, given: unpacked.given }),
        TE.map((result) => ({ ...result, stderr: `${safe(noteLines(unpacked.notes))}${result.stderr}` })),
      ),
    ),
  )

const notOpened: Host['openGathered'] = () => Promise.resolve(E.right(undefined))

const answerBy =
  (host: Host): Environment['answer'] =>
  (choose, given) => {
    const [path = ''] = given.files
    return F.pipe(
      () => host.openGathered(path),
      TE.bindTo('bundle'),
      TE.bind('text', ({ bundle }) => (bundle === undefined ? () => host.readFile(path) : TE.right(''))),
      TE.map(({ bundle, text }) => choose(bundle, text)),
      TE.flatMapTask((command) => TE.toUnion(run(host, { _tag: 'Run', command, given }))),
    )()
  }

const runOnFiles = (host: Host, { command, given }: Pick<Run, 'command' | 'given'>): Attempt => {
  const reading = { ...host, say: host.acting.say }
  const misused = (message: string): Result => usageError({ _tag: 'UsageError', words: command.words, message })
  return F.pipe(
    TE.Do,
    TE.bind('prepared', () => TE.fromEither(E.mapLeft(misused)(command.prepare(given)))),
    TE.let('ask', ({ prepared: { cluster } }) =>
      cluster !== undefined && (cluster.isNamed || host.stdinIsTerminal) ? cluster : undefined,
    ),
    TE.let('sockets', ({ prepared: { sockets = [] } }) => sockets),
    // A cluster takes the place of the lists, and of the pipe that they come through.
    TE.let('paths', ({ prepared, ask }) =>
      ask === undefined ? prepared.paths : prepared.paths.filter((path) => path !== '-'),
    ),
    TE.let('lists', ({ prepared }) => prepared.lists ?? []),
    TE.bind('texts', ({ paths, lists }) => TE.mapLeft(failed)(readTexts(reading, paths, lists))),
    TE.bind('stdin', ({ prepared, paths, lists, ask, sockets }) =>
      ask === undefined && sockets.length === 0 && prepared.stdin !== 'none'
        ? TE.mapLeft(failed)(readPiped(reading, paths, lists))
        : TE.right(O.none),
    ),
    TE.bind('cluster', ({ ask }) =>
      ask === undefined ? TE.right(undefined) : TE.mapLeft(failed)(clusterOf(host, ask)),
    ),
    TE.bind('live', ({ sockets }) =>
      sockets.length === 0 ? TE.right(undefined) : TE.mapLeft(failed)(liveNodeOf(sockets)),
    ),
    TE.filterOrElse(
      ({ prepared, texts, stdin, cluster, live }) =>
        prepared.stdin !== 'required' ||
        cluster !== undefined ||
        live !== undefined ||
        texts.size > 0 ||
        O.isSome(stdin),
      ({ prepared }) =>
        misused(
          prepared.cluster === undefined
            ? 'no files given and no standard input'
            : 'no files given and nothing came through the pipe; --context NAME reads a cluster',
        ),
    ),
    TE.flatMapTask((inputs) => carryOut(host, given, inputs)),
    TE.map(ended(command, given)),
  )
}

const nodeOf =
  ({ acting }: Host, given: Given) =>
  async (name: string): Promise<E.Either<string, Gathered>> => {
    const { readNode } = await import('./live/node.js')
    return acting.withCluster(clusterAsked(given))(readNode(name, acting))
  }

/** Loaded only where a cluster is read: files are the common case, and quicker. */
const clusterOf =
  ({ acting }: Host, ask: ClusterAsk): TE.TaskEither<string, LiveCluster> =>
  async () => {
    const { readCluster } = await import('./live/read.js')
    return acting.withCluster(ask)(readCluster(ask, acting))
  }

/** Loaded only where a socket is named: it brings what speaks gRPC. */
const liveNodeOf =
  (asks: ReadonlyArray<SocketAsk>): TE.TaskEither<string, LiveNode> =>
  async () => {
    const { readSockets } = await import('./live/sockets.js')
    return readSockets(asks)()
  }

interface Inputs {
  readonly prepared: Prepared
  readonly texts: ReadonlyMap<string, Text>
  readonly stdin: O.Option<Text>
  readonly cluster: LiveCluster | undefined
  readonly live: LiveNode | undefined
}

const carryOut =
  (host: Host, given: Given, { prepared, texts, stdin, cluster, live }: Inputs) =>
  async (): Promise<Result> => {
    const all = [...texts.values(), ...(O.isSome(stdin) ? [stdin.value] : [])]
    const printsYaml = prepared.printsYaml === true || O.toUndefined(given.value('output')) === 'yaml'
    const yaml = printsYaml || !all.every(({ text }) => looksLikeJson(text)) ? await host.loadYaml() : unloadedYaml
    const toml = prepared.readsToml === true ? await host.loadToml() : unloadedToml
    const json = F.pipe(
      [...texts],
      E.traverseArray(([path, text]) => E.map((one: Text) => [path, one] as const)(objectsAsJson(yaml)(text))),
      E.map((all) => new Map(all)),
      E.bindTo('files'),
      E.bind('piped', () => O.traverse(E.Applicative)(objectsAsJson(yaml))(stdin)),
    )
    return F.pipe(
      json,
      E.match(
        (message) => Promise.resolve(failed(message)),
        async ({ files, piped }) => {
          const read = (path: string): Text => files.get(path) ?? { name: path, text: '' }
          const color = wantsColor(host, given.value('color'))
          const environment = {
            read,
            clock: host.clock(),
            color,
            yaml,
            toml,
            cluster,
            live,
            acting: host.acting,
            answer: answerBy(host),
          }
          const result = await prepared.run(environment, piped)
          return { ...result, stdout: fitted(host, given, result.stdout), stderr: safe(result.stderr) }
        },
      ),
    )
  }

const wantsColor = (host: Host, choice: O.Option<string>): boolean =>
  O.toUndefined(choice) === 'always' ||
  (O.toUndefined(choice) !== 'never' &&
    host.stdoutIsTerminal &&
    (host.environment.get('NO_COLOR') ?? '') === '' &&
    host.environment.get('TERM') !== 'dumb')

const noteLines = (notes: ReadonlyArray<string>): string => notes.map((note) => `gcplan: ${note}\n`).join('')

const printed = (stdout: string): Result => ({ stdout, stderr: '', exitCode: 0 })

const failed = (message: string): Result => ({ stdout: '', stderr: safe(`gcplan: ${message}\n`), exitCode: 1 })

const usageError = ({ words, message }: UsageError): Result => {
  const called = ['gcplan', ...words].join(' ')
  const problems = message.split('\n').map((line) => `${called}: ${line}\n`)
  return { stdout: '', stderr: safe(`${problems.join('')}Try '${called} --help'.\n`), exitCode: 1 }
}
