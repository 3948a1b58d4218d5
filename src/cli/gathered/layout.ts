/** Which file of a gathered directory plays which part of a command line. */

/** A file and the flag that it stands for. */
interface Place {
  readonly file: string
  readonly flag: string
}

/** What containerd's socket shows, in the place of tables of ctr. */
export const metadataFile = 'containerd.json'

/** The files of a node. Of two that stand for one flag the first that is there counts. */
const places: ReadonlyArray<Place> = [
  { file: 'images.json', flag: 'images' },
  { file: 'ps.json', flag: 'containers' },
  { file: 'docker-containers.json', flag: 'containers' },
  { file: 'sandboxes.json', flag: 'sandboxes' },
  { file: 'inspect.json', flag: 'inspect' },
  { file: 'inspecti.json', flag: 'inspecti' },
  { file: 'docker-images.json', flag: 'docker-images' },
  { file: 'docker-disk.json', flag: 'docker-disk' },
  { file: metadataFile, flag: 'metadata' },
  { file: 'container-stats.json', flag: 'container-stats' },
  { file: 'stats.json', flag: 'stats' },
  { file: 'pods.json', flag: 'pods' },
  { file: 'node.json', flag: 'node-object' },
  { file: 'configz.json', flag: 'policy' },
  { file: 'config.yaml', flag: 'policy' },
  { file: 'kubelet-flags.txt', flag: 'kubelet-flags' },
  { file: 'log-directories.txt', flag: 'log-directories' },
  { file: 'log-links.txt', flag: 'log-links' },
  { file: 'dead-log-links.txt', flag: 'dead-log-links' },
  { file: 'containerd.toml', flag: 'config' },
  { file: 'ctr/k8s.io/overlayfs/usage', flag: 'usage' },
  { file: 'namespaces.txt', flag: 'namespaces' },
  { file: 'api-resources.txt', flag: 'api-resources' },
]

/** The free space of the filesystems, for commands to which no statistics say it. */
export const diskFile = 'df.txt'

/** Files that stand for flags, by flag, besides tables of ctr. */
export const standingFor = (names: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const there = new Set(names)
  const found = new Map<string, ReadonlyArray<string>>()
  for (const { file, flag } of places) if (there.has(file) && !found.has(flag)) found.set(flag, [file])
  const lists = names.filter((name) => /^kubernetes\/[^/]+\.json$/.test(name))
  return lists.length === 0 ? found : found.set('file', lists)
}

/** Tables of ctr by what stands before the `=` of `--ctr`: the namespace, for snapshots with their snapshotter. */
export const ctrTables = (names: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, ReadonlyArray<string>>()
  for (const name of names) {
    const [, namespace, snapshotter] = /^ctr\/([^/]+)\/(?:([^/]+)\/)?[^/]+$/.exec(name) ?? []
    if (namespace === undefined) continue
    const key = snapshotter === undefined ? namespace : `${namespace}/${snapshotter}`
    found.set(key, [...(found.get(key) ?? []), name])
  }
  return found
}

/** The file that stands for a flag when it is written anew; `docker-containers.json` is no such file. */
export const fileFor = (flag: string): string | undefined => places.find((place) => place.flag === flag)?.file

/** The flag that a file stands for, that was or might have been gathered. */
export const flagFor = (file: string): string | undefined =>
  places.find((place) => place.file === file)?.flag ??
  (file.startsWith('ctr/') ? 'ctr' : file.startsWith('kubernetes/') ? 'file' : undefined)
