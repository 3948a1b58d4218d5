/**
 * Sets the deletion marks of an object: finalizers, deletion timestamp, generation.
 */
import { instant } from '../core/time.js'
import type { KubeObject, ObjectMeta } from './object.js'
import type { Answer } from './answer.js'
import type { DeleteOptions } from './options.js'

/**
 * The object with its marks, the same one where it has them already; with `orphanDependents: false` the answer is 202
 * (accepted), not 200.
 */
export const stays = <O extends KubeObject>(
  { orphanDependents }: DeleteOptions,
  object: O,
  change: Partial<ObjectMeta>,
): Answer<O> => ({
  _tag: 'Stays',
  code: orphanDependents === false ? 202 : 200,
  object: has(object.metadata, change) ? object : { ...object, metadata: { ...object.metadata, ...change } },
})

/** True for metadata that a change leaves as it is. */
const has = (metadata: ObjectMeta, { finalizers, deletionTimestamp, ...numbers }: Partial<ObjectMeta>): boolean =>
  (finalizers === undefined || isSameList(finalizers, metadata.finalizers)) &&
  (deletionTimestamp === undefined || deletionTimestamp.getTime() === metadata.deletionTimestamp?.getTime()) &&
  Object.entries(numbers).every(([field, value]) => metadata[field as keyof ObjectMeta] === value)

const isSameList = (list: ReadonlyArray<string>, other: ReadonlyArray<string> | undefined): boolean =>
  list.length === other?.length && list.every((text, index) => text === other[index])

/** Finalizers as a change; an object that never had any gets no empty list. */
export const finalizersChange = (object: KubeObject, finalizers: ReadonlyArray<string>): Partial<ObjectMeta> =>
  finalizers.length > 0 || object.metadata.finalizers !== undefined ? { finalizers } : {}

/** The first request increments the generation, for kinds that have one. */
export const nextGeneration = ({ metadata }: KubeObject): Partial<ObjectMeta> => {
  const { generation, deletionTimestamp } = metadata
  return generation === undefined || generation === 0 || deletionTimestamp !== undefined
    ? {}
    : { generation: generation + 1 }
}

/** The API keeps times in whole seconds. */
export const wholeSeconds = (at: Date): Date => instant(Math.floor(at.getTime() / 1000) * 1000)
