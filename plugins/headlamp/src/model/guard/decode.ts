/**
 * Reads the guards of a cluster from the data of their ConfigMap. Every key is checked, also its name: a limit that is
 * misspelt would limit nothing.
 */
import { either as E } from 'fp-ts'
import type { Problem } from 'gcplan'
import { fieldOf } from '../fields.js'
import {
  type Allowed,
  type ClusterGuards,
  type GuardSettings,
  type LabelRule,
  guardsName,
  noSettings,
} from './settings.js'

type Read = E.Either<Omit<Problem, 'path'>, Partial<GuardSettings>>

const readers: Readonly<Record<string, (text: string) => Read>> = {
  'protect-namespaces': (text) => E.map((namespaces: ReadonlyArray<string>) => ({ namespaces }))(names(text)),
  'protect-kinds': (text) => E.map((kinds: ReadonlyArray<string>) => ({ kinds }))(names(text)),
  'protect-labels': (text) => E.right({ labels: wordsIn(text).map(labelRule) }),
  'max-objects': (text) => E.map((maxObjects: number) => ({ maxObjects }))(count(text)),
  'data-loss': (text) => E.map((dataLoss: Allowed) => ({ dataLoss }))(allowed(text)),
  endless: (text) => E.map((endless: Allowed) => ({ endless }))(allowed(text)),
  unknown: (text) => E.map((unknown: Allowed) => ({ unknown }))(allowed(text)),
}

/** The keys of the ConfigMap. */
export const guardKeys: ReadonlyArray<string> = Object.keys(readers)

/**
 * The guards that a ConfigMap sets; keys that are absent refuse nothing.
 *
 * Fails: with every key that is unknown, and every value that cannot be read, in the order of the data.
 */
export const decodeGuards = (configMap: unknown): E.Either<ReadonlyArray<Problem>, GuardSettings> => {
  const data = fieldOf(configMap, 'data') ?? {}
  if (typeof data !== 'object' || Array.isArray(data))
    return E.left([{ path: 'data', expected: 'an object of texts', actual: shown(data) }])
  const problems: Problem[] = []
  let settings = noSettings
  for (const [key, text] of Object.entries(data)) {
    const path = `data.${key}`
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined
    if (read === undefined) problems.push({ path, expected: `one of ${guardKeys.join(', ')}`, actual: shown(key) })
    else if (typeof text !== 'string') problems.push({ path, expected: 'text', actual: shown(text) })
    else {
      const found = read(text)
      if (E.isRight(found)) settings = { ...settings, ...found.right }
      else problems.push({ path, ...found.left })
    }
  }
  return problems.length === 0 ? E.right(settings) : E.left(problems)
}

/** The answer to the question for the ConfigMap: its object, or the status and message of an error. */
export type GuardsAnswer =
  | { readonly _tag: 'Found'; readonly configMap: unknown }
  | { readonly _tag: 'Failed'; readonly status?: number | undefined; readonly message: string }

/** The guards that an answer gives. Only a server that says that there is no such ConfigMap leaves a cluster without guards. */
export const guardsFrom = (answer: GuardsAnswer): ClusterGuards => {
  if (answer._tag === 'Failed') {
    if (answer.status === 404) return { _tag: 'None' }
    const because =
      answer.status === 403 || answer.status === 401
        ? `you may not read ${guardsName}`
        : `${guardsName} could not be read: ${answer.message}`
    return { _tag: 'Unreadable', because, problems: [] }
  }
  const decoded = decodeGuards(answer.configMap)
  return E.isRight(decoded)
    ? { _tag: 'Set', settings: decoded.right }
    : {
        _tag: 'Unreadable',
        because: `${guardsName} is not as it should be`,
        problems: decoded.left.map(({ path, expected, actual }) => `${path}: expected ${expected}, got ${actual}`),
      }
}

/** Commas, spaces and line breaks part words. */
const wordsIn = (text: string): ReadonlyArray<string> => text.split(/[\s,]+/).filter((word) => word !== '')

const names = (text: string): E.Either<Omit<Problem, 'path'>, ReadonlyArray<string>> => {
  const words = wordsIn(text)
  const odd = words.find((word) => !/^[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$/.test(word))
  return odd === undefined
    ? E.right(words)
    : E.left({ expected: 'names, parted by commas or spaces', actual: shown(odd) })
}

const labelRule = (word: string): LabelRule => {
  const at = word.indexOf('=')
  return at < 0 ? { label: word } : { label: word.slice(0, at), value: word.slice(at + 1) }
}

const count = (text: string): E.Either<Omit<Problem, 'path'>, number> =>
  /^\d{1,9}$/.test(text.trim())
    ? E.right(Number(text.trim()))
    : E.left({ expected: 'a whole number, 0 or more', actual: shown(text) })

const allowed = (text: string): E.Either<Omit<Problem, 'path'>, Allowed> => {
  const word = text.trim()
  return word === 'allow' || word === 'refuse'
    ? E.right(word)
    : E.left({ expected: '"allow" or "refuse"', actual: shown(text) })
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 80)
