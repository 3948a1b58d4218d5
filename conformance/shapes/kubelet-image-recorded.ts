/**
 * Answers how recorded images, containers and records of the kubelet's image collector read as a snapshot.
 */
import { either as E, option as O } from 'fp-ts'

import type * as KubeletImage from '../../src/kubelet/image/index.js'
import type { Int64 } from '../../src/core/index.js'
import { int64FromBigint, known } from '../../src/core/index.js'

/** An image as the CRI lists it. */
export interface RecordedImage {
  readonly id: string
  readonly repoTags?: ReadonlyArray<string>
  readonly size: string
  readonly pinned?: boolean
  readonly spec?: { readonly runtimeHandler?: string }
}

/** A container as the CRI lists it, with the mounts of its status. */
export interface RecordedContainer {
  readonly id?: string
  readonly metadata?: unknown
  readonly imageId?: string
  readonly imageRef?: string
  readonly image?: { readonly runtimeHandler?: string }
  readonly mounts?: ReadonlyArray<{ readonly image?: { readonly image: string } }>
}

/** What the manager remembered. */
export interface RecordedRecord {
  readonly id: string
  readonly runtimeHandler: string
  readonly firstDetected: string | null
  readonly lastUsed: string | null
  readonly size: string
  readonly pinned: boolean
}

/** What the fake runtime was told to fail at. */
export interface RecordedFailures {
  readonly listImages?: string
  readonly listContainers?: string
  readonly listPodSandbox?: string
  readonly imageFsStats?: string
  readonly containerStatus?: Readonly<Record<string, string>>
  readonly removeImage?: Readonly<Record<string, string>>
}

export const int64 = (text: string): Int64 => int64FromBigint(BigInt(text))

export const imageOf = ({ id, repoTags, size, pinned, spec }: RecordedImage): KubeletImage.Image => ({
  id,
  runtimeHandler: spec?.runtimeHandler ?? '',
  size: int64(size),
  pinned: pinned === true,
  tags: repoTags ?? [],
})

/** The container as a holder of images; the kubelet drops one that lacks its metadata, id or image. */
export const containersOf = (list: ReadonlyArray<RecordedContainer>): ReadonlyArray<KubeletImage.Container> =>
  list.flatMap(({ id, metadata, imageId, imageRef, image, mounts }) =>
    id === undefined || metadata === undefined || image === undefined
      ? []
      : [
          {
            id,
            imageId: imageId ?? '',
            imageRef: imageRef ?? '',
            runtimeHandler: image.runtimeHandler ?? '',
            imageVolumes: (mounts ?? []).flatMap((mount) => (mount.image === undefined ? [] : [mount.image.image])),
          },
        ],
  )

export const momentOf = (text: string | null): O.Option<Date> => (text === null ? O.none : O.some(new Date(text)))

export const recordOf = (recorded: RecordedRecord): KubeletImage.ImageRecord => ({
  id: recorded.id,
  runtimeHandler: recorded.runtimeHandler,
  firstDetected: known(momentOf(recorded.firstDetected)),
  lastUsed: known(momentOf(recorded.lastUsed)),
  size: int64(recorded.size),
  pinned: recorded.pinned,
})

/** Records by key, the order that a memory keeps. */
export const sortRecords = (
  records: ReadonlyArray<KubeletImage.ImageRecord>,
): ReadonlyArray<KubeletImage.ImageRecord> => {
  const keyOf = ({ id, runtimeHandler }: KubeletImage.ImageRecord): string =>
    runtimeHandler === '' ? id : `${id},${runtimeHandler}`
  return records.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** Records in the words and the order of the recordings: by key. */
export const recordsIn = ({ records }: KubeletImage.Memory): ReadonlyArray<RecordedRecord> =>
  records.map(({ id, runtimeHandler, firstDetected, lastUsed, size, pinned }) => ({
    id,
    runtimeHandler,
    firstDetected: firstDetected._tag === 'Unknown' ? null : textOf(firstDetected.value),
    lastUsed: lastUsed._tag === 'Unknown' ? null : textOf(lastUsed.value),
    size: String(size),
    pinned,
  }))

const textOf = (moment: O.Option<Date>): string | null => (O.isNone(moment) ? null : moment.value.toISOString())

/** The error with which a look at images and containers ends, in the order in which the kubelet looks. */
export const lookError = (
  failures: RecordedFailures,
  containers: ReadonlyArray<RecordedContainer>,
): E.Either<string, void> => {
  const listing = failures.listImages ?? failures.listPodSandbox ?? failures.listContainers
  if (listing !== undefined) return E.left(listing)
  for (const { id } of containers) {
    const status = failures.containerStatus?.[id ?? '']
    if (status !== undefined) return E.left(statusError(status))
  }
  return E.right(undefined)
}

const statusError = (status: string): string =>
  status === 'nil-status'
    ? 'get container status: container status is nil'
    : `get container status: runtime container status: ${status}`
