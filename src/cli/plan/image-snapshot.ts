/** Builds the snapshot of the image collector from files and statements. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { ImageFsStats, Policy, Snapshot } from '../../kubelet/image/index.js'
import {
  type ImageHistory,
  type ImageVolumes,
  type KubeletImageParts,
  decodeCrictlContainers,
  decodeCrictlImages,
  decodeCrictlInspect,
  decodeKubeletImageMemory,
  decodeKubeletImageSnapshot,
  decodeStatsSummary,
  imageFsOf,
  kubeletImageSnapshot,
} from '../../decode/index.js'
import { type Knowledge, assumed, unknown } from '../../index.js'
import type { Flag, Given, Environment } from '../command.js'
import { all } from '../fp.js'
import { bytes, instant, instantOr, optional, together } from '../values.js'
import { type Inputs, type Parts, nodePart, readPart, requirePart } from './inputs.js'
import { momentOfFiles, readAt } from './time.js'
import { type Assembled, wholeSnapshot } from './whole-snapshot.js'

/** What a file can be to an image plan. */
export type ImagePart = 'images' | 'containers' | 'stats' | 'inspect' | 'memory' | 'snapshot' | 'policy' | 'node-object'

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
  'node-object': nodePart,
}

/** Flags that state facts that no tool prints. */
export const imageStatementFlags: ReadonlyArray<Flag> = [
  { name: 'assume-first-detected', value: 'TIME', about: 'when the kubelet first saw every image, or long-ago' },
  { name: 'assume-last-used', value: 'TIME', about: 'when every unused image was last in use, or never' },
  { name: 'assume-no-image-volumes', about: 'no container mounts an image as a volume' },
  { name: 'assume-began-gc', value: 'TIME', about: 'when the kubelet started; needed only with a maximum age' },
  { name: 'capacity-bytes', value: 'N', about: 'size of the image filesystem, instead of --stats' },
  { name: 'available-bytes', value: 'N', about: 'its free bytes' },
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
export const imageStatements = (given: Given): E.Either<string, ImageStatements> =>
  F.pipe(
    all({
      at: readAt(given),
      history: statedHistory(given),
      began: optional(instant)(given, 'assume-began-gc'),
      disk: statedDisk(given),
    }),
    E.map(({ began, ...stated }) => ({
      ...stated,
      beganGC: F.pipe(
        began,
        O.match(() => unknown, fromCommandLine),
      ),
      noVolumes: given.has('assume-no-image-volumes'),
    })),
  )

const because = 'from the command line'

const fromCommandLine = <A>(value: A): Knowledge<A> => assumed(value, because)

const statedHistory = (given: Given): E.Either<string, O.Option<ImageHistory>> =>
  F.pipe(
    all({
      first: optional(instantOr('long-ago'))(given, 'assume-first-detected'),
      last: optional(instantOr('never'))(given, 'assume-last-used'),
    }),
    E.flatMap(({ first, last }) => together('--assume-first-detected and --assume-last-used')(first, last)),
    E.map(O.map(([firstDetected, lastUsed]): ImageHistory => ({ _tag: 'Stated', firstDetected, lastUsed, because }))),
    E.filterOrElse(
      (stated) => O.isNone(stated) || !given.has('memory'),
      () => '--memory already says when images were used',
    ),
  )

const statedDisk = (given: Given): E.Either<string, O.Option<ImageFsStats>> =>
  F.pipe(
    all({
      capacity: optional(bytes)(given, 'capacity-bytes'),
      available: optional(bytes)(given, 'available-bytes'),
    }),
    E.flatMap(({ capacity, available }) => together('--capacity-bytes and --available-bytes')(capacity, available)),
    E.map(O.map(([capacity, available]) => ({ capacityBytes: O.some(capacity), availableBytes: O.some(available) }))),
  )

/** Reads a snapshot, or puts one together from the files. */
export const imageSnapshot =
  (statements: ImageStatements, policy: Pick<Policy, 'imageVolumes'>) =>
  (environment: Environment, inputs: Inputs<ImagePart>): E.Either<string, Assembled<Snapshot>> => {
    const { at, history, disk, beganGC, noVolumes } = statements
    const stated = O.isSome(history) || O.isSome(disk) || beganGC._tag !== 'Unknown' || noVolumes
    return F.pipe(
      wholeSnapshot(decodeKubeletImageSnapshot)<ImagePart>(
        { at, stated, apart: ['policy', 'node-object'] },
        environment,
      )(inputs),
      E.flatMap(O.match(() => snapshotOfFiles(statements, policy, environment, inputs), E.right)),
    )
  }

const snapshotOfFiles = (
  statements: ImageStatements,
  policy: Pick<Policy, 'imageVolumes'>,
  environment: Environment,
  inputs: Inputs<ImagePart>,
): E.Either<string, Assembled<Snapshot>> =>
  F.pipe(
    all({
      images: requirePart(decodeCrictlImages)(
        inputs,
        'images',
        `no images given: --images FILE, from ${imageParts.images.source}`,
      ),
      containers: requirePart(decodeCrictlContainers)(
        inputs,
        'containers',
        `no containers given, so every image would seem unused: --containers FILE, from ${imageParts.containers.source}`,
      ),
      imageVolumes: volumesOf(statements, policy, inputs),
      imageFs: diskOf(statements, inputs, environment),
      history: historyOf(statements, inputs),
    }),
    E.map((read) => {
      const moment = momentOfFiles(statements.at, environment)
      return {
        snapshot: kubeletImageSnapshot({ at: moment.at, beganGC: statements.beganGC, ...read }),
        notes: [...moment.notes, ...missing(read).map((fact) => `unknown, so what depends on it is kept: ${fact}`)],
      }
    }),
  )

const missing = ({
  imageFs,
  history,
  imageVolumes,
}: Pick<KubeletImageParts, 'imageFs' | 'history' | 'imageVolumes'>): ReadonlyArray<string> => [
  ...(imageFs._tag === 'Unknown'
    ? ['how full the disk is: --stats FILE, or --capacity-bytes N --available-bytes N']
    : []),
  ...(history._tag === 'Unknown'
    ? ['when images were last used: --memory FILE, or --assume-first-detected and --assume-last-used']
    : []),
  ...(imageVolumes._tag === 'Unknown'
    ? ['which images are mounted as volumes: --inspect FILE, or --assume-no-image-volumes']
    : []),
]

/** What is known of image volumes, from a file, a flag or the release. */
export const volumesOf = (
  { noVolumes }: Pick<ImageStatements, 'noVolumes'>,
  { imageVolumes }: Pick<Policy, 'imageVolumes'>,
  inputs: Inputs<ImagePart>,
): E.Either<string, ImageVolumes> =>
  F.pipe(
    readPart(decodeCrictlInspect)(inputs, 'inspect'),
    E.map(
      O.match(
        (): ImageVolumes => {
          if (noVolumes) return { _tag: 'NoneMounted', because: 'it states that no image is mounted as a volume' }
          return imageVolumes === 'ignored'
            ? { _tag: 'NoneMounted', because: 'this release ignores image volumes' }
            : { _tag: 'Unknown' }
        },
        (containers) => ({ _tag: 'Inspected', containers }),
      ),
    ),
  )

/** Numbers on the command line win over the file's: they are what somebody wants to see tried. */
const diskOf = (
  { disk }: ImageStatements,
  inputs: Inputs<ImagePart>,
  { live }: Environment,
): E.Either<string, Knowledge<ImageFsStats>> =>
  F.pipe(
    readPart(decodeStatsSummary)(inputs, 'stats'),
    E.map((summary) =>
      F.pipe(
        O.map(fromCommandLine)(disk),
        O.alt(() => O.map(imageFsOf)(summary)),
        O.getOrElse((): Knowledge<ImageFsStats> => live?.disk ?? unknown),
      ),
    ),
  )

const historyOf = ({ history }: ImageStatements, inputs: Inputs<ImagePart>): E.Either<string, ImageHistory> =>
  F.pipe(
    readPart(decodeKubeletImageMemory)(inputs, 'memory'),
    E.map((memory) =>
      F.pipe(
        history,
        O.alt(() =>
          F.pipe(
            memory,
            O.map((remembered): ImageHistory => ({ _tag: 'Remembered', memory: remembered })),
          ),
        ),
        O.getOrElse((): ImageHistory => ({ _tag: 'Unknown' })),
      ),
    ),
  )
