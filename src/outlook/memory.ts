/** What is kept of looks at a node: what the kubelet remembers of images, and how fast the disk fills. */
import { either as E, function as F } from 'fp-ts'

import { type KubeletPolicies, kubeletImageSnapshot, remembered } from '../decode/index.js'
import * as Image from '../kubelet/image/index.js'
import { type MeasuredGrowth, type NodeRules, measureGrowth, noGrowthMeasured } from '../simulate/node/index.js'
import type { NodeObservation } from './observation.js'

/** What is known from earlier looks. */
export interface NodeMemory {
  /** Of a kubelet that never restarted: as long as somebody looks. */
  readonly images: Image.Memory
  readonly growth: MeasuredGrowth
}

/** Before the first look. */
export const emptyNodeMemory: NodeMemory = { images: Image.emptyMemory, growth: noGrowthMeasured }

/** Folds a look into what is known of the node; images are told apart as the settings of its kubelet say. */
export const rememberNode =
  (rules: NodeRules, { images, growth }: NodeMemory) =>
  (seen: NodeObservation): NodeMemory => ({
    images: remembered(imageRulesOf(rules, seen), images)(seen).memory,
    growth: measureGrowth(growth)(seen),
  })

const imageRulesOf = ({ image }: NodeRules, { kubelet: { settings } }: NodeObservation): Image.Policy =>
  F.pipe(
    settings,
    E.match(
      () => image,
      (own: KubeletPolicies) => ({ ...image, ...own.image }),
    ),
  )

/** The snapshot of the image collector at a look, with a memory. */
export const imageSnapshot = ({ kubelet, ...runtime }: NodeObservation, memory: Image.Memory): Image.Snapshot =>
  kubeletImageSnapshot({
    ...runtime,
    imageFs: kubelet.imageFs._tag === 'Unknown' ? runtime.imageFs : kubelet.imageFs,
    beganGC: kubelet.beganAt,
    history: { _tag: 'Remembered', memory },
  })

/** The minimum age is the kubelet's, so its memory says since when; when an image was last used is told by the longer one. */
export const withLongerUse = (kubelets: Image.Memory, own: Image.Memory): Image.Memory => ({
  records: kubelets.records.map((record, place) => ({
    ...record,
    lastUsed: own.records[place]?.lastUsed ?? record.lastUsed,
  })),
})
