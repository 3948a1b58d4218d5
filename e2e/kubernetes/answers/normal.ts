/**
 * Answers without what has to differ between two servers: uids and versions are numbered in the order in which they are first
 * seen, instants are instants, and what only one of them keeps (managed fields, links to itself, descriptions of columns) is
 * left out.
 */
import type { Answer } from './sides.js'
import type { Step } from './step.js'

/** Reads the answers of one server, one after the other. */
export type Normal = (answer: Answer, step: Pick<Step, 'method' | 'query'>) => unknown

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const generated = /\bmade-[a-z0-9]{5}\b/g

/** A reader of answers. */
export const normalOf = (): Normal => {
  const numbers = new Map<string, string>()
  let isMadeUp = false
  const numbered = (sort: string, value: string): string => {
    if (isMadeUp) return sort
    const known = numbers.get(`${sort} ${value}`)
    if (known !== undefined) return known
    const count = [...numbers.keys()].filter((key) => key.startsWith(`${sort} `)).length
    const named = `${sort}-${count + 1}`
    numbers.set(`${sort} ${value}`, named)
    return named
  }
  const text = (value: string): string =>
    value
      .replaceAll(uuid, (uid) => numbered('uid', uid))
      .replaceAll(instant, 'INSTANT')
      // Where the store keeps it is its own affair.
      .replace(/StorageError: .*, AdditionalErrorMsg: /, '')
      .replaceAll(generated, 'made-NAME')
      .replaceAll(
        /(ResourceVersion in (?:precondition|object meta): |ResourceVersion in (?:the )?(?:precondition|record) \()(\d+)/g,
        (_all, said: string, version: string) => `${said}${numbered('version', version)}`,
      )
      .replaceAll(/(resource version): \d+ \(\d+\)/g, '$1: VERSION (VERSION)')
      .replaceAll(/(resource version): \d+, current: \d+/g, '$1: VERSION, current: VERSION')
  const value = (given: unknown, place: string): unknown => {
    if (typeof given === 'string') return text(given)
    if (Array.isArray(given)) return given.map((one) => value(one, place))
    if (typeof given !== 'object' || given === null) return given
    return fields(given as Readonly<Record<string, unknown>>, place)
  }
  const fields = (given: Readonly<Record<string, unknown>>, place: string): unknown => {
    const isList = 'items' in given || 'rows' in given
    // The words of these are Go's own, or those of a library: what is wrong is compared, not how it is said.
    const { kind, reason = '' } = given
    const isWorded = kind === 'Status' && typeof reason === 'string' && ownWords.has(reason)
    const entries: [string, unknown][] = []
    for (const [name, field] of Object.entries(given).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      if (isEmpty(field) || ignored.has(name) || (isWorded && name === 'message')) continue
      if (name === 'continue') entries.push(...(field === '' ? [] : [[name, 'TOKEN'] as [string, unknown]]))
      else if (name === 'resourceVersion' && isMadeUp) continue
      else if (name === 'resourceVersion' && typeof field === 'string')
        entries.push([name, place === 'list' ? 'VERSION' : numbered('version', field)])
      else if (name === 'cells' && Array.isArray(field)) entries.push([name, value(field[0], '')])
      else if (name === 'causes' && Array.isArray(field)) entries.push([name, causesOf(field)])
      else entries.push([name, value(field, isList && name === 'metadata' ? 'list' : '')])
    }
    return Object.fromEntries(entries.filter(([, field]) => !isEmpty(field)))
  }
  return ({ status, form, body }, step) => {
    // What is made up for a dry run is never seen again.
    isMadeUp = isDryRun(step) && status === 201
    return {
      status,
      form,
      body: value(form === 'events' ? inNameOrder(body) : isFromCache(step) ? listInOrder(body) : body, ''),
    }
  }
}

/** True for a request that changes nothing. */
export const isDryRun = ({ query = {} }: Pick<Step, 'query'>): boolean => query['dryRun'] !== undefined

/** What names a version is taken from the cache of the real server, which has no order in 1.20. */
export const isFromCache = ({ method, query = {} }: Pick<Step, 'method' | 'query'>): boolean =>
  method === 'GET' && (query['resourceVersion'] ?? '') !== ''

const listInOrder = (body: unknown): unknown => {
  const list = ['items', 'rows'].find((name) => Array.isArray(Reflect.get(Object(body), name)))
  if (list === undefined) return body
  const all: ReadonlyArray<unknown> = Reflect.get(Object(body), list)
  return { ...Object(body), [list]: all.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)) }
}

/** Namespace and name of an object, or of that of a row, which may show its cells alone. */
const placeOf = (one: unknown): string => {
  const [namespace, name] = ['namespace', 'name'].map(
    (field) => new RegExp(`"${field}":"([^"]*)"`).exec(JSON.stringify(one))?.[1],
  )
  return `${namespace ?? ''} ${name ?? JSON.stringify(Reflect.get(Object(one), 'cells')?.[0])}`
}

const ownWords = new Set(['', 'BadRequest', 'Invalid', 'NotAcceptable', 'UnsupportedMediaType', 'InternalError'])

/** Which fields of metadata, or of a request, are wrong, and how; nothing here knows the rest of an object. */
const causesOf = (causes: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const said = causes.flatMap((cause) => {
    const [field, reason] = ['field', 'reason'].map((name) => String(Reflect.get(Object(cause), name) ?? ''))
    return /^(?:spec|data|status)\b/.test(field ?? '') ? [] : [`${field} ${reason}`]
  })
  return [...new Set(said)]
}

/** What is there when a watch begins is told in any order. */
const inNameOrder = (events: unknown): unknown => {
  const all: ReadonlyArray<unknown> = Array.isArray(events) ? events : []
  const first = all.findIndex((event) => Reflect.get(Object(event), 'type') !== 'ADDED')
  const initial = first < 0 ? all : all.slice(0, first)
  const nameIn = (event: unknown): string => /"name":"([^"]*)"/.exec(JSON.stringify(event))?.[1] ?? ''
  return [...initial.toSorted((one, other) => (nameIn(one) < nameIn(other) ? -1 : 1)), ...all.slice(initial.length)]
}

/** Go leaves out what is empty, or not, field by field. */
const isEmpty = (field: unknown): boolean =>
  field === null || (typeof field === 'object' && Object.keys(field).length === 0)

const ignored = new Set(['managedFields', 'selfLink', 'qosClass', 'columnDefinitions'])
