/**
 * The shape of a command: its words, flags, inputs and output. A command does no I/O; it takes texts and returns
 * text. Those that act on a cluster do so through what is passed in.
 */
import type { either as E, option as O } from 'fp-ts'

import type { DecodeError, Listing } from '../decode/index.js'
import type { Bundle } from './gathered/files.js'
import type { LiveNode, SocketAsk } from './live-node.js'
import type { Acting, ClusterAsk, LiveCluster } from './world.js'

/** A flag that a command understands. */
export interface Flag {
  /** Long name without dashes. */
  readonly name: string
  /** One letter without its dash. */
  readonly short?: string
  /** The placeholder of the value in the help; a flag without one takes no value. */
  readonly value?: string
  /** Its value may be empty, which says none. */
  readonly mayBeEmpty?: true
  /** May be given more than once. */
  readonly many?: true
  /** One line of help. */
  readonly about: string
}

/** Flags under one heading of the help. */
export interface FlagGroup {
  readonly heading: string
  readonly flags: ReadonlyArray<Flag>
}

/** What was given on the command line, checked against the flags of the command. */
export interface Given {
  readonly has: (name: string) => boolean
  readonly value: (name: string) => O.Option<string>
  readonly values: (name: string) => ReadonlyArray<string>
  /** Arguments that belong to no flag, in order. */
  readonly files: ReadonlyArray<string>
}

/** An invalid command line: what is wrong, and the command whose help says more. */
export interface UsageError {
  readonly _tag: 'UsageError'
  readonly words: ReadonlyArray<string>
  readonly message: string
}

/** A text that was read, with the name that messages use for it. */
export interface Text {
  readonly name: string
  readonly text: string
  /** The same as JSON, where it was parsed before. */
  readonly value?: unknown
  /** Its objects, where it was read in parts; the text is its beginning then. */
  readonly listing?: E.Either<DecodeError, Listing>
}

/** The functions of YAML that commands use, each giving its error as text. */
export interface Yaml {
  readonly parse: (text: string) => E.Either<string, unknown>
  /** The same for a text of several documents. */
  readonly parseAll: (text: string) => E.Either<string, ReadonlyArray<unknown>>
  readonly print: (value: unknown) => string
}

/** The one function of TOML that commands use, giving its error as text. */
export interface Toml {
  readonly parse: (text: string) => E.Either<string, unknown>
}

/** What a command may know about its environment; all of it is passed in. */
export interface Environment {
  /** Texts of the files a command asked for, by path. */
  readonly read: (path: string) => Text
  readonly clock: Date
  readonly color: boolean
  readonly yaml: Yaml
  readonly toml: Toml
  /** The cluster that was read instead of files. */
  readonly cluster?: LiveCluster | undefined
  /** The daemons that were read instead of files. */
  readonly live?: LiveNode | undefined
  /** For the few commands that change something. */
  readonly acting: Acting
  /** Runs another command on the same machine: the one that is chosen by what its first argument holds. */
  readonly answer: (choose: ReaderOf, given: Given) => Promise<E.Either<string, Result>>
}

/** Chooses a command by the files of what was gathered, or else by the text of a file. */
export type ReaderOf = (bundle: Bundle | undefined, text: string) => Command

/**
 * 0 nothing to remove; 1 error; 2 removals planned; 3 the component itself would refuse to run; 4 the planned removals do not reach
 * the goal.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4

/** What is printed: a text, or the parts of one that may be longer than a text can be. */
export type Output = string | { readonly parts: Iterable<string> }

/** The result of a command. */
export interface Result {
  readonly stdout: string
  /** What follows where that is only the beginning; it is made while it is written, once. */
  readonly more?: Iterable<string>
  readonly stderr: string
  readonly exitCode: ExitCode
  /** How many targets stay because the input does not tell; an error with `--strict`. */
  readonly undecided?: number
}

/** A command with parsed arguments: the paths to read, then the rest of its work. */
export interface Prepared {
  /** Paths in reading order; `-` is standard input. */
  readonly paths: ReadonlyArray<string>
  /** Whether standard input is read when no path is given: it has to be piped in, may be, or is left alone. */
  readonly stdin: 'required' | 'optional' | 'none'
  /** Paths among them, and `-` for what is piped in, whose lists of objects may be of any size. */
  readonly lists?: ReadonlyArray<string>
  /** The cluster to read if neither files nor a pipe give lists, or if a flag names it. */
  readonly cluster?: ClusterAsk | undefined
  /** Daemons to read, named by flags. */
  readonly sockets?: ReadonlyArray<SocketAsk>
  /** True when it prints YAML without being asked for it; reading YAML is seen from the texts. */
  readonly printsYaml?: boolean
  /** True when one of its files is TOML. */
  readonly readsToml?: true
  readonly run: (environment: Environment, stdin: O.Option<Text>) => Result | Promise<Result>
}

/** One command: one entry of the table. */
export interface Command {
  readonly words: readonly [string, ...string[]]
  /** One line, for lists of commands. */
  readonly summary: string
  /** The arguments after the words, for the usage line. */
  readonly usage: string
  /** Flags of other commands, the first that is there: the file that these take by flag this one takes as its argument. */
  readonly argument?: ReadonlyArray<string>
  /** True if it takes what was gathered as it is, instead of its files. */
  readonly takesGathered?: true
  /** Paragraphs of the help between usage and flags. */
  readonly about: ReadonlyArray<string>
  readonly groups: ReadonlyArray<FlagGroup>
  readonly examples: ReadonlyArray<string>
  /** Meanings of exit codes that differ from the usual ones; null: the command never returns that code. */
  readonly exitCodes?: Readonly<Partial<Record<ExitCode, string | null>>>
  /** Its code 3 says what somebody else would refuse, which is all that was asked. */
  readonly refusalIsAnswer?: true
  readonly prepare: (given: Given) => E.Either<string, Prepared>
}
