/** Finds the versions that an API server and its nodes state of themselves, wherever a document holds them. */
import { either as E } from 'fp-ts'

import { pipe } from '../core/fp.js'
import { readRelease } from '../core/release.js'
import { own } from './codec.js'
import { isVersionInfo } from './detect-kubernetes.js'
import { parseJsonText } from './json-text.js'
import { isRecord } from '../internal/lists.js'

/** A version, and who states it. */
export type StatedVersion =
  | { readonly _tag: 'Server'; readonly version: string }
  /** Of its kubelet. */
  | { readonly _tag: 'Node'; readonly node: string; readonly version: string }

/**
 * Reads the versions that an API server and its nodes state. That of a client is no statement about a cluster.
 *
 * Takes text or parsed JSON: `kubectl version`, with `-o json` or without; `kubectl get --raw /version`; a Node, alone or
 * in lists of any kind. Whatever else is there states nothing, and there are no errors.
 * Shape: versions are as stated; that of a server built without a version is made of its two numbers.
 * Order: of occurrence.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/apimachinery/pkg/version/types.go Info
 * @example
 * ```ts
 * import { statedVersions } from 'gcplan/decode'
 *
 * const status = { nodeInfo: { kubeletVersion: 'v1.33.4-eks-abc' } }
 * const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' }, status }
 * console.log(statedVersions({ apiVersion: 'v1', kind: 'List', items: [node] }))
 * // [ { _tag: 'Node', node: 'n1', version: 'v1.33.4-eks-abc' } ]
 * console.log(statedVersions('Client Version: v1.36.4\nServer Version: v1.34.2'))
 * // [ { _tag: 'Server', version: 'v1.34.2' } ]
 * ```
 */
export const statedVersions = (input: unknown): ReadonlyArray<StatedVersion> =>
  typeof input === 'string'
    ? pipe(
        input,
        parseJsonText(''),
        E.match(() => statedInText(input), statedIn),
      )
    : statedIn(input)

const statedInText = (text: string): ReadonlyArray<StatedVersion> => {
  const [, version] = /^Client Version: v[^]*?^Server Version: (v\S+)/m.exec(text) ?? []
  return version === undefined ? [] : [{ _tag: 'Server', version }]
}

/** Lists may hold lists to any depth, and values in memory themselves. */
const statedIn = (input: unknown): ReadonlyArray<StatedVersion> => {
  const found: StatedVersion[] = []
  const seen = new Set<object>()
  const left: unknown[] = [input]
  while (left.length > 0) {
    const value = left.pop()
    const items = Array.isArray(value) ? value : isRecord(value) ? own(value, 'items') : undefined
    if (!Array.isArray(items)) found.push(...statedByOne(value))
    else if (isRecord(value) && own(value, 'kind') === 'NodeList') found.push(...items.flatMap(statedByNode))
    else if (!seen.has(items)) for (const item of items.toReversed()) left.push(item)
    if (Array.isArray(items)) seen.add(items)
  }
  return found
}

const statedByOne = (value: unknown): ReadonlyArray<StatedVersion> => {
  if (!isRecord(value)) return []
  if (own(value, 'kind') === 'Node' && own(value, 'apiVersion') === 'v1') return statedByNode(value)
  return isRecord(own(value, 'clientVersion')) ? statedByServer(own(value, 'serverVersion')) : statedByServer(value)
}

const statedByNode = (value: unknown): ReadonlyArray<StatedVersion> => {
  const node = textIn(value, 'metadata', 'name')
  const version = textIn(value, 'status', 'nodeInfo', 'kubeletVersion')
  return node === undefined || version === undefined ? [] : [{ _tag: 'Node', node, version }]
}

const statedByServer = (info: unknown): ReadonlyArray<StatedVersion> => {
  if (!isVersionInfo(info)) return []
  const built = textIn(info, 'gitVersion') ?? ''
  const lines = `${textIn(info, 'major')}.${textIn(info, 'minor')}`
  const version = [built, lines].find((said) => !said.startsWith('v0.') && E.isRight(readRelease(said)))
  return version === undefined ? [] : [{ _tag: 'Server', version }]
}

const textIn = (value: unknown, ...path: ReadonlyArray<string>): string | undefined => {
  const held = path.reduce((inner, field) => (isRecord(inner) ? own(inner, field) : undefined), value)
  return typeof held === 'string' && held !== '' ? held : undefined
}
