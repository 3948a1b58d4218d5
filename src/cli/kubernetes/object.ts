/** Finds the object of a cluster that an argument names. */
import { either as E, function as F, option as O } from 'fp-ts'

import type * as Owner from '../../controllers/owner/index.js'
import type { KubeObject } from '../../apiserver/index.js'
import type { Flag, Given } from '../command.js'
import { askNearest } from '../nearest.js'
import { isUid } from './arguments.js'
import { type NamedKind, findKinds, partsOf } from './kinds.js'
import type { Cluster } from './prepare.js'

/** The flag that says in which namespace. */
export const namespaceFlag: Flag = {
  name: 'namespace',
  short: 'n',
  value: 'NAME',
  about: 'namespace of the named objects (default: the only one that has them)',
}

/** An object with its kind in front, e.g. `Pod shop/web-0`. */
export const sayObject = ({ kind, namespace, name }: Omit<Owner.Target, '_tag' | 'id' | 'apiVersion'>): string =>
  `${kind} ${namespace === undefined || namespace === '' ? '' : `${namespace}/`}${name}`

/** The same for an object of the lists. */
export const sayListed = ({ kind, metadata: { namespace, name } }: KubeObject): string =>
  sayObject(namespace === undefined ? { kind, name } : { kind, namespace, name })

/** Finds the object that a word means; the error says what is wrong with the word, or which objects it could mean. */
export const findObject =
  (given: Given, { snapshot: { objects }, kinds, namespace }: Pick<Cluster, 'snapshot' | 'kinds' | 'namespace'>) =>
  (word: string): E.Either<string, KubeObject> =>
    isUid(word)
      ? F.pipe(
          objects.find(({ metadata }) => metadata.uid === word),
          E.fromNullable(`no object in the lists has the uid ${word}`),
        )
      : F.pipe(
          findKinds(kinds)(word.slice(0, word.indexOf('/'))),
          E.mapLeft((message) =>
            message.includes(';') ? message : `${message}; if it is a file, name it with -f ${word}`,
          ),
          E.flatMap((meant) =>
            findNamed(objects, meant, O.toUndefined(given.value(namespaceFlag.name)), namespace)(word),
          ),
        )

const findNamed =
  (
    objects: ReadonlyArray<KubeObject>,
    meant: ReadonlyArray<NamedKind>,
    namespace: string | undefined,
    usual: string | undefined,
  ) =>
  (word: string): E.Either<string, KubeObject> => {
    const name = word.slice(word.indexOf('/') + 1)
    const ofKind = objects.filter(isOneOf(meant))
    const named = ofKind.filter(({ metadata }) => metadata.name === name)
    const asked = named.filter(isIn(namespace))
    const inUsual = asked.filter(isIn(usual))
    const found = usual !== undefined && inUsual.length > 0 ? inUsual : asked
    const [only] = found
    if (only !== undefined) return found.length === 1 ? E.right(only) : E.left(ambiguous(word, found))
    const [elsewhere] = named
    const kind = meant[0]?.kind ?? word
    const where = namespace === undefined ? '' : ` in namespace ${namespace}`
    if (elsewhere !== undefined) return E.left(`the lists hold no ${kind} ${name}${where}, but ${sayListed(elsewhere)}`)
    const candidates = ofKind.filter(isIn(namespace))
    if (candidates.length === 0) return E.left(`the lists hold no ${kind}${where}`)
    const names = candidates.map(({ metadata }) => metadata.name)
    return E.left(`the lists hold no ${kind} ${name}${where}${askNearest(names, name)}`)
  }

/** The number of candidates that the error for an ambiguous word names. */
const namedObjects = 3

const ambiguous = (word: string, found: ReadonlyArray<KubeObject>): string => {
  const more = found.length - namedObjects
  const texts = [...found.slice(0, namedObjects).map(sayListed), ...(more > 0 ? [`${more} more`] : [])]
  const spaces = new Set(found.map(({ metadata }) => metadata.namespace))
  return `${word} may be ${texts.join(' or ')}; say which with ${spaces.size > 1 ? '-n' : 'KIND.GROUP/NAME'}`
}

/** A namespace by its name; the lists may hold only what is in it. */
export interface FoundNamespace {
  readonly name: string
  readonly isListed: boolean
}

/** The namespace that a word names; none for a word that means something else. */
export const findNamespace =
  ({ kinds, snapshot: { objects } }: Pick<Cluster, 'snapshot' | 'kinds'>) =>
  (word: string): O.Option<E.Either<string, FoundNamespace>> => {
    const slash = word.indexOf('/')
    const name = word.slice(slash + 1)
    return F.pipe(
      O.fromEither(findKinds(kinds)(word.slice(0, slash))),
      O.filter((meant) => slash >= 0 && meant.some(isNamespaceKind)),
      O.map((meant) => {
        const listed = new Set(objects.filter(isOneOf(meant)).map(({ metadata }) => metadata.name))
        const spaces = objects.flatMap(({ metadata: { namespace } }) => (namespace === undefined ? [] : [namespace]))
        const known = new Set([...listed, ...spaces])
        return known.has(name)
          ? E.right({ name, isListed: listed.has(name) })
          : E.left(`the lists hold nothing from namespace ${name}${askNearest([...known], name)}`)
      }),
    )
  }

const isNamespaceKind = ({ group, kind }: NamedKind): boolean => group === '' && kind === 'Namespace'

const isOneOf = (kinds: ReadonlyArray<NamedKind>): ((object: KubeObject) => boolean) => {
  const wanted = new Set(kinds.map(({ group, kind }) => `${kind} ${group}`))
  return ({ apiVersion, kind }) => wanted.has(`${kind} ${partsOf(apiVersion).group}`)
}

/** Objects of the cluster are in every namespace that is asked for, as kubectl has it. */
const isIn =
  (namespace: string | undefined) =>
  ({ metadata }: KubeObject): boolean =>
    namespace === undefined || metadata.namespace === undefined || metadata.namespace === namespace
