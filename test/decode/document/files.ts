/**
 * Answers which kinds of file gcplan writes: how each is read and written, its schema, and values to try.
 */
import { readFileSync } from 'node:fs'

import type { either as E } from 'fp-ts'
import type fc from 'fast-check'

import {
  decodeContainerdSnapshot,
  decodeKubeletContainerSnapshot,
  decodeKubeletImageMemory,
  decodeKubeletImageSnapshot,
  decodeKubernetesMemory,
  encodeContainerdSnapshot,
  encodeKubeletContainerSnapshot,
  encodeKubeletImageMemory,
  encodeKubeletImageSnapshot,
  encodeKubernetesMemory,
} from '../../../src/decode/index.js'
import { clusterMemories } from './generate-lifecycle.js'
import { containerdSnapshots, containerSnapshots, imageSnapshots, memories } from './generate.js'

/** One kind of file. */
export interface OwnFile {
  readonly kind: string
  readonly values: fc.Arbitrary<object>
  readonly encode: (value: never) => E.Either<unknown, string>
  readonly decode: (input: unknown) => E.Either<unknown, object>
  readonly schema: object
}

export const schemaOf = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../schema/${name}.json`, import.meta.url), 'utf8')) as object

export const files: ReadonlyArray<OwnFile> = [
  {
    kind: 'kubelet-container-snapshot',
    values: containerSnapshots,
    encode: encodeKubeletContainerSnapshot,
    decode: decodeKubeletContainerSnapshot,
    schema: schemaOf('kubelet-container-snapshot'),
  },
  {
    kind: 'kubelet-image-snapshot',
    values: imageSnapshots,
    encode: encodeKubeletImageSnapshot,
    decode: decodeKubeletImageSnapshot,
    schema: schemaOf('kubelet-image-snapshot'),
  },
  {
    kind: 'kubelet-image-memory',
    values: memories,
    encode: encodeKubeletImageMemory,
    decode: decodeKubeletImageMemory,
    schema: schemaOf('kubelet-image-memory'),
  },
  {
    kind: 'containerd-snapshot',
    values: containerdSnapshots,
    encode: encodeContainerdSnapshot,
    decode: decodeContainerdSnapshot,
    schema: schemaOf('containerd-snapshot'),
  },
  {
    kind: 'kubernetes-memory',
    values: clusterMemories,
    encode: encodeKubernetesMemory,
    decode: decodeKubernetesMemory,
    schema: schemaOf('kubernetes-memory'),
  },
]
