/**
 * What a runtime answered, as `crictl -o json` prints it: its messages as JSON of protocol buffers, with every field, wide
 * numbers as text, and states by their names.
 */
import { type DescMessage, type JsonValue, type MessageShape, toJson } from '@bufbuild/protobuf'

import { type ContainerStatusResponse, ContainerStatusResponseSchema } from './wire/container_status_pb.js'
import { type ListContainersResponse, ListContainersResponseSchema } from './wire/containers_pb.js'
import { type ImageFsInfoResponse, ImageFsInfoResponseSchema } from './wire/filesystems_pb.js'
import { type ListImagesResponse, ListImagesResponseSchema } from './wire/images_pb.js'
import { type ListPodSandboxResponse, ListPodSandboxResponseSchema } from './wire/sandboxes_pb.js'

/** Files of `crictl`, each as parsed JSON. */
export interface CriFiles {
  /** As `crictl ps -a`. */
  readonly containers: unknown
  /** As `crictl pods`. */
  readonly sandboxes: unknown
  /** As `crictl images`. */
  readonly images: unknown
  /** As `crictl imagefsinfo`. */
  readonly imageFsInfo: unknown
  /** As `crictl inspect ID...`, of every container. */
  readonly inspected: unknown
}

/** The answers of a runtime. */
export interface CriAnswers {
  readonly containers: ListContainersResponse
  readonly sandboxes: ListPodSandboxResponse
  readonly images: ListImagesResponse
  readonly imageFsInfo: ImageFsInfoResponse
  readonly inspected: ReadonlyArray<ContainerStatusResponse>
}

const jsonOf = <S extends DescMessage>(schema: S, message: MessageShape<S>): JsonValue =>
  toJson(schema, message, { alwaysEmitImplicit: true })

const containerStates = ['CONTAINER_CREATED', 'CONTAINER_RUNNING', 'CONTAINER_EXITED', 'CONTAINER_UNKNOWN']
const sandboxStates = ['SANDBOX_READY', 'SANDBOX_NOTREADY']

/** The same value with the number of each `state` replaced by its name; a number without a name stays. */
const named = (names: ReadonlyArray<string>, value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map((one) => named(names, one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      key,
      key === 'state' && typeof held === 'number'
        ? (names[held] ?? held)
        : key === 'labels' || key === 'annotations'
          ? held
          : named(names, held),
    ]),
  )
}

/** What `crictl` would print. */
export const filesOf = ({ containers, sandboxes, images, imageFsInfo, inspected }: CriAnswers): CriFiles => ({
  containers: named(containerStates, jsonOf(ListContainersResponseSchema, containers)),
  sandboxes: named(sandboxStates, jsonOf(ListPodSandboxResponseSchema, sandboxes)),
  images: jsonOf(ListImagesResponseSchema, images),
  imageFsInfo: { status: jsonOf(ImageFsInfoResponseSchema, imageFsInfo) },
  inspected: inspected.map((one) => named(containerStates, jsonOf(ContainerStatusResponseSchema, one))),
})
