/** Assigns a role to each input file, by its flag or else by its content. */
import { either as E, function as F, option as O } from 'fp-ts'

import {
  type DecodeError,
  type FileKind,
  type ReadTag,
  identify,
  linesOf,
  parseJsonText,
  statedVersions,
} from '../../decode/index.js'
import type { Flag, Given, Text, Environment } from '../command.js'
import type { NodeStatements } from '../release/stated.js'
import { socketsIn } from '../sockets.js'
import type { Sources } from '../sources.js'
import { ownField } from '../structured.js'
import { alsoTaker, kindOf, sayTaker } from '../takers.js'
import { kubeletFlagsFlag } from './settings.js'

/** A role of an input file: the kinds of file that can have it, and the command that prints one. */
export interface Part {
  readonly kinds: ReadonlyArray<ReadTag>
  /** What else a file must be to have the role without its flag. */
  readonly when?: (value: unknown) => boolean
  readonly source: string
}

/** A file that was read. `value` is its parsed JSON, or its text if it is not JSON. */
export interface Input {
  readonly file: Text
  readonly value: unknown
}

/** Parts by the name of their flag. */
export type Parts<P extends string> = { readonly [N in P]: Part }

/** The files of a command line by the part they play. */
export type Inputs<P extends string> = ReadonlyMap<P, Input>

/** One flag for each part. */
export const partFlags = <P extends string>(parts: Parts<P>): ReadonlyArray<Flag> =>
  namesOf(parts).map((name) => ({ name, value: 'FILE', about: parts[name].source }))

/** The part of a Node, which states the version of its kubelet. */
export const nodePart: Part = {
  kinds: ['KubernetesObject', 'KubernetesObjects', 'KubectlList'],
  when: (value) => statedVersions(value).length > 0,
  source: 'kubectl get node NODE -o json, which states the release of its kubelet',
}

/** What the files of a node say of versions; pods and statistics name the node that they are of. */
export const nodeStatements = (inputs: Inputs<string>): E.Either<string, NodeStatements> => {
  const node = inputs.get('node-object')
  const stated = statedVersions(node?.value)
  const pods = ownField(inputs.get('pods')?.value, 'items')
  const names = [
    ownField(ownField(inputs.get('stats')?.value, 'node'), 'nodeName'),
    ownField(ownField(Array.isArray(pods) ? pods[0] : undefined, 'spec'), 'nodeName'),
  ]
  return node !== undefined && stated.length === 0
    ? E.left(`${node.file.name}: expected a Node that states the version of its kubelet`)
    : E.right({ stated, name: names.find((name) => typeof name === 'string') })
}

/** Paths of all files that may play a part: those that flags name, then the others. */
const inputPaths = <P extends string>(parts: Parts<P>, given: Given): ReadonlyArray<string> => [
  ...namedPaths(parts, given),
  ...otherPaths(parts, given),
]

/** Reads the files of a node, and beside them the one with the kubelet's own command line. */
export const partsIn = <P extends string>(parts: Parts<P>, given: Given): Sources<Inputs<P>> => ({
  paths: [...inputPaths(parts, given), ...given.values(kubeletFlagsFlag.name)],
  stdin: 'required',
  sockets: socketsIn(given),
  read: (environment, stdin) => gatherInputs(parts)(environment, given, stdin),
})

/**
 * Sorts out the files of a command line. A file named by a flag is taken at its word; another is looked at, and refused
 * when no part wants its kind or another file plays that part already. The file that a flag names may be given again.
 */
const gatherInputs =
  <P extends string>(parts: Parts<P>) =>
  (environment: Environment, given: Given, stdin: O.Option<Text>): E.Either<string, Inputs<P>> => {
    const names = namesOf(parts)
    const inputs = new Map<P, Input>()
    for (const name of names)
      for (const file of given.values(name).map(environment.read))
        inputs.set(name, { file, value: parts[name].kinds.length === 0 ? file.text : parseOnce(file).value })
    for (const file of [...otherPaths(parts, given).map(environment.read), ...(O.isSome(stdin) ? [stdin.value] : [])]) {
      const { parsed, value } = parseOnce(file)
      const kind = identify(value)
      const name = names.find((candidate) => plays(parts[candidate], kind, value))
      if (name === undefined) return E.left(`${file.name}: ${sayUnwanted(parts, kind)(parsed)}`)
      const other = inputs.get(name)
      if (other !== undefined && given.has(name) && other.file.text === file.text) continue
      if (other !== undefined) return E.left(`${file.name}: this is ${kind.is}, and so is ${other.file.name}`)
      inputs.set(name, { file, value })
    }
    return withLive(parts, environment, inputs)
  }

/** Adds what daemons said; a file that plays the same part counts instead, and the first of several forms of one daemon. */
const withLive = <P extends string>(
  parts: Parts<P>,
  { live }: Environment,
  inputs: Inputs<P>,
): E.Either<string, Inputs<P>> => {
  const added = new Map<P, Input>()
  const daemons = new Map<P, string>()
  for (const { of, part, kind, file } of live?.files ?? []) {
    const name = namesOf(parts).find(
      (candidate) => candidate === part && (O.isNone(kind) || parts[candidate].kinds.includes(kind.value)),
    )
    if (name === undefined || inputs.has(name) || daemons.get(name) === of) continue
    const { value } = O.isNone(kind) ? { value: file.text } : parseOnce(file)
    const other = added.get(name)
    if (other !== undefined) return E.left(`${file.name} and ${other.file.name} say the same; give one of them`)
    added.set(name, { file, value })
    daemons.set(name, of)
  }
  return E.right(new Map([...inputs, ...added]))
}

/** Parses a text once for all readers, unless somebody did; text that is not JSON stays text, so that a reader can report why. */
const parseOnce = ({
  text,
  value,
}: Text): { readonly parsed: E.Either<DecodeError, unknown>; readonly value: unknown } => {
  const parsed = value === undefined ? parseJsonText('')(text) : E.right(value)
  return { parsed, value: E.getOrElse((): unknown => text)(parsed) }
}

/** The file of one part, if it is there. */
export const fileOf = <P extends string>(inputs: Inputs<P>, name: P): O.Option<Text> =>
  O.fromNullable(inputs.get(name)?.file)

/** Says why a file could not be read, each line beginning with its name. */
export const sayDecodeError =
  (file: Text) =>
  (error: DecodeError): string => {
    const taker = error._tag === 'WrongFile' ? alsoTaker(kindOf(file, error)._tag) : ''
    return linesOf(error)
      .map((line) => `${file.name}: ${line}${taker}`)
      .join('\n')
  }

/** Reads the file of one part, if it is there. */
export const readPart =
  <A>(decode: (input: unknown) => E.Either<DecodeError, A>) =>
  <P extends string>(inputs: Inputs<P>, name: P): E.Either<string, O.Option<A>> =>
    F.pipe(
      O.fromNullable(inputs.get(name)),
      O.traverse(E.Applicative)(({ file, value }) => F.pipe(decode(value), E.mapLeft(sayDecodeError(file)))),
    )

/** Reads the file of a part that has to be there. */
export const requirePart =
  <A>(decode: (input: unknown) => E.Either<DecodeError, A>) =>
  <P extends string>(inputs: Inputs<P>, name: P, otherwise: string): E.Either<string, A> =>
    F.pipe(readPart(decode)(inputs, name), E.flatMap(E.fromOption(() => otherwise)))

const namedPaths = <P extends string>(parts: Parts<P>, given: Given): ReadonlyArray<string> =>
  namesOf(parts).flatMap((name) => given.values(name))

const otherPaths = <P extends string>(parts: Parts<P>, given: Given): ReadonlyArray<string> => {
  const named = new Set(namedPaths(parts, given))
  return given.files.filter((path) => !named.has(path))
}

const namesOf = <P extends string>(parts: Parts<P>): ReadonlyArray<P> =>
  Object.keys(parts).filter((name): name is P => Object.hasOwn(parts, name))

const plays = ({ kinds, when = () => true }: Part, kind: FileKind, value: unknown): boolean =>
  kinds.some((wanted) => readsAs(wanted, kind)) && when(value)

/** A configuration is the one file that may be YAML. */
const readsAs = (wanted: ReadTag, kind: FileKind): boolean =>
  wanted === kind._tag || (wanted === 'KubeletConfiguration' && kind._tag === 'KubeletConfigurationYaml')

/** Says why no part wants a file; broken JSON is of no kind, so what breaks it is said. */
const sayUnwanted = <P extends string>(
  parts: Parts<P>,
  kind: FileKind,
): ((parsed: E.Either<DecodeError, unknown>) => string) =>
  E.match(
    (error) => (error._tag === 'InvalidInput' ? linesOf(error).join('; ') : sayUnwantedKind(parts, kind)),
    () => sayUnwantedKind(parts, kind),
  )

const sayUnwantedKind = <P extends string>(parts: Parts<P>, { _tag, is, instead }: FileKind): string => {
  const flags = namesOf(parts).map((name) => `--${name}`)
  return _tag === 'Unrecognized'
    ? `this is ${is}; say what it is with ${flags.join(', ')}`
    : `this is ${is}${is.includes(',') ? ' and' : ','} which this command does not read; ${adviceFor(parts, _tag, instead)}`
}

/** Who takes it; of what nobody reads, what to run instead. */
const adviceFor = <P extends string>(parts: Parts<P>, tag: FileKind['_tag'], instead: string): string => {
  const flags = namesOf(parts)
  if (tag === 'CrictlImagefsinfo' && flags.some((name) => name === 'stats'))
    return 'run kubectl get --raw /api/v1/nodes/NODE/proxy/stats/summary'
  const taker = sayTaker(tag)
  return taker === undefined ? instead : `${taker}; this one takes ${flags.map((name) => `--${name}`).join(', ')}`
}
