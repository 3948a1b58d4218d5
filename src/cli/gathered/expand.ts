/** Turns what was gathered into the flags that name its files. */
import { either as E, option as O } from 'fp-ts'

import type { Command, Given } from '../command.js'
import { flagsOf } from '../exit-codes.js'
import { diskIn } from './disk.js'
import type { Gathered } from './gathered.js'
import { ctrTables, diskFile, flagFor, metadataFile, standingFor } from './layout.js'

/** Something gathered, under the name by which it was given. */
export interface GivenGathered {
  readonly path: string
  readonly gathered: Gathered
  /** What `df` printed, where it was asked. */
  readonly disk: O.Option<string>
}

/** The command line with files in the place of what was gathered, and what a reader should know. */
export interface Expanded {
  readonly given: Given
  readonly notes: ReadonlyArray<string>
}

type Values = ReadonlyMap<string, ReadonlyArray<string>>

/** Replaces it by flags for those of its files that the command reads; flags that were given win. */
export const expanded = (command: Command, given: Given, one: GivenGathered): E.Either<string, Expanded> => {
  const { path, gathered } = one
  const known = new Set([...flagsOf(command).map(({ name }) => name), ...(command.argument ?? [])])
  if (path.includes(',')) return E.left(`${path}: expected a name without commas`)
  const files = filesFor(known, given, one)
  const failed = gathered.manifest.failed
    .filter(({ file }) => known.has(flagFor(file) ?? ''))
    .map(({ file, command: run, because }) => `${path}/${file}: not gathered: ${run}: ${because}`)
  if (files.size === 0) return E.left([`${path}: this command reads none of the files in it`, ...failed].join('\n'))
  const values: Values = new Map([...files, ...sizesFor(known, given, one, files), ...circumstances(known, given, one)])
  const argument = command.argument?.flatMap((flag) => files.get(flag) ?? []) ?? []
  return E.right({
    given: {
      has: (name) => values.has(name) || given.has(name),
      value: (name) => O.fromNullable([...given.values(name), ...(values.get(name) ?? [])][0]),
      values: (name) => [...given.values(name), ...(values.get(name) ?? [])],
      files: given.files.flatMap((file) => (file === path ? argument : [file])),
    },
    notes: [
      ...gathered.notes.filter(({ file }) => known.has(flagFor(file) ?? '')).map(({ text }) => `${path}: ${text}`),
      ...failed,
    ],
  })
}

/** The files by flag. A flag that may be given once and was given wins over the file. */
const filesFor = (known: ReadonlySet<string>, given: Given, { path, gathered: { names } }: GivenGathered): Values => {
  const paths = (files: ReadonlyArray<string>): ReadonlyArray<string> => files.map((name) => `${path}/${name}`)
  const single = [...standingFor(names)]
    .filter(([flag]) => known.has(flag) && (flag === 'file' || !given.has(flag)))
    .map(([flag, files]) => [flag, paths(files)] as const)
  const others = single.filter(([flag]) => flag !== 'namespaces')
  if (!known.has('ctr') || ['ctr', 'snapshot', 'containerd'].some(given.has)) return new Map(others)
  if (names.includes(metadataFile)) return new Map([...others, ['snapshot', paths([metadataFile])]])
  const tables = [...ctrTables(names)]
  return new Map(
    tables.length === 0
      ? others
      : [...single, ['ctr', tables.map(([key, files]) => `${key}=${paths(files).join(',')}`)]],
  )
}

/** The size of the disk, unless statistics or flags say it. */
const sizesFor = (known: ReadonlySet<string>, given: Given, { disk }: GivenGathered, files: Values): Values => {
  const isSaid = ['stats', 'capacity-bytes', 'available-bytes', 'snapshot'].some(
    (flag) => given.has(flag) || files.has(flag),
  )
  const size = O.isSome(disk) && !isSaid ? diskIn(disk.value) : undefined
  const said: ReadonlyArray<readonly [string, number]> =
    size === undefined
      ? []
      : [
          ['capacity-bytes', size.capacityBytes],
          ['available-bytes', size.availableBytes],
        ]
  return new Map(said.filter(([flag]) => known.has(flag)).map(([flag, bytes]) => [flag, [String(bytes)]]))
}

/** When it was taken, the release of containerd, and of lists what they cover. */
const circumstances = (known: ReadonlySet<string>, given: Given, { gathered: { manifest } }: GivenGathered): Values => {
  const { takenAt, namespaces, isWholeCluster, containerd } = manifest
  const isCovered = ['all-namespaces', 'listed-in', 'whole-cluster'].some(given.has)
  const covers: readonly [string, ReadonlyArray<string>] =
    namespaces === 'all' ? [isWholeCluster ? 'whole-cluster' : 'all-namespaces', ['']] : ['listed-in', namespaces]
  return new Map([
    ...(known.has('at') && !given.has('at') ? [['at', [takenAt]] as const] : []),
    ...(known.has('ctr') && known.has('release') && !given.has('release') && containerd !== ''
      ? [['release', [containerd]] as const]
      : []),
    ...(known.has(covers[0]) && !isCovered ? [covers] : []),
  ])
}

/** Whether the command would ask for the size of the disk. */
export const readsDisk = (command: Command, { names }: Gathered): boolean =>
  names.includes(diskFile) && flagsOf(command).some(({ name }) => name === 'capacity-bytes')
