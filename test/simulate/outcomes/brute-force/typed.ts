/** What typed controllers can do next: hear of an event, take a key, send a request, or wait until time has passed. */
import type { Reconciled, Reconciliation } from '../../../../src/controllers/controller.js'
import { type Program, done } from '../../../../src/controllers/program.js'
import { awake, call, get } from './ask.js'
import { type Actor, type Bench, type Moment, type Reconciling, eaten } from './moment.js'
import type { Move } from './moves.js'
import { recycler } from './recycler.js'
import { sourcesOf, viewOf } from './sources.js'
import type { Texts } from './texts.js'

/** Everything that they may do next. */
export const typedMoves = (
  bench: Bench,
  texts: Texts,
  names: ReadonlyArray<string>,
): ((moment: Moment) => ReadonlyArray<Move>) => {
  const views = names.map((name) => viewOf(name, bench, texts))
  const place = (text: string): number => Number(text.slice(0, text.indexOf(' ')))
  const nameOf = (text: string): string => names[place(text)] ?? ''

  const heard = (moment: Moment, kind: string): Moment => {
    const [change] = moment.feeds.get(kind) ?? []
    if (change === undefined) return moment
    const { object } = change
    const cache = new Map(moment.caches.get(kind))
    if (change._tag === 'Deleted') cache.delete(object.metadata.uid)
    else cache.set(object.metadata.uid, object)
    const queue = new Set(moment.queue)
    const actors = moment.actors.map((actor, at): Actor => {
      const { value, past } = actor
      const next = value.fold?.({ changes: [change], finished: [], returned: [] }) ?? value
      for (const key of next.keysOf(change)) {
        if (!sourcesOf(next.name).hears.has(kind)) throw new Error(`${next.name} hears of ${kind}`)
        queue.add(`${at} ${key}`)
      }
      return next === value
        ? actor
        : { value: next, past: texts.number(`${past} ${change._tag} ${texts.ofFound(object)}`) }
    })
    const caches = new Map(moment.caches).set(kind, cache)
    return awake({ ...moment, caches, actors, queue, feeds: eaten(moment.feeds, kind) })
  }

  const ended = (moment: Moment, { id, stale, refused }: Omit<Reconciling, 'program'>, end: Reconciled<unknown>) => {
    const at = place(id)
    const actors = moment.actors.map((actor, other): Actor => {
      if (other !== at) return actor
      const next = actor.value.fold?.({ changes: [], finished: [end], returned: [] }) ?? actor.value
      return next === actor.value ? actor : { value: next, past: texts.number(`${actor.past} ${JSON.stringify(end)}`) }
    })
    const after: Moment = { ...moment, actors }
    const queued: Moment = { ...after, queue: new Set([...after.queue, id]) }
    const { again } = end
    if (refused || again?._tag === 'Retry') return queued
    if (again === undefined) return after
    if (again._tag === 'At') return { ...after, alarms: new Map(after.alarms).set(id, again.at.getTime()) }
    if (stale || after.queue.has(id)) return queued
    return {
      ...after,
      asleep: new Set([...after.asleep, id]),
      alarms: again.orAt === undefined ? after.alarms : new Map(after.alarms).set(id, again.orAt.getTime()),
    }
  }
  const goOn = (
    moment: Moment,
    own: Omit<Reconciling, 'program'>,
    begin: () => Program<Reconciled<unknown>>,
    told: string,
  ): Moment => {
    bench.moment = moment
    bench.seen = [`${own.trace}`, told]
    const program = begin()
    return program._tag === 'Done'
      ? ended(moment, own, program.result)
      : { ...moment, workers: [...moment.workers, { ...own, program, trace: texts.number(bench.seen.join(' ')) }] }
  }
  const without = (moment: Moment, text: string): Moment => ({
    ...moment,
    queue: new Set([...moment.queue].filter((other) => other !== text)),
  })
  const taken = (moment: Moment, text: string): Moment => {
    const [actor, view] = [moment.actors[place(text)], views[place(text)]]
    if (actor === undefined || view === undefined) return moment
    return goOn(
      without(moment, text),
      { id: text, trace: actor.past, stale: false, refused: false },
      () => inTurn(actor.value.reconcile(view)(text.slice(text.indexOf(' ') + 1))),
      '',
    )
  }
  const sent = (before: Moment, own: Reconciling, which: number): Moment => {
    const moment = { ...before, workers: before.workers.filter((other) => other !== own) }
    bench.moment = moment
    const asks = [own.program, ...(own.program.alternatives?.() ?? [])][which] ?? own.program
    switch (asks._tag) {
      case 'Done':
        return ended(moment, own, asks.result)
      case 'Get': {
        const answer = get(moment, asks.object)
        const told = answer._tag === 'Found' ? texts.ofFound(answer.object) : answer._tag
        return goOn(moment, own, () => asks.next(answer), told)
      }
      case 'Call': {
        const { answer, moment: after } = call(bench, moment, asks.request)
        const next = {
          ...own,
          refused: own.refused || answer._tag === 'Conflict',
          stale: own.stale || after.server !== moment.server,
        }
        return goOn(after, next, () => asks.next(answer), `${which} ${JSON.stringify(answer)}`)
      }
    }
  }
  const later = (moment: Moment): Moment => {
    const first = Math.min(...moment.alarms.values())
    const due = [...moment.alarms].flatMap(([key, at]) => (at <= first ? [key] : []))
    return {
      ...moment,
      now: Math.max(moment.now, first),
      alarms: new Map([...moment.alarms].filter(([, at]) => at > first)),
      asleep: new Set([...moment.asleep].filter((key) => !due.includes(key))),
      queue: new Set([...moment.queue, ...due]),
    }
  }

  return (moment) => {
    const moves: Move[] = [...moment.feeds.keys()].map((kind) => ({ by: 'informer', go: () => heard(moment, kind) }))
    const busy = new Set(moment.workers.map(({ id }) => id))
    for (const text of moment.queue) {
      if (busy.has(text)) continue
      moves.push({ by: nameOf(text), go: () => taken(moment, text) })
      if (nameOf(text) === recycler) moves.push({ by: 'nobody', go: () => without(moment, text) })
    }
    for (const own of moment.workers)
      for (let which = 0; which <= (own.program.alternatives?.().length ?? 0); which++)
        moves.push({ by: nameOf(own.id), go: () => sent(moment, own, which) })
    if (moment.alarms.size > 0) moves.push({ by: 'time', go: () => later(moment) })
    return moves
  }
}

/** Requests as a program that sends one after the other. */
const inTurn = (plan: Reconciliation<unknown>): Program<Reconciled<unknown>> => {
  if (!('requests' in plan)) return plan
  const from = (index: number): Program<Reconciled<unknown>> => {
    const request = plan.requests[index]
    return request === undefined
      ? done({ why: () => [plan.why], again: plan.again })
      : { _tag: 'Call', request, next: () => from(index + 1) }
  }
  return from(0)
}
