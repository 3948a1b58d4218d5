/** Why an object is still here, as an interface shows it: plain JSON, every text safe to show. */
import type { Blocker } from '../../simulate/cascade/reason.js'
import type { Diagnosis } from '../../simulate/cascade/diagnose.js'
import type { Edit } from '../../simulate/cascade/edit.js'
import type { NextAct, WaitLine } from '../cascade/model.js'
import type { TargetView } from '../target.js'

/** A sentence, and the tag of the fact that it says. */
export interface Sentence<Tag extends string = string> {
  readonly said: string
  readonly reason: Tag
}

/** An object that holds the one that is asked about, and what holds it. */
export interface BehindView {
  readonly target: TargetView
  readonly holds: ReadonlyArray<Sentence<Blocker['_tag']>>
}

/** A change by hand. */
export interface EditView {
  readonly edit: Edit['_tag']
  /** As an order, e.g. `remove the finalizer example.com/x from Pod shop/web-0`. */
  readonly said: string
  /** True where it never ends without; false where whoever ought to act may still do so, and the edit leaves undone what it would do. */
  readonly isNeeded: boolean
}

/** What the controller of a namespace or a definition reports. */
export interface ReportView {
  readonly type: string
  /** Null where that is not recorded. */
  readonly since: string | null
  readonly message: string
  readonly said: string
}

/** A namespace that is being deleted. */
export interface NamespaceView {
  readonly reported: ReadonlyArray<ReportView>
  /** Pods that are left; while one is, nothing else is deleted. */
  readonly pods: ReadonlyArray<TargetView>
  /** Finalizers on its content, and on how many objects. */
  readonly finalizers: ReadonlyArray<{ readonly finalizer: string; readonly objects: number; readonly said: string }>
  /** When its controller looks next. */
  readonly nextSweep: string
}

/** A CustomResourceDefinition that is being deleted. */
export interface DefinitionView {
  readonly reported: ReadonlyArray<ReportView>
  /** When the API server looks for instances next. */
  readonly nextLook: string
}

/** Why an object is still here, and who acts next. */
export interface DiagnosisView {
  readonly target: TargetView
  readonly state: Diagnosis['state']
  /** E.g. `Pod shop/web-0 is stuck`. */
  readonly said: string
  /** Why the collector keeps it, deletes it or changes it; what it waits for is among what holds it. */
  readonly why: ReadonlyArray<Sentence>
  /** What holds it while it is being deleted. */
  readonly holds: ReadonlyArray<Sentence<Blocker['_tag']>>
  /** What holds it through others, nearest first. */
  readonly behind: ReadonlyArray<BehindView>
  /** Finalizers on it and on what is behind it that Kubernetes does not remove. */
  readonly waits: ReadonlyArray<WaitLine>
  /** Whoever has to act first comes first. */
  readonly next: readonly [NextAct, ...NextAct[]]
  /** Edits by hand that would end it; those that are needed come first. */
  readonly edits: ReadonlyArray<EditView>
  /** Null for anything but a namespace that is being deleted. */
  readonly namespace: NamespaceView | null
  /** Null for anything but a definition that is being deleted. */
  readonly definition: DefinitionView | null
}
