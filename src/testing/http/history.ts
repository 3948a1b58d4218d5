/** The changes that a server remembers: those since a version, and what was there at a version. */
import type { ApiState, Change, Entries, History, Link } from './state.js'

/** The history with one more change, after which these entries are there. */
export const remembering = (history: History, change: Change, entries: Entries): History => ({
  ...history,
  newer: { change, entries, next: history.newer },
  count: history.count + 1,
})

/** The state without the older half of its changes, once the newer half is long enough. */
export const trimmed = (state: ApiState): ApiState => {
  const { history, rules } = state
  const { newer, older, count } = history
  if (newer === undefined || count < rules.remembers) return state
  return {
    ...state,
    history: {
      newer: undefined,
      count: 0,
      older: newer,
      floor: older === undefined ? history.floor : older.change.revision,
      entries: older === undefined ? history.entries : older.entries,
    },
  }
}

/** The state without any change that it remembers, as after a compaction: whoever asks for an earlier version is too late. */
export const compacted = (state: ApiState): ApiState => ({
  ...state,
  history: { newer: undefined, count: 0, older: undefined, floor: state.revision, entries: state.entries },
})

/** The changes after a version, in order; undefined where some of them are forgotten. */
export const changesSince = ({ history }: ApiState, revision: number): ReadonlyArray<Change> | undefined => {
  if (revision < history.floor) return undefined
  const changes: Change[] = []
  const take = (from: Link | undefined): void => {
    for (let link = from; link !== undefined && link.change.revision > revision; link = link.next)
      changes.push(link.change)
  }
  take(history.newer)
  take(history.older)
  return changes.reverse()
}

/** What was there at a version; undefined where that is forgotten. */
export const entriesAt = (state: ApiState, revision: number): { readonly entries: Entries } | undefined => {
  const { history } = state
  if (revision >= state.revision) return state
  if (revision < history.floor) return undefined
  for (const half of [history.newer, history.older])
    for (let link = half; link !== undefined; link = link.next) if (link.change.revision <= revision) return link
  return history
}
