/** What guards of a cluster may refuse: their settings, those that hold where nobody can read them, and where they are kept. */
import { protectedKinds, systemNamespaces } from 'gcplan/guard'

/** Where the guards of a cluster are kept. */
export const guardsAt = { namespace: 'gcplan', name: 'guards' } as const

/** How that ConfigMap is named in sentences. */
export const guardsName: string = `ConfigMap ${guardsAt.namespace}/${guardsAt.name}`

/** A label, whatever its value or with this one. */
export interface LabelRule {
  readonly label: string
  readonly value?: string | undefined
}

/** What is refused. */
export interface GuardSettings {
  /** Deletions that touch these namespaces. */
  readonly namespaces: ReadonlyArray<string>
  /** Deletions with which an object of these kinds goes. */
  readonly kinds: ReadonlyArray<string>
  /** Deletions with which an object with one of these labels goes. */
  readonly labels: ReadonlyArray<LabelRule>
  /** Deletions with which more objects go; absent: no limit. */
  readonly maxObjects?: number | undefined
  /** Whether data may be lost, or may be for all that is known. */
  readonly dataLoss: Allowed
  /** Whether something may be left that never goes without an edit. */
  readonly endless: Allowed
  /** Whether it may be unknown what else goes. */
  readonly unknown: Allowed
}

/** Whether a thing passes. */
export type Allowed = 'allow' | 'refuse'

/** What an empty ConfigMap says: nothing is refused. */
export const noSettings: GuardSettings = {
  namespaces: [],
  kinds: [],
  labels: [],
  dataLoss: 'allow',
  endless: 'allow',
  unknown: 'allow',
}

/** What holds while the guards of a cluster cannot be read: whatever they may protect. */
export const strictSettings: GuardSettings = {
  namespaces: systemNamespaces,
  kinds: protectedKinds,
  labels: [],
  maxObjects: 20,
  dataLoss: 'refuse',
  endless: 'refuse',
  unknown: 'refuse',
}

/** The guards of a cluster. */
export type ClusterGuards =
  /** They have not come yet. */
  | { readonly _tag: 'Awaited' }
  /** There is no such ConfigMap: nothing is refused. */
  | { readonly _tag: 'None' }
  | { readonly _tag: 'Set'; readonly settings: GuardSettings }
  /** They may be there; the strict settings hold. Why, and each problem with its place. */
  | { readonly _tag: 'Unreadable'; readonly because: string; readonly problems: ReadonlyArray<string> }

/** The settings that hold. */
export const settingsIn = (guards: ClusterGuards): GuardSettings => {
  switch (guards._tag) {
    case 'None':
      return noSettings
    case 'Set':
      return guards.settings
    case 'Awaited':
    case 'Unreadable':
      return strictSettings
  }
}
