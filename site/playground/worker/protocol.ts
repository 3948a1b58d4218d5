/**
 * What the page and its worker say to each other. Everything is plain JSON, except that a file which was dropped travels as the
 * browser's own handle, so that the page itself never reads a large one.
 */
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

/** A file as the page has it: what the editor holds, or what was dropped and not read yet. */
export interface SourceFile {
  /** As it was dropped, with its folders: `gathered/images.json`. */
  readonly name: string
  readonly content: string | Blob
}

/** A file as the worker tells it apart. */
export interface KnownFile {
  readonly name: string
  readonly bytes: number
  /** The tag of what it is, e.g. `KubectlList`. */
  readonly kind: string
  /** The same in words, e.g. `the output of kubectl get -o json`. */
  readonly is: string
  readonly language: 'json' | 'yaml' | 'text'
  /** How many objects, images or records it lists, where that is cheap to tell. */
  readonly count?: number
  /** Its text, where it came as a handle and is small enough for an editor. */
  readonly text?: string
  /** Too large for an editor; the worker holds it. */
  readonly isHeld: boolean
}

/** Something wrong, and where. */
export interface Problem {
  /** The sentence, without the name of the file. */
  readonly message: string
  /** Nothing: the question itself. */
  readonly file?: string
  /** E.g. `items[3].metadata.uid`. */
  readonly path?: string
  /** From 0, in UTF-16 units of the file's text. */
  readonly from?: number
  readonly to?: number
  /** From 1. */
  readonly line?: number
}

/** Flags of the command by name without dashes; `true` for those that take no value. */
export type Settings = Readonly<Record<string, true | string | ReadonlyArray<string>>>

/** The plans that can be asked for. */
export type PlanOf =
  | 'kubernetes'
  | 'kubernetes-owners'
  | 'kubelet-image'
  | 'kubelet-container'
  | 'containerd'
  | 'reclaim'

interface Asked {
  /** What is stated of the files, and the rules: release, thresholds, coverage, time. */
  readonly settings: Settings
}

/** What goes when objects are deleted, or are gone at once. */
export interface CascadeQuestion extends Asked {
  readonly kind: 'cascade'
  /** As the command takes them: `deploy/web`, or a uid. */
  readonly objects: ReadonlyArray<string>
  readonly how: 'background' | 'foreground' | 'orphan' | 'raw' | 'vanish'
  /** Follow every course that the components can take. */
  readonly outcomes: boolean
}

/** Why objects are still there; without objects, all that are being deleted. */
export interface DiagnosisQuestion extends Asked {
  readonly kind: 'diagnosis'
  readonly objects: ReadonlyArray<string>
}

/** What one collector would remove. */
export interface PlanQuestion extends Asked {
  readonly kind: 'plan'
  readonly of: PlanOf
}

/** Why a record of containerd is alive, and what changes free. */
export interface ContainerdQuestion extends Asked {
  readonly kind: 'containerd'
  /** `image:NAME`, `content:DIGEST`, ...; nothing: all that is retained. */
  readonly record?: string
  /** Records to drop: what would become free. */
  readonly drop: ReadonlyArray<string>
}

/** What one image collection of the kubelet removes. */
export interface ImagesQuestion extends Asked {
  readonly kind: 'images'
  /** Ids of images whose removal fails. */
  readonly failing: ReadonlyArray<string>
}

/** What happens to a node over time; growth, horizon and thresholds are settings. */
export interface ForecastQuestion extends Asked {
  readonly kind: 'forecast'
}

/** Which images free enough bytes at the least loss; the target is a setting (`free-bytes`). */
export interface LayersQuestion extends Asked {
  readonly kind: 'layers'
}

/** When containerd would collect over a course of events. */
export interface ScheduleQuestion extends Asked {
  readonly kind: 'schedule'
}

export type Question =
  | CascadeQuestion
  | DiagnosisQuestion
  | PlanQuestion
  | ContainerdQuestion
  | ImagesQuestion
  | ForecastQuestion
  | LayersQuestion
  | ScheduleQuestion

export type QuestionKind = Question['kind']
export type QuestionOf<K extends QuestionKind> = Extract<Question, { readonly kind: K }>

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

/** A question that these files can answer, ready to be asked. */
export interface Offer {
  readonly question: Question
  /** E.g. `What goes when an object is deleted?` */
  readonly title: string
  /** One sentence. */
  readonly about: string
  /** What else has to be given before it can be asked, e.g. an object to delete. */
  readonly needs?: 'object' | 'record'
  /** The settings that the question takes, in groups. */
  readonly groups: ReadonlyArray<SettingGroup>
}

/** A question that these files could answer with others beside them. */
export interface Nearly {
  readonly title: string
  /** Commands whose output is missing. */
  readonly add: ReadonlyArray<string>
}

/** Settings under one heading, as the help of the command has them. */
export interface SettingGroup {
  readonly heading: string
  readonly settings: ReadonlyArray<Setting>
}

export interface Setting {
  readonly name: string
  /** What its value looks like, e.g. `PERCENT`; nothing: it is on or off. */
  readonly value?: string
  /** It may be given several times. */
  readonly many?: true
  readonly about: string
}

/** A list that is longer than what was sent; the rest is asked for with `rows`. */
export interface Cut {
  /** Where the list is in the view, as a JSON pointer: `/waves/0/changes`. */
  readonly list: string
  readonly total: number
}

/** The answer to a question. No list in `view` is longer than 200 (nodes of a graph: 2,000); `cuts` names those that were. */
export interface Answer<K extends QuestionKind = QuestionKind> {
  readonly question: QuestionOf<K>
  readonly view: Views[K]
  readonly cuts: ReadonlyArray<Cut>
  /** What the files leave open, as the command notes it. */
  readonly notes: ReadonlyArray<string>
  /** The same question on the command line. */
  readonly command: string
  /** How long it took in the worker, in milliseconds. */
  readonly took: Readonly<Record<'read' | 'plan' | 'view', number>>
}

/** The part of a list that is wanted. */
export interface Window {
  readonly from: number
  /** At most 200. */
  readonly count: number
  /** Rows with this text in any of their texts, whatever its case. */
  readonly filter?: string
  /** Only rows whose field at `at` (dots go into objects) is this text. */
  readonly only?: { readonly at: string; readonly is: string }
  /** By the field at `by`; rows that are equal stay in their order. */
  readonly sort?: { readonly by: string; readonly descending: boolean }
}

export interface Rows {
  readonly rows: ReadonlyArray<unknown>
  /** How many rows pass the filter. */
  readonly total: number
}

/** Something that a question can be asked about. */
export interface Found {
  /** What the question takes: `Deployment/web`, a uid where that is not enough, `image:docker.io/library/a:1`. */
  readonly word: string
  /** What people read: `Deployment shop/web`. */
  readonly label: string
}

/** What the page asks; `id` comes back with every reply. */
export type Request =
  /** Loads what a first question will need; it has no reply. */
  | { readonly id: number; readonly type: 'warm' }
  /** Takes the place of all files that were opened before. */
  | { readonly id: number; readonly type: 'open'; readonly files: ReadonlyArray<SourceFile> }
  /** Supersedes every question that is not answered yet. */
  | { readonly id: number; readonly type: 'ask'; readonly question: Question }
  /** Rows of a list of the last answer. */
  | { readonly id: number; readonly type: 'rows'; readonly list: string; readonly window: Window }
  /** What becomes of objects in every course; asked of a worker of its own, which may be ended when it takes too long. */
  | { readonly id: number; readonly type: 'follow'; readonly question: CascadeQuestion }
  /** What a question can be asked about, by a part of its name. */
  | { readonly id: number; readonly type: 'find'; readonly question: Question; readonly text: string }

/** What the worker says. */
export type Reply =
  | { readonly id: number; readonly type: 'progress'; readonly step: Step; readonly said: string }
  | {
      readonly id: number
      readonly type: 'opened'
      readonly files: ReadonlyArray<KnownFile>
      readonly problems: ReadonlyArray<Problem>
      readonly offers: ReadonlyArray<Offer>
      readonly nearly: ReadonlyArray<Nearly>
    }
  | { readonly id: number; readonly type: 'answered'; readonly answer: Answer }
  /** The files or the settings are wrong, or the component itself refuses. */
  | { readonly id: number; readonly type: 'refused'; readonly problems: ReadonlyArray<Problem> }
  /** A newer question came. */
  | { readonly id: number; readonly type: 'superseded' }
  | { readonly id: number; readonly type: 'rows'; readonly rows: Rows }
  | { readonly id: number; readonly type: 'followed'; readonly followed: FollowedView }
  | { readonly id: number; readonly type: 'found'; readonly found: ReadonlyArray<Found> }
  /** A bug in gcplan; the worker goes on. */
  | { readonly id: number; readonly type: 'broken'; readonly message: string }

export type Step = 'reading' | 'decoding' | 'planning' | 'viewing'
