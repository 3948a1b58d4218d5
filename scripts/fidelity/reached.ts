/** Which tags recorded cases give, file by file. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { readingsOf } from '../../conformance/reading.js'
import { shapes } from '../../conformance/shapes/index.js'
import { readVectorFile } from '../../conformance/vector-file.js'
import { addTo } from '../../src/internal/lists.js'

/** A file and the cases that give each tag. */
export interface Reached {
  /** Its path tells whose recordings it holds. */
  readonly file: string
  /** The names of the cases, each once per version. */
  readonly tags: ReadonlyMap<string, ReadonlyArray<string>>
}

/** The recorded cases of a folder that give each tag, file by file. */
export const reachedIn = async (folder: string): Promise<ReadonlyArray<Reached>> => {
  const reached: Reached[] = []
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith('.json'))
    .sort()) {
    const file = readVectorFile(readFileSync(join(folder, name), 'utf8'))
    if (file._tag === 'Broken') throw new Error(`${folder}/${name}: ${file.because}`)
    const shape = shapes.find((candidate) => candidate.shape === file.shape)
    const tags = new Map<string, string[]>()
    for (const entry of file.entries) {
      if (shape === undefined || entry._tag === 'Malformed') continue
      for (const { question } of readingsOf(shape, entry.recorded)) {
        const replayed = await shape.replay(question)
        const given = replayed._tag === 'Replayed' ? new Set(replayed.tags ?? []) : []
        for (const tag of given) addTo(tags, tag, entry.recorded.name)
      }
    }
    if (tags.size > 0) reached.push({ file: `${folder}/${name}`, tags })
  }
  return reached
}

/** Collectors with the folder of their recordings. */
export const recordings: ReadonlyArray<readonly [string, string]> = [
  ['kubelet/container', 'vectors/kubelet'],
  ['kubelet/image', 'vectors/kubelet'],
  ['containerd', 'vectors/containerd'],
  ['controllers/owner', 'vectors/kubernetes'],
  ['controllers/history', 'vectors/kubernetes'],
  ['controllers/pod', 'vectors/kubernetes'],
  ['controllers/ttl', 'vectors/kubernetes'],
]

/** Collectors of which nothing was recorded, with the cases that were derived by hand. */
export const unrecorded: ReadonlyArray<readonly [string, string]> = [
  ['controllers/csr-cleaner', 'vectors/derived/csr-cleaner.json'],
  ['controllers/token-cleaner', 'vectors/derived/token-cleaner.json'],
]

/** What was recorded, or derived by hand, of each collector. */
export const evidenceOf = async (): Promise<{
  readonly recorded: ReadonlyArray<readonly [string, ReadonlyArray<Reached>]>
  readonly derived: ReadonlyArray<readonly [string, ReadonlyArray<Reached>]>
}> => {
  const folders = new Map<string, ReadonlyArray<Reached>>()
  for (const folder of [...new Set(recordings.map(([, where]) => where)), 'vectors/derived'])
    folders.set(folder, await reachedIn(folder))
  const inFolder = (folder: string, isIts: (file: string) => boolean): ReadonlyArray<Reached> =>
    (folders.get(folder) ?? []).filter(({ file }) => isIts(file))
  return {
    recorded: recordings.map(([collector, folder]) => [
      collector,
      inFolder(folder, (file) => file.includes(recordedAs(collector))),
    ]),
    derived: unrecorded.map(([collector, path]) => [collector, inFolder('vectors/derived', (file) => file === path)]),
  }
}

/** What the file names of a collector's recordings hold: the kubelet's two collectors share a folder. */
const recordedAs = (collector: string): string =>
  collector.replace(/^kubelet\//, '').replace(/^controllers\//, 'kubernetes/')
