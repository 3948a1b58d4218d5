/**
 * Detection of documents that look like API server output but are something else.
 */
import { own } from '../codec.js'
import { identifyJson } from '../detect.js'
import type { WrongFile } from '../error.js'
import { type FileKind, describeKind } from '../kinds.js'
import type { ObjectType } from './listing.js'
import { isRecord } from '../../internal/lists.js'

/** What is to be read. */
export const source = 'kubectl get KINDS -A -o json'

/** What a document is that does not come from the API server; undefined for one that does, and for anything unknown. */
export const otherFile = (document: unknown, wanted: ObjectType | undefined, path: string): WrongFile | undefined => {
  const tag = identifyJson(document)
  if (isUnknownObject(Array.isArray(document) ? document[0] : document)) return undefined
  if (tag === 'KubeletPods' && isOfKubelet(document)) return wrongFile(describeKind(tag).is, path)
  if (read.has(tag) || (wanted !== undefined && readWithType.has(tag))) return undefined
  const { is } = describeKind(tag)
  return tag === 'KubernetesMetadata'
    ? { ...wrongFile(is, path), instead: 'read it with decodeKubectlObjectsOf and the kind that was asked for' }
    : wrongFile(is, path)
}

const read: ReadonlySet<FileKind['_tag']> = new Set<FileKind['_tag']>([
  ...(['KubectlList', 'KubernetesObject', 'KubernetesObjects', 'KubeletPods', 'KubeletConfig'] as const),
  'Unrecognized',
])

/** A list that names no kind looks like one of crictl. */
const readWithType: ReadonlySet<FileKind['_tag']> = new Set<FileKind['_tag']>(['KubernetesMetadata', 'CrictlPods'])

/** An object without kind, as client libraries hold it: it is ours to say what it lacks. */
const isUnknownObject = (value: unknown): boolean => {
  if (!isRecord(value) || own(value, 'kind') !== undefined || own(value, 'id') !== undefined) return false
  const metadata = own(value, 'metadata')
  return isRecord(metadata) && typeof own(metadata, 'uid') === 'string'
}

/** A kubelet annotates the source of each pod; its list is not the API server's and has other uids for static pods. */
const isOfKubelet = (list: unknown): boolean => {
  const pods = isRecord(list) ? own(list, 'items') : undefined
  const first: unknown = Array.isArray(pods) ? pods[0] : undefined
  const meta = isRecord(first) ? own(first, 'metadata') : undefined
  const annotations = isRecord(meta) ? own(meta, 'annotations') : undefined
  return isRecord(annotations) && Object.hasOwn(annotations, 'kubernetes.io/config.source')
}

/** The error for a text that is not JSON. YAML can be converted; for any other text another command has to be run. */
export const otherText = ({ found, instead }: WrongFile, path: string): WrongFile => {
  const wrong = wrongFile(found, path)
  return found === describeKind('KubernetesYaml').is ? { ...wrong, instead } : wrong
}

/** The error for another kind of file. */
const wrongFile = (found: string, path: string): WrongFile => ({
  _tag: 'WrongFile',
  source,
  found: path === '' ? found : `${found}, at ${path}`,
  instead: describeKind('KubectlList').instead,
})
