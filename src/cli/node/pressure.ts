/** Reads the inputs of a forecast other than images and layers: pods and their usage, containers, and filesystems. */
import { either as E, function as F, option as O } from 'fp-ts'

import {
  decodeCrictlContainers,
  decodeCrictlStats,
  decodeKubeletPods,
  decodePressurePods,
  decodePressureStats,
  kubeletContainerSnapshot,
} from '../../decode/index.js'
import * as Eviction from '../../kubelet/eviction/index.js'
import type * as Forecast from '../../simulate/node/index.js'
import type { Flag, FlagGroup, Given } from '../command.js'
import { all, present } from '../fp.js'
import { containerParts } from '../plan/container-snapshot.js'
import { imageParts } from '../plan/image-snapshot.js'
import { type Inputs, type Parts, partFlags, readPart } from '../plan/inputs.js'
import type { Asked } from '../reclaim/prepare.js'
import { oneOf, optional } from '../values.js'

const own: Parts<'pods' | 'container-stats'> = {
  pods: containerParts.pods,
  'container-stats': { kinds: ['CrictlStats'], source: 'crictl stats -a -o json' },
}

/** The files; two of them are read for the images as well. */
export const pressureParts: Parts<'pods' | 'container-stats' | 'stats' | 'containers'> = {
  ...own,
  stats: imageParts.stats,
  containers: imageParts.containers,
}

const layouts = {
  one: Eviction.oneFilesystem,
  'images-apart': { dedicatedImageFs: true, splitContainerImageFs: false },
  split: { dedicatedImageFs: true, splitContainerImageFs: true },
} as const

/** The flag that states the layout. */
export const filesystems: Flag = {
  name: 'filesystems',
  value: 'HOW',
  about:
    'one (for all), images-apart (images and writable layers have their own) or split (only images have their own); default: by the sizes in --stats',
}

/** The flags of it. */
export const pressureFlags: FlagGroup = {
  heading: 'Files about its pods',
  flags: [...partFlags(own), filesystems],
}

/** The stated filesystem layout; none if it was not stated. */
export const statedLayout = (given: Given): E.Either<string, O.Option<Eviction.Layout>> =>
  F.pipe(
    optional(oneOf(['one', 'images-apart', 'split']))(given, filesystems.name),
    E.map(O.map((how) => layouts[how])),
  )

/** Pods, what they use, and how full the filesystems are; with notes on what is unknown. */
export interface Pressure extends Pick<Eviction.PressureSnapshot, 'layout' | 'pods' | 'podStats' | 'observations'> {
  readonly notes: ReadonlyArray<string>
}

/** Reads them. */
export const pressureIn = (stated: O.Option<Eviction.Layout>, inputs: Inputs<string>): E.Either<string, Pressure> =>
  F.pipe(
    all({
      pods: readPart(decodePressurePods)(inputs, 'pods'),
      stats: readPart(decodePressureStats)(inputs, 'stats'),
    }),
    E.map(({ pods, stats }) => {
      const measured = O.getOrElse((): NodeStats => ({ observations: new Map(), podStats: [] }))(stats)
      return {
        ...measured,
        layout: O.getOrElse(() => Eviction.layoutBySizes(measured.observations))(stated),
        pods: O.getOrElse((): ReadonlyArray<Eviction.Pod> => [])(pods),
        notes: [
          ...(O.isNone(pods) ? [`unknown, so none is evicted: the pods: --pods FILE, from ${own.pods.source}`] : []),
          ...(O.isSome(pods) && O.isNone(stats)
            ? [`unknown, so evicting a pod frees nothing: what pods use: --stats FILE, from ${imageParts.stats.source}`]
            : []),
        ],
      }
    }),
  )

/** What is known about pressure and containers, and notes on what is unknown. */
export interface Beside extends Pick<Forecast.ForecastNode, 'pressure' | 'containers'> {
  readonly notes: ReadonlyArray<string>
}

/** Reads it. */
export const besideImages = (
  stated: O.Option<Eviction.Layout>,
  { others, snapshot: { node } }: Pick<Asked, 'others' | 'snapshot'>,
): E.Either<string, Beside> =>
  F.pipe(
    all({ pressure: pressureIn(stated, others), containers: containersOf(node.at, others) }),
    E.map(({ pressure: { layout, pods, podStats, observations, notes }, containers }) => ({
      pressure: { layout, pods, podStats, others: observations, memory: Eviction.emptyEvictionMemory },
      ...present({ containers }),
      notes: [
        ...notes,
        ...(hasDead(containers) && !others.has('container-stats')
          ? [
              `unknown, so removing dead containers frees nothing: what they use: --container-stats FILE, from ${own['container-stats'].source}`,
            ]
          : []),
      ],
    })),
  )

type Containers = NonNullable<Forecast.ForecastNode['containers']>

type NodeStats = Pick<Pressure, 'observations' | 'podStats'>

const hasDead: (containers: O.Option<Containers>) => boolean = O.exists(({ snapshot: { containers } }) =>
  containers.some(({ state }) => state === 'CONTAINER_EXITED'),
)

/** Containers that the container collector looks at, and what their writable layers take. */
const containersOf = (at: Date, inputs: Inputs<string>): E.Either<string, O.Option<Containers>> =>
  F.pipe(
    all({
      containers: readPart(decodeCrictlContainers)(inputs, 'containers'),
      pods: readPart(decodeKubeletPods)(inputs, 'pods'),
      uses: readPart(decodeCrictlStats)(inputs, 'container-stats'),
    }),
    E.map(({ containers, pods, uses }) =>
      F.pipe(
        containers,
        O.map((listed) => ({
          snapshot: kubeletContainerSnapshot({
            at,
            allSourcesReady: true,
            containers: listed,
            // What a forecast of a disk is about has neither sandboxes nor links in it.
            sandboxes: [],
            pods,
            absentPodsAreGone: O.none,
            logDirectories: [],
            logLinks: [],
          }),
          bytes: new Map(
            (O.toUndefined(uses) ?? []).flatMap(({ id, usedBytes }) =>
              O.isSome(usedBytes) ? [[id, Number(usedBytes.value)] as const] : [],
            ),
          ),
        })),
      ),
    ),
  )
