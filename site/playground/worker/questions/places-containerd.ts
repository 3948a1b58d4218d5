/** Files of containerd: a snapshot is an argument, tables of `ctr` go under their namespace. */
import type { HeldFile } from '../files'
import type { Placed } from './asking'

const isTable = ({ kind }: HeldFile): boolean => kind.startsWith('Ctr') && kind !== 'CtrNamespaces'

/** Tables do not say of which namespace they are; a folder may, as in what is gathered. */
export const containerdFiles = (files: ReadonlyArray<HeldFile>): Placed => {
  const snapshots = files.filter(({ kind }) => kind === 'ContainerdSnapshot').map(({ file }) => file.name)
  if (snapshots.length > 0) return { files: snapshots, values: new Map() }
  const spaces = new Map<string, string[]>()
  for (const { file } of files.filter(isTable)) {
    const [, space = 'k8s.io', snapshotter] = /(?:^|\/)ctr\/([^/]+)\/(?:([^/]+)\/)?[^/]+$/.exec(file.name) ?? []
    const key = snapshotter === undefined ? space : `${space}/${snapshotter}`
    spaces.set(key, [...(spaces.get(key) ?? []), file.name])
  }
  const lists = files.filter(({ kind }) => kind === 'CtrNamespaces').map(({ file }) => file.name)
  return {
    files: [],
    values: new Map([
      ['ctr', [...spaces].map(([key, names]) => `${key}=${names.join(',')}`)],
      ...(lists.length === 0 ? [] : [['namespaces', lists] as const]),
    ]),
  }
}
