/** The files that the script would write, of what daemons and an API server said and of the machine's own settings. */
import { array as A, either as E, function as F, option as O } from 'fp-ts'

import type { ImageFsStats } from '../../kubelet/image/index.js'
import { type Gathered, type Ungathered, manifestKind, manifestName } from '../gathered/gathered.js'
import { diskFile, fileFor, metadataFile } from '../gathered/layout.js'
import type { LiveFile, LiveNode } from '../live-node.js'
import { parsedJson } from '../structured.js'
import type { KeptFiles } from '../world.js'
import { ofContainers } from './blank.js'

/** A file to write, and what said it. */
export interface Written {
  readonly file: string
  readonly command: string
  readonly text: string
}

/** Files, and those that could not be read. */
export interface Found {
  readonly written: ReadonlyArray<Written>
  readonly failed: ReadonlyArray<Ungathered>
}

/** What daemons said. */
export const ofDaemons = ({ files, disk }: LiveNode): ReadonlyArray<Written> => [
  ...files.filter(isOwnForm).map(({ part, kind, file }) => ({
    file: fileOf(part, kind),
    command: file.name,
    text: O.isNone(kind) || kind.value === 'ContainerdSnapshot' ? file.text : blanked(file.text),
  })),
  ...(disk._tag === 'Unknown' ? [] : [{ file: diskFile, command: 'statfs', text: tableOf(disk.value) }]),
]

/** What Docker says is also there as crictl would print it, which holds less. */
const isOwnForm = ({ of, kind }: LiveFile): boolean =>
  of !== 'docker' || (O.isSome(kind) && kind.value.startsWith('Docker'))

const fileOf = (part: string, kind: LiveFile['kind']): string => {
  if (O.isSome(kind) && kind.value === 'DockerInspect') return 'docker-containers.json'
  return part === 'metadata' ? metadataFile : (fileFor(part) ?? part)
}

/** As `df -Pk` prints it. */
const tableOf = ({ capacityBytes, availableBytes }: ImageFsStats): string => {
  const [capacity, available] = [kibibytesOf(capacityBytes), kibibytesOf(availableBytes)]
  const usedPercent = Math.ceil(100 - (100 * available) / Math.max(1, capacity))
  return `Filesystem 1024-blocks Used Available Capacity Mounted on\n- ${capacity} ${capacity - available} ${available} ${usedPercent}% -\n`
}

const kibibytesOf = (bytes: ImageFsStats['capacityBytes']): number =>
  Math.floor(Number(O.toUndefined(bytes) ?? 0) / 1024)

/** What a node shows that its daemons do not; its images and containers they know better. */
const fromServer = ['stats.json', 'configz.json', 'pods.json', 'node.json']

/** What an API server said of a node. */
export const ofNode = async ({ read, names, manifest }: Gathered): Promise<Found> => {
  const command = 'API server'
  const asked = names.filter((name) => fromServer.includes(name))
  const found = await Promise.all(asked.map(async (file) => foundAs({ file, command }, blanked)(await read(file))))
  return together([...found, { written: [], failed: manifest.failed.filter(({ file }) => fromServer.includes(file)) }])
}

const foundAs = (
  from: Omit<Written, 'text'>,
  kept: (text: string) => string,
): ((read: E.Either<string, string>) => Found) =>
  E.match(
    (because): Found => ({ written: [], failed: [{ ...from, because }] }),
    (text): Found => ({ written: [{ ...from, text: kept(text) }], failed: [] }),
  )

/** All that was found. */
export const together = (found: ReadonlyArray<Found>): Found => ({
  written: found.flatMap(({ written }) => written),
  failed: found.flatMap(({ failed }) => failed),
})

/** Lines below headings that are wanted; as the script writes them. */
const settings = [
  {
    file: 'config.yaml',
    path: '/var/lib/kubelet/config.yaml',
    heading: /^[^ \t#-]/,
    always: /^#/,
    // Headers of static pods' URLs may hold credentials.
    isKept: (line: string) => !line.startsWith('staticPodURLHeader'),
  },
  {
    file: 'containerd.toml',
    path: '/etc/containerd/config.toml',
    heading: /^[ \t]*\[/,
    always: /^version/,
    // Registries' credentials may be in the rest of it.
    isKept: (line: string) => /gc\.v1\.scheduler|plugins\.scheduler/.test(line),
  },
] as const

/** The settings of the kubelet and of containerd's collector, where this machine has them. */
export const ofSettings = async (readIfThere: KeptFiles['readIfThere']): Promise<Found> => {
  const read = await Promise.all(settings.map(async (one) => ({ ...one, text: await readIfThere(one.path) })))
  return together(
    read.flatMap(({ file, path, text, ...sections }) =>
      F.pipe(
        text,
        // A file that is not there says nothing; one in JSON has no lines to choose from.
        E.map((said) => (said === undefined || /^\s*\{/.test(said) ? O.none : O.some(said))),
        E.sequence(O.Applicative),
        O.map(foundAs({ file, command: path }, (said) => keptOf(said, sections))),
        A.fromOption,
      ),
    ),
  )
}

const keptOf = (
  text: string,
  { heading, always, isKept }: Pick<(typeof settings)[number], 'heading' | 'always' | 'isKept'>,
): string => {
  let inside = false
  return text
    .split('\n')
    .filter((line) => {
      if (heading.test(line)) inside = isKept(line)
      return inside || always.test(line)
    })
    .join('\n')
}

const secret = new Set(ofContainers.split(' '))

/** JSON without the values of keys that may hold secrets. */
const blanked = (text: string): string => JSON.stringify(emptied(parsedJson(text)))

const emptied = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(emptied)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, secret.has(key) ? emptyOf(held) : emptied(held)]),
  )
}

const emptyOf = (held: unknown): unknown => {
  if (Array.isArray(held)) return []
  if (typeof held === 'string') return ''
  return typeof held === 'object' && held !== null ? {} : held
}

/** The manifest beside the files. */
export const manifestOf = (
  at: Date,
  { host, node, containerd }: { readonly host: string; readonly node: string; readonly containerd: string },
  { written, failed }: Found,
): Written => ({
  file: manifestName,
  command: '',
  text: `${JSON.stringify(
    {
      ...{ kind: manifestKind, version: 1, takenAt: at.toISOString(), host, node, containerd },
      ...{ wholeCluster: false, namespaces: [], absent: [], failed },
      ran: written.map(({ file, command }) => ({ file, command })),
    },
    null,
    2,
  )}\n`,
})
