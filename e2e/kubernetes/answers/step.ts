/**
 * One request of a sequence. What only a server knows stands in it as a word, and each server gets its own: `@uid PATH` and
 * `@version PATH` are those of the object as it was answered last, `@first PATH` is its first version, `@listed PATH` the
 * version of the last list, `@continue` the token of the last page.
 */
import type { HttpRequest } from '../../../src/testing/http/index.js'

/** A request, with words in it. */
export type Step = Pick<HttpRequest, 'path' | 'query' | 'body' | 'contentType' | 'accept'> & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
}

/** What a server has said so far. */
export interface Said {
  readonly uids: Map<string, string>
  readonly versions: Map<string, ReadonlyArray<string>>
  readonly listed: Map<string, string>
  token: string
}

/** Nothing said yet. */
export const nothingSaid = (): Said => ({ uids: new Map(), versions: new Map(), listed: new Map(), token: '' })

/** A step with what the server said in the place of words. */
export const spelled = (said: Said, step: Step): Step => ({
  ...step,
  query: Object.fromEntries(Object.entries(step.query ?? {}).map(([name, value]) => [name, worded(said, value)])),
  ...(step.body === undefined ? {} : { body: spelledValue(said, step.body) }),
})

const spelledValue = (said: Said, value: unknown): unknown => {
  if (typeof value === 'string') return worded(said, value)
  if (Array.isArray(value)) return value.map((one) => spelledValue(said, one))
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, spelledValue(said, field)]))
    : value
}

const worded = (said: Said, text: string): string => {
  const [word, path = ''] = text.split(' ')
  switch (word) {
    case '@uid':
      return said.uids.get(path) ?? '00000000-0000-4000-8000-00000000dead'
    case '@version':
      return said.versions.get(path)?.at(-1) ?? '1'
    case '@first':
      return said.versions.get(path)?.[0] ?? '1'
    case '@listed':
      return said.listed.get(path) ?? '0'
    case '@continue':
      return said.token
    default:
      return text
  }
}

/** What stands at a path of fields; nothing where one is not there. */
export const fieldOf = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (found, name) => (typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined),
    value,
  )

/** Notes what an answer says of objects and lists. */
export const note = (said: Said, { method, path, body: sent }: Step, body: unknown): void => {
  const [uid, name, version, token] = ['uid', 'name', 'resourceVersion', 'continue'].map((field) =>
    fieldOf(body, 'metadata', field),
  )
  // Empty lists of some kinds have no rows.
  if (/^(?:Table|.*List)$/.test(String(fieldOf(body, 'kind')))) {
    said.token = typeof token === 'string' ? token : ''
    if (typeof version === 'string') said.listed.set(path, version)
    return
  }
  if (typeof uid !== 'string' || typeof version !== 'string' || typeof name !== 'string') return
  const isNew = method === 'POST' && fieldOf(sent, 'metadata', 'generateName') === undefined
  const of = method === 'POST' ? `${path}/${name}` : path.replace(/\/status$/, '')
  said.uids.set(of, uid)
  said.versions.set(of, isNew ? [version] : [...(said.versions.get(of) ?? []), version])
}
