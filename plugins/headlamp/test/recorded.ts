/**
 * The recorded cluster as an API server shows it: what it serves, from `kubectl api-resources -o wide`, and the objects of
 * `kubectl get -A -o json`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An object as it is stored. */
export interface Stored {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid: string
    readonly [field: string]: unknown
  }
  readonly [field: string]: unknown
}

/** A kind as it is served. */
export interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly namespaced: boolean
  readonly verbs: ReadonlyArray<string>
}

const captures = join(import.meta.dirname, '../../../captures/kubectl')

const textOf = (file: string): string => readFileSync(join(captures, file), 'utf8')

/** Objects of a capture, in its order. */
export const storedIn = (file: string): ReadonlyArray<Stored> =>
  (JSON.parse(textOf(file)) as { readonly items: ReadonlyArray<Stored> }).items

/** Every kind that the recorded server serves, in the version that its group prefers. */
export const resources: ReadonlyArray<Resource> = textOf('api-resources.txt')
  .split('\n')
  .slice(1)
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const words = line.trim().split(/\s+/)
    const at = words.findIndex((word) => word === 'true' || word === 'false')
    const [apiVersion = '', namespaced = '', kind = '', verbs = ''] = words.slice(at - 1)
    return { apiVersion, kind, resource: words[0] ?? '', namespaced: namespaced === 'true', verbs: verbs.split(',') }
  })

/** The recorded cluster before its controllers acted. */
export const cluster: ReadonlyArray<Stored> = storedIn('cluster-before.all.json')

/** When it was taken. */
export const takenAt: string = textOf('cluster-before.taken-at.txt').trim()

/** The object of a kind and a name. */
export const find = (kind: string, name: string, among: ReadonlyArray<Stored> = cluster): Stored => {
  const found = among.find((object) => object.kind === kind && object.metadata.name === name)
  if (found === undefined) throw new Error(`no ${kind} ${name} is recorded`)
  return found
}
