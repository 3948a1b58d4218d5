/**
 * Answers which object of a cluster a word of the command line means.
 */
import { either as E, option as O } from 'fp-ts'

import type { KubeObject, Owner } from '../../collectors/kubernetes/index.js'
import type { Flag, Given } from '../command.js'
import { nearest } from '../nearest.js'
import { isUid } from './arguments.js'
import type { NamedKind } from './kinds.js'
import { findKinds } from './kinds.js'
import type { Cluster } from './prepare.js'

/** The flag that says in which namespace. */
export const namespaceFlag: Flag = {
  name: 'namespace',
  short: 'n',
  value: 'NAME',
  about: 'namespace of the objects that are named; left out: the only one that has them',
}

/** A namespace that is asked for by its name, whether the lists hold the object or not. */
export interface WantedNamespace {
  readonly _tag: 'Namespace'
  readonly name: string
}

/** An object with its kind in front, e.g. `Pod shop/web-0`. */
export const sayObject = ({ kind, namespace, name }: Omit<Owner.Target, '_tag' | 'id' | 'apiVersion'>): string =>
  `${kind} ${namespace === undefined || namespace === '' ? '' : `${namespace}/`}${name}`

const said = ({ kind, metadata: { namespace, name } }: KubeObject): string =>
  sayObject(namespace === undefined ? { kind, name } : { kind, namespace, name })

/** Finds the object that a word means; the error says what is wrong with the word, or which objects it could mean. */
export const findObject =
  (given: Given, { snapshot: { objects }, kinds }: Pick<Cluster, 'snapshot' | 'kinds'>) =>
  (word: string): E.Either<string, KubeObject> => {
    if (isUid(word)) {
      const object = objects.find(({ metadata }) => metadata.uid === word)
      return object === undefined ? E.left(`no object in the lists has the uid ${word}`) : E.right(object)
    }
    const [kindWord = '', name = ''] = word.split('/')
    const meant = findKinds(kinds)(kindWord)
    if (E.isLeft(meant)) return meant
    const namespace = O.toUndefined(given.value(namespaceFlag.name))
    const ofKind = objects.filter(isOneOf(meant.right, namespace))
    const found = ofKind.filter(({ metadata }) => metadata.name === name)
    const [only, another] = found
    if (only === undefined) return E.left(absent(word, meant.right, namespace, ofKind))
    return another === undefined
      ? E.right(only)
      : E.left(
          `${word} may be ${found.map(said).join(' or ')}: say which with -n, or with a group as in ${kindWord}.GROUP/${name}`,
        )
  }

/** The namespace that a word means; none for a word that means something else. */
export const findNamespace =
  ({ kinds }: Pick<Cluster, 'kinds'>) =>
  (word: string): O.Option<WantedNamespace> => {
    const [kindWord = '', name = ''] = word.split('/')
    const meant = findKinds(kinds)(kindWord)
    return name !== '' && E.isRight(meant) && meant.right.some(isNamespaceKind)
      ? O.some({ _tag: 'Namespace', name })
      : O.none
  }

const isNamespaceKind = ({ group, kind }: NamedKind): boolean => group === '' && kind === 'Namespace'

const isOneOf = (kinds: ReadonlyArray<NamedKind>, namespace: string | undefined): ((object: KubeObject) => boolean) => {
  const wanted = new Set(kinds.map(({ group, kind }) => `${kind}.${group}`))
  return ({ apiVersion, kind, metadata }) =>
    wanted.has(`${kind}.${apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''}`) &&
    (namespace === undefined || metadata.namespace === undefined || metadata.namespace === namespace)
}

const absent = (
  word: string,
  [first]: ReadonlyArray<NamedKind>,
  namespace: string | undefined,
  ofKind: ReadonlyArray<KubeObject>,
): string => {
  const kind = first?.kind ?? word
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`
  if (ofKind.length === 0) return `the lists hold no ${kind}${where}`
  const guess = nearest(ofKind.map(({ metadata }) => metadata.name))(word.slice(word.indexOf('/') + 1))
  return `the lists hold no ${kind} ${word.slice(word.indexOf('/') + 1)}${where}${O.isSome(guess) ? `; did you mean ${guess.value}?` : ''}`
}
