/** Joins questions into few runs: what is asked while one is under way is answered by the next. */
import { setTimeout as pause } from 'node:timers/promises'

/** Asks in batches; nothing for a question that a run leaves out. */
export const inBatches = <A, B>(
  run: (all: ReadonlyArray<A>) => Promise<ReadonlyMap<A, B>>,
): ((one: A) => Promise<B | undefined>) => {
  const waiting: A[] = []
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<ReadonlyMap<A, B>> | undefined
  const begin = async (): Promise<ReadonlyMap<A, B>> => {
    await Promise.allSettled([running])
    // What was answered together is asked anew one by one, within a moment.
    await pause(50)
    running = next ?? running
    next = undefined
    return run(waiting.splice(0))
  }
  return async (one) => {
    waiting.push(one)
    next ??= begin()
    return (await next).get(one)
  }
}
