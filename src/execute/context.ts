/** The settings and callbacks that all parts of an execution share. */
import type { Admit } from '../core/admission.js'
import type { Family, Pass } from '../core/plan.js'
import { type Caller, errorOrFault } from './call.js'
import type { CallFault } from './fault.js'
import type { Options, Progress } from './options.js'

/** What carries out decisions; `E` is what failures leave in the report. */
export interface Context<F extends Family, Err, E> {
  readonly caller: Caller<F['Action'], Err, E>
  readonly admit?: Admit<F> | undefined
  /** How many decisions of a pass may be under way at once. */
  readonly concurrencyOf: (pass: Pass<F>) => number
  /** Reports progress. */
  readonly tell: (progress: Progress<F, E>) => void
}

/** The context that options describe; `More` is what else may stand in its reports. */
export const contextOf = <F extends Family, Err, More = never>(
  options: Omit<Options<F, Err>, 'look'>,
): Context<F, Err, Err | CallFault | More> => {
  const { perform, clock, classify, retry, deadline, signal, admit, concurrency = 1, onProgress } = options
  return {
    caller: { perform, clock, classify, retry, deadline, signal, errorOf: errorOrFault },
    admit,
    concurrencyOf: (pass) => (isOneByOne(pass) ? 1 : limitOf(concurrency, pass.name)),
    tell: onProgress === undefined ? ignore : (progress) => unharmed(onProgress, progress),
  }
}

/** The context that makes each call once. If a port throws, the report holds what it threw in place of an error. */
export const plainContext = <F extends Family, Err>(perform: Options<F, Err>['perform']): Context<F, Err, Err> => ({
  caller: {
    perform,
    errorOf: (failure) => {
      if (failure._tag === 'Answered') return failure.error
      // The port breaks its own type; nothing better is known of its error.
      return (failure.fault._tag === 'PortThrew' ? failure.fault.thrown : failure.fault) as Err
    },
  },
  concurrencyOf: () => 1,
  tell: ignore,
})

/** A pass that may end early must not run removals concurrently: it could remove more than it needs. */
const isOneByOne = <F extends Family>({ goal, onFailure }: Pass<F>): boolean =>
  goal._tag === 'FreeBytes' || onFailure === 'stop'

const limitOf = (concurrency: number | ((pass: string) => number), pass: string): number => {
  try {
    const limit = Math.floor(typeof concurrency === 'number' ? concurrency : concurrency(pass))
    return limit >= 1 ? limit : 1
  } catch {
    return 1
  }
}

const ignore = (): void => undefined

const unharmed = <A>(tell: (news: A) => void, news: A): void => {
  try {
    tell(news)
  } catch {
    // A progress callback that throws must not change the run.
  }
}
