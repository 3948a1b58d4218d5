/** What was gathered of a node or a cluster: files by name, read when a command wants them. */
import { either as E } from 'fp-ts'

import { parseRfc3339 } from '../../decode/index.js'
import type { Text } from '../command.js'
import { ownField, parsedJson } from '../structured.js'
import type { Bundle } from './files.js'

/** A file that could not be gathered, and why. */
export interface Ungathered {
  readonly file: string
  readonly command: string
  readonly because: string
}

/** What the manifest says of all files. */
export interface Manifest {
  /** When gathering began, in RFC 3339. */
  readonly takenAt: string
  /** The namespaces of Kubernetes that were listed. */
  readonly namespaces: 'all' | ReadonlyArray<string>
  /** Every kind of the cluster was listed, in all namespaces. */
  readonly isWholeCluster: boolean
  /** The release of containerd that ran; empty where none says it. */
  readonly containerd: string
  readonly failed: ReadonlyArray<Ungathered>
}

/** A bundle with its manifest. */
export interface Gathered extends Bundle {
  readonly manifest: Manifest
  /** What a reader of a file should know that it does not show. */
  readonly notes: ReadonlyArray<{ readonly file: string; readonly text: string }>
}

/** The name of the manifest, the mark of a gathered directory. */
export const manifestName = 'manifest.json'

/** The `kind` of a manifest. */
export const manifestKind = 'gcplan/gathered'

/** Reads a manifest; the error is one line. */
export const manifestIn = ({ name, text }: Text): E.Either<string, Manifest> => {
  const value = parsedJson(text)
  const takenAt = ownField(value, 'takenAt')
  if (ownField(value, 'kind') !== manifestKind || ownField(value, 'version') !== 1)
    return E.left(`${name}: expected a file of kind ${manifestKind}, version 1`)
  if (typeof takenAt !== 'string' || parseRfc3339(takenAt)._tag === 'None')
    return E.left(`${name}: takenAt: expected a time such as 2026-01-01T12:00:00Z`)
  const namespaces = textsIn(ownField(value, 'namespaces'))
  return E.right({
    takenAt,
    namespaces: namespaces.length === 0 ? 'all' : namespaces,
    isWholeCluster: ownField(value, 'wholeCluster') === true,
    containerd: textIn(ownField(value, 'containerd')),
    failed: listIn(ownField(value, 'failed')).map((one) => ({
      file: textIn(ownField(one, 'file')),
      command: textIn(ownField(one, 'command')),
      because: textIn(ownField(one, 'because')),
    })),
  })
}

const listIn = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const textsIn = (value: unknown): ReadonlyArray<string> => listIn(value).filter((one) => typeof one === 'string')

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
