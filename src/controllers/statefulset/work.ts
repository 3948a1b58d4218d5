/** One set at work: what it reads, and what it is about to do. */
import type { WholeObject } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { View } from '../controller.js'
import type { SetWhy } from './reason.js'
import type { SetSpec } from './set.js'

/** A request, and why it is sent. */
export interface Act {
  readonly request: ApiRequest
  readonly why: SetWhy
}

/** One set at work. */
export interface SetAtWork {
  readonly view: View
  readonly set: WholeObject
  readonly spec: SetSpec
  /** The revision of new pods. */
  readonly revision: string
}

/** One of its pods. */
export interface Member {
  readonly ordinal: number
  readonly pod: WholeObject
}

/** What is done about some of its pods. */
export interface Part {
  /** In order; one that fails ends all. */
  readonly acts: ReadonlyArray<Act>
  /** It has to wait for a claim that goes: for the next change of anything. */
  readonly waits: boolean
  /** When a pod will have been up for long enough. */
  readonly due?: Date | undefined
}

/** What is done now. */
export interface Sync extends Part {
  readonly toAdopt: ReadonlyArray<WholeObject>
  readonly toRelease: ReadonlyArray<WholeObject>
}
