/** A cascade as an interface shows it before the request is sent: plain JSON, every text safe to show. */
import type { Actor } from '../../simulate/cascade/actor.js'
import type { DataVerdict } from '../../simulate/consequence/data.js'
import type { Edit } from '../../simulate/cascade/edit.js'
import type { CascadeChange, CascadeReason, Blocker, End, Race, RacingEnd } from '../../simulate/cascade/reason.js'
import type { Unknown } from '../../simulate/cascade/unknown.js'
import type { Graph } from '../graph.js'
import type { TargetView } from '../target.js'

/**
 * The gravest thing to say of a cascade, from the worst on. `refused`: the API server rejects every request and nothing
 * goes. `loses`: data is lost. `never`: something never ends without an edit. `unknown`: the lists do not show what
 * decides. `waits`: it ends only when others act. `harmless`: objects go, and no data with them. `nothing`: nothing changes.
 */
export type Tone = 'refused' | 'loses' | 'never' | 'unknown' | 'waits' | 'harmless' | 'nothing'

/** A request, and what the API server answers. */
export interface RequestView {
  /** E.g. `delete Pod shop/web-0 with policy Background`. */
  readonly said: string
  /** E.g. `200, it is gone at once`; null where nobody answers. */
  readonly answer: string | null
  /** The code of the answer; null where nobody answers. */
  readonly code: number | null
  readonly isRefused: boolean
}

/** What happens to one object at once. */
export interface ChangeView {
  readonly what: CascadeChange['_tag']
  /** As a verb, e.g. `is removed`. */
  readonly said: string
  readonly target: TargetView
  /** One for each reason; the first decides. */
  readonly sentences: ReadonlyArray<string>
  /** Tags of the reasons, in the order of the sentences. */
  readonly reasons: ReadonlyArray<CascadeReason['_tag']>
}

/** What happens side by side. */
export interface WaveView {
  /** `requests`, `collector`, `kubelets`, `namespace-controller`, or the name of another controller. */
  readonly by: string
  /** The earliest time at which it can be. */
  readonly at: string
  /** From the requests on. */
  readonly afterMillis: number
  /** Who and when, e.g. `collector, after 5 s`. */
  readonly said: string
  readonly changes: ReadonlyArray<ChangeView>
}

/** One line about an object. */
export interface Line {
  readonly target: TargetView
  readonly said: string
}

/** What becomes of the data of a claim, a volume or a volume snapshot. */
export interface DataLine extends Line {
  readonly verdict: DataVerdict['verdict']
  /** Its capacity; null where nothing is said. */
  readonly bytes: number | null
}

/** A finalizer that somebody outside Kubernetes removes. */
export interface WaitLine extends Line {
  readonly finalizer: string
  /** Who takes it off; null where no row knows it. */
  readonly party: string | null
  /** What it needs is gone, or goes along: it may stay for ever. */
  readonly isHopeless: boolean
}

/** What never goes by itself; said is the edit that ends it, as an order. */
export interface NeverLine extends Line {
  readonly edit: Edit['_tag']
}

/** What somebody makes again. */
export interface ComesBackLine extends Line {
  /** Null where every namespace has one. */
  readonly maker: TargetView | null
}

/** What loses its owner and stays. */
export interface LeftLine extends Line {
  readonly by: TargetView
}

/** What stays because it has other owners. */
export interface KeptLine extends Line {
  readonly owners: ReadonlyArray<{ readonly id: string; readonly kind: string; readonly name: string }>
}

/** What should go and does not; said names it. */
export interface StuckLine extends Line {
  /** What holds it. */
  readonly sentences: ReadonlyArray<string>
  readonly reasons: ReadonlyArray<Blocker['_tag']>
}

/** Objects that own each other in a circle. */
export interface CircleLine {
  readonly targets: ReadonlyArray<TargetView>
  readonly said: string
}

/** What may come otherwise. */
export interface RaceLine {
  readonly said: string
  readonly reason: Race['_tag']
  /** How objects may end; empty where the race tells of none. */
  readonly ends: ReadonlyArray<{
    readonly target: TargetView
    readonly planned: End
    readonly otherwise: RacingEnd['otherwise']
  }>
}

/** What the snapshot does not tell. */
export interface UnknownLine {
  readonly said: string
  readonly reason: Unknown['_tag']
}

/** A group whose server goes. */
export interface LostGroupLine {
  readonly said: string
  readonly service: string
}

/** A part of what follows, with its title; empty where there is nothing to say. */
export interface Section<L> {
  readonly title: string
  readonly lines: ReadonlyArray<L>
}

/** What follows besides the waves, in the order in which it is read. */
export interface CascadeSections {
  readonly data: Section<DataLine>
  readonly waits: Section<WaitLine>
  readonly never: Section<NeverLine>
  readonly later: Section<Line>
  readonly comesBack: Section<ComesBackLine>
  /** What the conditions of terminating namespaces say in the end. */
  readonly conditions: Section<Line>
  readonly leftBehind: Section<LeftLine>
  readonly keptByOthers: Section<KeptLine>
  readonly stuck: Section<StuckLine>
  readonly circles: Section<CircleLine>
  readonly races: Section<RaceLine>
  readonly unknown: Section<UnknownLine>
  readonly lostGroups: Section<LostGroupLine>
}

/** Who has to act before what is stuck ends. */
export interface NextAct {
  readonly who: Actor['_tag']
  readonly said: string
}

/** Every object of the snapshot once. */
export interface CascadeTotals {
  readonly gone: number
  readonly terminating: number
  readonly changed: number
  /** What goes once the pods of its namespace are gone. */
  readonly later: number
  readonly others: number
  /** E.g. `2 gone, 0 still being deleted, 1 changed, 3 others`. */
  readonly said: string
}

/** What follows from requests. Instants are RFC 3339 in UTC. */
export interface CascadeView {
  /** When the requests come. */
  readonly at: string
  readonly tone: Tone
  /** The sentences to read before the requests are sent; never empty. */
  readonly headline: readonly [string, ...string[]]
  readonly requests: ReadonlyArray<RequestView>
  /** What controllers do without any request; it comes first. */
  readonly pending: ReadonlyArray<WaveView>
  readonly waves: ReadonlyArray<WaveView>
  readonly sections: CascadeSections
  /** Each once, in the order of what is stuck. */
  readonly next: ReadonlyArray<NextAct>
  readonly totals: CascadeTotals
  /** Objects that the cascade touches, and their owners; null without a snapshot. */
  readonly graph: Graph | null
  /** False where the simulation reached its limit of attempts. */
  readonly isQuiet: boolean
}
