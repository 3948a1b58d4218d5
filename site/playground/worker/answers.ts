/** What is shown of each question: the library's view models, and what the page adds to them. */
import type {
  CascadeView,
  ContainerdView,
  DiagnosisView,
  ForecastView,
  ImageView,
  LayersView,
  PlanView,
} from 'gcplan/view'

import type { Fate } from '../graph/graph'

/** A record of containerd, or all records of one image, with what it retains. */
export interface HolderRow {
  /** What a question takes as `record` or in `drop`. */
  readonly word: string
  /** E.g. `image docker.io/library/base:1.0`. */
  readonly said: string
  readonly kind: string
  readonly namespace: string
  /** How many records it is, such as the three of an image of CRI. */
  readonly records: number
  /** Bytes that it alone retains, and those of them that leave the disk without it. */
  readonly onlyBytes: number | string
  readonly onDiskBytes: number | string
  readonly onlySaid: string
  readonly sharedSaid: string
}

/** What a collection does differently without the records that are dropped. */
export interface DroppedView {
  readonly goes: ReadonlyArray<{
    readonly said: string
    readonly namespace: string
    readonly sentences: ReadonlyArray<string>
  }>
  readonly freedSaid: string
  readonly freedBytes: number | string
}

/** Records by what they retain, the largest first; the one that was asked about; what dropping some does. */
export interface ContainerdAnswer {
  readonly holders: ReadonlyArray<HolderRow>
  readonly record: ContainerdView | null
  readonly dropped: DroppedView | null
}

/** One collection of containerd. */
export interface ScheduledRun {
  readonly number: number
  /** Nanoseconds since the scheduler started. */
  readonly at: number
  readonly atSaid: string
  readonly tookNanos: number
  readonly tookSaid: string
  readonly isOk: boolean
  readonly why: string
}

/** When containerd collects, and who waited for it. */
export interface ScheduleAnswer {
  /** What holds, by the names of containerd's configuration. */
  readonly settings: ReadonlyArray<{ readonly name: string; readonly said: string }>
  readonly runs: ReadonlyArray<ScheduledRun>
  readonly waits: ReadonlyArray<string>
  /** E.g. `until 1m30s: 4 collections, timer set 6 times`. */
  readonly said: string
  /** When it crashed; null: it runs. */
  readonly crashedSaid: string | null
}

/** An object that a deletion touches, and how it may end. */
export interface FollowedObject {
  readonly id: string
  /** E.g. `ConfigMap shop/settings`. */
  readonly said: string
  readonly verdict: 'Goes' | 'MayGo' | 'Stays' | 'Unknown'
  /** The whole sentence. */
  readonly sentence: string
  /** Each way in which it may end, with the place of an end that shows it. */
  readonly ends: ReadonlyArray<{ readonly end: 'gone' | 'terminating' | 'stays'; readonly shownBy: number }>
}

/** What every course of a deletion comes to, or what is known of it. */
export interface FollowedView {
  readonly isProven: boolean
  readonly said: string
  readonly objects: ReadonlyArray<FollowedObject>
  /** One course to each end that an object refers to, step by step. */
  readonly courses: ReadonlyArray<{ readonly end: number; readonly steps: ReadonlyArray<string> }>
}

/** How an object ends in one course. */
export interface ObjectEnd {
  readonly fate: Fate
  /** From 1: the wave in which it goes, or else that which changes it first; null: none does. */
  readonly wave: number | null
}

/** An object that ends otherwise, or in another wave. */
export interface ComparedRow {
  readonly id: string
  /** E.g. `ReplicaSet web-1`. */
  readonly said: string
  readonly here: ObjectEnd
  readonly there: ObjectEnd
}

/** A deletion beside the same in the background. */
export interface ComparedView {
  readonly said: string
  readonly rows: ReadonlyArray<ComparedRow>
}

/** What becomes of a node, with the names of what goes first. */
export interface ForecastAnswer extends ForecastView {
  /** The first collection that removes images; null: none does. */
  readonly first: { readonly afterMillis: number; readonly at: string; readonly images: ReadonlyArray<string> } | null
}

/** A deletion, wave by wave. */
export interface CascadeAnswer extends CascadeView {
  /** Null where it is itself in the background, cannot be asked for there, or is too large to compare. */
  readonly compared: ComparedView | null
}

/** The view of each question's answer. */
export interface Views {
  readonly cascade: CascadeAnswer
  readonly diagnosis: ReadonlyArray<DiagnosisView>
  readonly plan: PlanView
  readonly containerd: ContainerdAnswer
  readonly images: ImageView
  readonly forecast: ForecastAnswer
  readonly layers: LayersView
  readonly schedule: ScheduleAnswer
}
