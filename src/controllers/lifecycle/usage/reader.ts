/**
 * Reads the references of one object, by the table rows and extractors for its kind. Rows are parsed once per plan. A path
 * names fields with dots; `[]` iterates a list; `['a.b/c']` names a field with dots in it.
 */
import { addTo, ownField } from '../../../internal/lists.js'
import { groupOf } from '../../../apiserver/object.js'
import type { WholeObject } from '../../../apiserver/index.js'
import { type GroupKind, groupKindText } from '../rules.js'
import { placeOf } from '../snapshot.js'
import { type ReferenceExtractor, type ReferenceRow, podSpecs } from './table.js'

/** A path, taken apart once; `null` goes through a list. */
export type Path = ReadonlyArray<string | null>

/** Takes a path apart. */
export const pathOf = (text: string): Path =>
  [...text.matchAll(/\['([^']*)'\]|\[\]|([^.[\]]+)/g)].map(([whole, quoted, name]) =>
    whole === '[]' ? null : (quoted ?? name ?? ''),
  )

/** True for text that {@link pathOf} takes apart without a rest. */
export const isPathText = (text: unknown): boolean =>
  typeof text === 'string' && /^[^.[\]]+(\.[^.[\]]+|\[\]|\['[^']*'\])*$/.test(text)

/** What a walk found: a text, and the record that holds it. */
export type Found = (text: string, holder: unknown) => void

/**
 * Calls `found` for every text at a path. False when a value on the way has the wrong type: then the text is unknown.
 * What is absent or null on the way is absent, and so is empty text.
 */
export const eachText = (root: unknown, path: Path, found: Found, from = 0): boolean => {
  let value = root
  let holder: unknown = undefined
  for (let at = from; at < path.length; at++) {
    if (value === undefined || value === null) return true
    const name = path[at]
    if (name === null || name === undefined) {
      if (!Array.isArray(value)) return false
      let readable = true
      for (const item of value as ReadonlyArray<unknown>) readable = eachText(item, path, found, at + 1) && readable
      return readable
    }
    if (typeof value !== 'object' || Array.isArray(value)) return false
    holder = value
    value = ownField(value, name)
  }
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'string') return false
  found(value, holder)
  return true
}

/** The first text at a path; null when there is none, or a value on the way has the wrong type. */
export const textAt = (root: unknown, path: Path): string | null => {
  let text: string | null = null
  eachText(root, path, (found) => {
    text ??= found
  })
  return text
}

/** Receives what an object refers to; an unknown namespace is `any`. */
export interface Sink {
  readonly refer: (target: string, namespace: string, name: string) => void
  /** Every claim named so, followed by digits. */
  readonly referOrdinals: (target: string, namespace: string, prefix: string) => void
  /** It is unknown which objects of this kind are meant. */
  readonly doubt: (target: string, namespace: string | null, because: Doubt) => void
}

/** Why it is unknown. */
export type Doubt = 'unreadable' | 'templated' | 'extractor-failed'

/** Reads one object. */
export type Reader = (object: WholeObject, sink: Sink) => void

/** Readers by the kind that refers, for the wanted targets alone. */
export const readersFor = (
  rows: ReadonlyArray<ReferenceRow>,
  extractors: ReadonlyArray<ReferenceExtractor>,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlyArray<Reader>> => {
  const readers = new Map<string, Reader[]>()
  const add = (source: GroupKind, reader: Reader): void => {
    const key = groupKindText(source)
    addTo(readers, key, reader)
  }
  for (const row of rows) {
    if (!wanted.has(groupKindText(row.target))) continue
    if (row.source !== 'PodSpec') add(row.source, rowReader(row, pathOf(row.path)))
    else for (const { source, path } of podSpecs) add(source, rowReader(row, pathOf(`${path}.${row.path}`)))
  }
  for (const extractor of extractors)
    if (extractor.targets.some((target) => wanted.has(groupKindText(target))))
      add(extractor.source, extractorReader(extractor))
  return readers
}

/** The readers for an object. */
export const readersOf = (
  readers: ReadonlyMap<string, ReadonlyArray<Reader>>,
  { apiVersion, kind }: WholeObject,
): ReadonlyArray<Reader> => readers.get(groupKindText({ group: groupOf(apiVersion), kind })) ?? none

const none: ReadonlyArray<Reader> = []

const rowReader = (row: ReferenceRow, path: Path): Reader => {
  const target = groupKindText(row.target)
  const condition = row.when === undefined ? null : { path: pathOf(row.when.path), is: row.when.is }
  const read = formReader(row, target, path)
  return (object, sink) => {
    if (condition === null || textAt(object, condition.path) === condition.is) read(object, sink)
  }
}

const formReader = (row: ReferenceRow, target: string, path: Path): Reader => {
  switch (row.form) {
    case 'secret-parameters':
      return parametersReader(target, path)
    case 'claims-of-set':
      return (object, sink) => {
        const refer = (name: string): void =>
          sink.referOrdinals(target, placeOf(object), `${name}-${object.metadata.name}-`)
        if (!eachText(object, path, refer)) sink.doubt(target, placeOf(object), 'unreadable')
      }
    case 'claim-of-pod':
      return (object, sink) => {
        const readable = eachText(object, path, (name, volume) => {
          const ephemeral = ownField(volume, 'ephemeral')
          if (ephemeral !== undefined && ephemeral !== null)
            sink.refer(target, placeOf(object), `${object.metadata.name}-${name}`)
        })
        if (!readable) sink.doubt(target, placeOf(object), 'unreadable')
      }
    case 'default-if-absent':
      return (object, sink) => {
        const names: string[] = []
        if (!eachText(object, path, (name) => names.push(name))) sink.doubt(target, placeOf(object), 'unreadable')
        else sink.refer(target, placeOf(object), names[0] ?? 'default')
      }
    case 'name':
    case undefined:
      return nameReader(row, target, path)
  }
}

const nameReader = ({ lives }: ReferenceRow, target: string, path: Path): Reader => {
  if (lives === undefined || lives === 'cluster')
    return (object, sink) => {
      const place = lives === 'cluster' ? '' : placeOf(object)
      if (!eachText(object, path, (name) => sink.refer(target, place, name))) sink.doubt(target, place, 'unreadable')
    }
  const otherwise = lives.otherwise === undefined ? null : pathOf(lives.otherwise)
  return (object, sink) => {
    const readable = eachText(object, path, (name, holder) => {
      const stated = ownField(holder, lives.beside)
      const place = typeof stated === 'string' && stated !== '' ? stated : otherwise && textAt(object, otherwise)
      if (place === null) sink.doubt(target, null, 'unreadable')
      else sink.refer(target, place, name)
    })
    if (!readable) sink.doubt(target, null, 'unreadable')
  }
}

const parametersReader =
  (target: string, path: Path): Reader =>
  (object, sink) => {
    const parameters = path.reduce<unknown>((held, name) => (name === null ? held : ownField(held, name)), object)
    if (parameters === undefined || parameters === null) return
    if (typeof parameters !== 'object') {
      sink.doubt(target, null, 'unreadable')
      return
    }
    for (const [key, name] of Object.entries(parameters)) {
      if (!/^csi\.storage\.k8s\.io\/(.*-)?secret-name$/.test(key)) continue
      const namespace = ownField(parameters, key.replace(/name$/, 'namespace'))
      const place = typeof namespace === 'string' && !namespace.includes('$') && namespace !== '' ? namespace : null
      if (typeof name === 'string' && !name.includes('$') && place !== null) sink.refer(target, place, name)
      else sink.doubt(target, place, 'templated')
    }
  }

const extractorReader =
  ({ targets, references }: ReferenceExtractor): Reader =>
  (object, sink) => {
    const fail = (): void => {
      for (const target of targets) sink.doubt(groupKindText(target), null, 'extractor-failed')
    }
    try {
      const found = references(object)
      if (found._tag === 'Left') fail()
      else
        for (const { target, namespace = '', name } of found.right)
          if (name !== '') sink.refer(groupKindText(target), namespace, name)
    } catch {
      fail()
    }
  }
