/** Finds the target of a plan that a test means, and formats its name for messages. */
import { nameOf } from '../cluster/name.js'

/** What plans decide on. */
export interface AnyTarget {
  readonly _tag: string
  readonly id: string
}

/** An API object, of any library's type. */
export interface AnyObject {
  readonly kind?: string | undefined
  readonly metadata?:
    | { readonly uid?: string | undefined; readonly namespace?: string | undefined; readonly name?: string | undefined }
    | undefined
}

/**
 * A target: by id, by tag and id (`Image sha256:a`), by a tag of an image, as an object or its name (`Pod/web-0`,
 * `Pod/shop/web-0` outside the namespace `default`), or by a predicate.
 */
export type Which = string | AnyTarget | AnyObject | ((target: AnyTarget) => boolean)

interface Called extends AnyTarget {
  readonly kind?: unknown
  readonly namespace?: unknown
  readonly name?: unknown
  readonly tags?: unknown
}

/** A target as it is called in a message. */
export const called = (target: AnyTarget): string => {
  const { _tag, id, kind, namespace, name } = target as Called
  return typeof kind === 'string' && typeof name === 'string'
    ? nameOf({ kind, metadata: { uid: id, name, namespace: typeof namespace === 'string' ? namespace : '' } })
    : `${_tag} ${id}`
}

/** What a test means as it is called in a message. */
export const calledAs = (which: Which): string => {
  if (typeof which === 'string') return which
  if (typeof which === 'function') return 'a target of the kind asked for'
  if ('_tag' in which) return called(which)
  const { kind = 'object', metadata: { uid = '', namespace = '', name } = {} } = which
  return name === undefined ? `${kind} ${uid}` : nameOf({ kind, metadata: { uid, namespace, name } })
}

/** Whether a target is the one that a test means. */
export const isMeant = (which: Which): ((target: AnyTarget) => boolean) => {
  if (typeof which === 'function') return which
  if (typeof which === 'string')
    return (target) =>
      target.id === which ||
      `${target._tag} ${target.id}` === which ||
      called(target) === which ||
      tagsOf(target).includes(which)
  if ('_tag' in which) return ({ _tag, id }) => _tag === which._tag && id === which.id
  const { uid } = which.metadata ?? {}
  const name = calledAs(which)
  return uid === undefined || uid === '' ? (target) => called(target) === name : ({ id }) => id === uid
}

const tagsOf = (target: AnyTarget): ReadonlyArray<unknown> => {
  const { tags } = target as Called
  return Array.isArray(tags) ? tags : []
}

/** The name that has most in common with one that is not there: pairs of letters that both have. */
export const closest = (names: ReadonlyArray<string>, wanted: string): string | undefined => {
  const pairs = pairsOf(wanted)
  let best: string | undefined
  let most = 0.4
  for (const name of names) {
    const own = pairsOf(name)
    let common = 0
    for (const pair of own) if (pairs.has(pair)) common++
    const share = (2 * common) / (own.size + pairs.size)
    if (share <= most) continue
    most = share
    best = name
  }
  return best
}

const pairsOf = (name: string): ReadonlySet<string> => {
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < name.length; at++) pairs.add(name.slice(at, at + 2))
  return pairs
}
