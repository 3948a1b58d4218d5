/**
 * Answers how recorded looks at images and containers are replayed: one after the other on one memory.
 */
import { either as E, option as O } from 'fp-ts'

import * as KubeletImage from '../../src/kubelet/image/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import type { RecordedContainer, RecordedFailures, RecordedImage, RecordedRecord } from './kubelet-image-recorded.js'
import {
  containersOf,
  imageOf,
  lookError,
  momentOf,
  recordOf,
  recordsIn,
  sortRecords,
} from './kubelet-image-recorded.js'

interface Input {
  readonly featureGates: { readonly RuntimeClassInImageCriApi: boolean }
  readonly records: ReadonlyArray<RecordedRecord>
  readonly steps: ReadonlyArray<{
    readonly now: string
    readonly detectTime: string | null
    readonly images: ReadonlyArray<RecordedImage>
    readonly containers: ReadonlyArray<RecordedContainer>
    readonly failures?: RecordedFailures
  }>
}

const replay = (recorded: Case): Promise<Replayed> => {
  const input = recorded.input as Input
  const policy = {
    ...KubeletImage.presets.kubernetes_1_36,
    runtimeClassInImageCriApi: input.featureGates.RuntimeClassInImageCriApi,
  }
  let memory: KubeletImage.Memory = { records: sortRecords(input.records.map(recordOf)) }
  const steps = input.steps.map(({ now, detectTime, images, containers, failures }) => {
    const looked = lookError(failures ?? {}, containers)
    if (E.isLeft(looked)) return { imagesInUse: null, error: looked.left, records: recordsIn(memory) }
    const look = {
      at: new Date(now),
      detectTime: momentOf(detectTime),
      images: images.map(imageOf),
      containers: containersOf(containers),
    }
    memory = KubeletImage.observe(policy)(look)(memory)
    const uses = KubeletImage.imagesInUse(policy, look.images, look.containers)
    return { imagesInUse: [...uses.keys()].sort(), error: O.toNullable(O.none), records: recordsIn(memory) }
  })
  return Promise.resolve({ _tag: 'Replayed', actual: { steps } })
}

/** Looks of the kubelet's image manager. */
export const kubeletImageDetect: Shape = {
  shape: 'kubelet/image-detect',
  compared: { 'steps.*.imagesInUse': 'ordered', 'steps.*.error': 'ordered', 'steps.*.records': 'ordered' },
  replay,
}
