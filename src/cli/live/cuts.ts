/** Says which watches were cut, and when all of them are heard of again. */
import { type ServedKind, type WatchTold, sayCallError } from '../../adapters/kubernetes/index.js'
import { pause } from '../../execute/index.js'
import { millis } from '../../index.js'
import type { Acting } from '../world.js'

/** Where one server goes away, all watches are cut, but not in the same instant. */
const gathering = millis(1000)

/** So many kinds are named. */
const named = 4

/** Tells of cuts that come together in one note, and in another that all is well again. */
export const cutTeller = ({ clock, signal, note }: Pick<Acting, 'clock' | 'signal' | 'note'>): Required<WatchTold> => {
  const silent = new Set<string>()
  let untold = new Map<string, string>()
  const tellWell = (): void => {
    if (silent.size === 0) note('all watches are heard of again')
  }
  const tellCuts = async (): Promise<void> => {
    await pause(clock, gathering, signal)
    const cuts = untold
    untold = new Map()
    if (signal.aborted) return
    note(sayCuts(cuts))
    tellWell()
  }
  return {
    onCut: (kind, error) => {
      silent.add(keyOf(kind))
      untold.set(kind.resource, sayCallError(error))
      if (untold.size === 1) void tellCuts()
    },
    onHeard: (kind) => {
      silent.delete(keyOf(kind))
      if (untold.size === 0) tellWell()
    },
  }
}

const keyOf = ({ apiVersion, resource }: ServedKind): string => `${apiVersion} ${resource}`

const sayCuts = (cuts: ReadonlyMap<string, string>): string => {
  const names = [...cuts.keys()].sort()
  const [why = ''] = cuts.values()
  const more = names.length > named ? ` and ${names.length - named} more` : ''
  return `the watch was cut (${why}): ${names.slice(0, named).join(', ')}${more}; it is opened anew, until then changes are seen late`
}
