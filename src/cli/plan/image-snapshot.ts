/**
 * Answers which snapshot the files and statements of a command line make for the image collector.
 */
import { either as E, option as O } from 'fp-ts'

import type { ImageFsStats, Policy, Snapshot } from '../../kubelet/image/index.js'
import type { ImageHistory, ImageVolumes } from '../../decode/index.js'
import {
  decodeCrictlContainers,
  decodeCrictlImages,
  decodeCrictlInspect,
  decodeKubeletImageMemory,
  decodeKubeletImageSnapshot,
  decodeStatsSummary,
  imageFsOf,
  kubeletImageSnapshot,
} from '../../decode/index.js'
import type { Knowledge } from '../../index.js'
import { assumed, unknown } from '../../index.js'
import type { Flag, Given, Environment } from '../command.js'
import { bytes, instant, instantOr, optional } from '../values.js'
import type { Inputs, Parts } from './inputs.js'
import { readPart } from './inputs.js'
import { momentOfFiles, readAt } from './time.js'
import type { Assembled } from './whole-snapshot.js'
import { wholeSnapshot } from './whole-snapshot.js'

/** What a file can be to an image plan. */
export type ImagePart = 'images' | 'containers' | 'stats' | 'inspect' | 'memory' | 'snapshot' | 'policy'

const nodeProxy = 'kubectl get --raw /api/v1/nodes/NODE/proxy'

/** The files of an image plan, in the order of the help. */
export const imageParts: Parts<ImagePart> = {
  images: { kinds: ['CrictlImages'], source: 'crictl images -o json' },
  containers: { kinds: ['CrictlPs'], source: 'crictl ps -a -o json' },
  stats: { kinds: ['StatsSummary'], source: `${nodeProxy}/stats/summary` },
  inspect: { kinds: ['CrictlInspect'], source: 'crictl inspect -o json $(crictl ps -aq), for image volumes' },
  memory: { kinds: ['KubeletImageMemory'], source: 'a gcplan memory: when images were first seen and last used' },
  snapshot: { kinds: ['KubeletImageSnapshot'], source: 'a gcplan snapshot, instead of all other files but the policy' },
  policy: {
    kinds: ['KubeletConfiguration', 'KubeletConfig'],
    source: `KubeletConfiguration as YAML or JSON, ${nodeProxy}/configz, or an OpenShift KubeletConfig`,
  },
}

/** What no tool prints and somebody may state. */
export const imageStatementFlags: ReadonlyArray<Flag> = [
  { name: 'assume-first-detected', value: 'TIME', about: 'when the kubelet first saw every image, or long-ago' },
  { name: 'assume-last-used', value: 'TIME', about: 'when it last saw every unused image in use, or never' },
  { name: 'assume-no-image-volumes', about: 'no container mounts an image as a volume' },
  { name: 'assume-began-gc', value: 'TIME', about: 'when the kubelet started; only a maximum age asks' },
  { name: 'capacity-bytes', value: 'N', about: 'size of the image filesystem, instead of --stats' },
  { name: 'available-bytes', value: 'N', about: 'what of it is free' },
]

/** What was stated, checked as far as it can be without files. */
export interface ImageStatements {
  readonly at: O.Option<O.Option<Date>>
  readonly history: O.Option<ImageHistory>
  readonly beganGC: Knowledge<Date>
  readonly disk: O.Option<ImageFsStats>
  readonly noVolumes: boolean
}

/** Reads what was stated. */
export const imageStatements = (given: Given): E.Either<string, ImageStatements> => {
  const at = readAt(given)
  if (E.isLeft(at)) return at
  const history = statedHistory(given)
  if (E.isLeft(history)) return history
  const began = optional(instant)(given, 'assume-began-gc')
  if (E.isLeft(began)) return began
  const disk = statedDisk(given)
  if (E.isLeft(disk)) return disk
  return E.right({
    at: at.right,
    history: history.right,
    beganGC: O.isSome(began.right) ? assumed(began.right.value, 'the command line says so') : unknown,
    disk: disk.right,
    noVolumes: given.has('assume-no-image-volumes'),
  })
}

/** Reads a snapshot, or puts one together from the files. */
export const imageSnapshot =
  (statements: ImageStatements, { imageVolumes }: Pick<Policy, 'imageVolumes'>) =>
  (environment: Environment, inputs: Inputs<ImagePart>): E.Either<string, Assembled<Snapshot>> => {
    const { at, history: stated, disk, beganGC, noVolumes } = statements
    const isStated = O.isSome(stated) || O.isSome(disk) || beganGC._tag !== 'Unknown' || noVolumes
    const whole = wholeSnapshot(decodeKubeletImageSnapshot)<ImagePart>(
      { at, stated: isStated, apart: ['policy'] },
      environment,
    )(inputs)
    if (E.isLeft(whole)) return whole
    if (O.isSome(whole.right)) return E.right(whole.right.value)
    const images = readPart(decodeCrictlImages)(inputs, 'images')
    if (E.isLeft(images)) return images
    const containers = readPart(decodeCrictlContainers)(inputs, 'containers')
    if (E.isLeft(containers)) return containers
    if (O.isNone(images.right)) return E.left(`no images given: --images FILE, from ${imageParts.images.source}`)
    if (O.isNone(containers.right))
      return E.left(
        `no containers given, so every image would seem unused: --containers FILE, from ${imageParts.containers.source}`,
      )
    const volumes = volumesOf(statements, imageVolumes === 'ignored', inputs)
    if (E.isLeft(volumes)) return volumes
    const imageFs = diskOf(statements, inputs)
    if (E.isLeft(imageFs)) return imageFs
    const history = historyOf(statements, inputs)
    if (E.isLeft(history)) return history
    const moment = momentOfFiles(at, environment)
    const snapshot = kubeletImageSnapshot({
      at: moment.at,
      beganGC,
      images: images.right.value,
      containers: containers.right.value,
      imageVolumes: volumes.right,
      imageFs: imageFs.right,
      history: history.right,
    })
    const missing = [
      ...(imageFs.right._tag === 'Unknown'
        ? [`how full the disk is: --stats FILE, or --capacity-bytes N --available-bytes N`]
        : []),
      ...(history.right._tag === 'Unknown'
        ? ['when images were last used: --memory FILE, or --assume-first-detected and --assume-last-used']
        : []),
      ...(volumes.right._tag === 'Unknown'
        ? ['which images are mounted as volumes: --inspect FILE, or --assume-no-image-volumes']
        : []),
    ]
    return E.right({
      snapshot,
      notes: [...moment.notes, ...missing.map((fact) => `not known, so what depends on it is kept: ${fact}`)],
    })
  }

const statedHistory = (given: Given): E.Either<string, O.Option<ImageHistory>> => {
  const first = optional(instantOr('long-ago'))(given, 'assume-first-detected')
  if (E.isLeft(first)) return first
  const last = optional(instantOr('never'))(given, 'assume-last-used')
  if (E.isLeft(last)) return last
  if (O.isNone(first.right) && O.isNone(last.right)) return E.right(O.none)
  if (O.isNone(first.right) || O.isNone(last.right))
    return E.left('--assume-first-detected and --assume-last-used belong together')
  if (given.has('memory')) return E.left('--memory says when images were used; nothing is left to assume')
  return E.right(
    O.some({
      _tag: 'Stated',
      firstDetected: first.right.value,
      lastUsed: last.right.value,
      because: 'the command line says so',
    }),
  )
}

const statedDisk = (given: Given): E.Either<string, O.Option<ImageFsStats>> => {
  const capacityBytes = optional(bytes)(given, 'capacity-bytes')
  if (E.isLeft(capacityBytes)) return capacityBytes
  const availableBytes = optional(bytes)(given, 'available-bytes')
  if (E.isLeft(availableBytes)) return availableBytes
  if (O.isNone(capacityBytes.right) && O.isNone(availableBytes.right)) return E.right(O.none)
  if (O.isNone(capacityBytes.right) || O.isNone(availableBytes.right))
    return E.left('--capacity-bytes and --available-bytes belong together')
  return E.right(O.some({ capacityBytes: capacityBytes.right, availableBytes: availableBytes.right }))
}

const volumesOf = (
  { noVolumes }: ImageStatements,
  ignored: boolean,
  inputs: Inputs<ImagePart>,
): E.Either<string, ImageVolumes> => {
  const inspected = readPart(decodeCrictlInspect)(inputs, 'inspect')
  if (E.isLeft(inspected)) return inspected
  if (O.isSome(inspected.right)) return E.right({ _tag: 'Inspected', containers: inspected.right.value })
  if (noVolumes) return E.right({ _tag: 'NoneMounted', because: 'it says that no image is mounted as a volume' })
  return E.right(ignored ? { _tag: 'NoneMounted', because: 'this release ignores image volumes' } : { _tag: 'Unknown' })
}

/** Numbers on the command line win over the file's: they are what somebody wants to see tried. */
const diskOf = ({ disk }: ImageStatements, inputs: Inputs<ImagePart>): E.Either<string, Knowledge<ImageFsStats>> => {
  const summary = readPart(decodeStatsSummary)(inputs, 'stats')
  if (E.isLeft(summary)) return summary
  if (O.isSome(disk)) return E.right(assumed(disk.value, 'the command line says so'))
  return E.right(O.isSome(summary.right) ? imageFsOf(summary.right.value) : unknown)
}

const historyOf = ({ history }: ImageStatements, inputs: Inputs<ImagePart>): E.Either<string, ImageHistory> => {
  const memory = readPart(decodeKubeletImageMemory)(inputs, 'memory')
  if (E.isLeft(memory)) return memory
  if (O.isSome(history)) return E.right(history.value)
  return E.right(O.isSome(memory.right) ? { _tag: 'Remembered', memory: memory.right.value } : { _tag: 'Unknown' })
}
