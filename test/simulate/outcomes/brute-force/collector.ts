/** What the owner collector can do next; its decisions are its own, the order is anybody's. */
import { defaultPolicy } from '../../../../src/controllers/owner/index.js'
import type { Program } from '../../../../src/controllers/owner/memory/api-requests.js'
import { attemptWorkIn } from '../../../../src/controllers/owner/memory/work.js'
import {
  type Attempt,
  type Work,
  foldAttempt,
  itemsToDelete,
  itemsToOrphan,
  observe,
  returnWork,
  takeWork,
} from '../../../../src/controllers/owner/memory/index.js'
import { viewOf } from '../../../../src/controllers/owner/memory/state.js'
import { done } from '../../../../src/controllers/program.js'
import { call, get } from './ask.js'
import { type Attempting, type Bench, type Moment, eaten } from './moment.js'
import type { Move } from './moves.js'
import type { Texts } from './texts.js'

/** Everything that it may do next. */
export const collectorMoves = (bench: Bench, texts: Texts): ((moment: Moment) => ReadonlyArray<Move>) => {
  const graph = () => viewOf(bench.moment.graph)
  const attempt = attemptWorkIn(defaultPolicy, {
    find: (apiVersion, kind) => bench.moment.server.scopes.find(apiVersion, kind),
    get scopes() {
      return bench.moment.server.scopes.scopes
    },
  })({
    node: (uid) => {
      const node = graph().node(uid)
      bench.seen.push(texts.ofNode(node))
      return node
    },
    dependents: (node) => {
      const dependents = graph().dependents(node)
      bench.seen.push(`[${dependents.map(texts.ofNode).join()}]`)
      return dependents
    },
    isKnownAbsent: (reference, namespace) => {
      const known = graph().isKnownAbsent(reference, namespace)
      bench.seen.push(`${known}`)
      return known
    },
  })

  const ended = (moment: Moment, work: Work, { virtualDelete, ...attempted }: Attempt<unknown>): Moment => {
    const folded = foldAttempt({ ...attempted, virtualDelete: undefined })(moment.graph)
    return {
      ...moment,
      graph: attempted.queueAction === 'requeue' ? returnWork(work)(folded) : folded,
      found: virtualDelete === undefined ? moment.found : [...moment.found, virtualDelete],
    }
  }
  const goOn = (
    moment: Moment,
    { id, work, trace }: Omit<Attempting, 'program'>,
    begin: () => Program<unknown, Attempt<unknown>>,
    told: string,
  ): Moment => {
    bench.moment = moment
    bench.seen = [`${trace}`, told]
    const program = begin()
    return program._tag === 'Done'
      ? ended(moment, work, program.result)
      : {
          ...moment,
          attempts: [...moment.attempts, { id, work, program, trace: texts.number(bench.seen.join(' ')) }],
        }
  }
  const taken = (moment: Moment, work: Work): Moment =>
    goOn(
      { ...moment, graph: takeWork(work)(moment.graph) },
      { id: work.item.uid, work, trace: 0 },
      () => attempt<unknown, Attempt<unknown>>(work, done),
      '',
    )
  const sent = (before: Moment, own: Attempting, which: number): Moment => {
    const moment = { ...before, attempts: before.attempts.filter((other) => other !== own) }
    bench.moment = moment
    const asks = [own.program, ...(own.program.alternatives?.() ?? [])][which] ?? own.program
    switch (asks._tag) {
      case 'Done':
        return ended(moment, own.work, asks.result)
      case 'Get': {
        const answer = get(moment, asks.object)
        if (answer._tag === 'Failed') throw new Error('no lookup fails')
        const told = answer._tag === 'Found' ? texts.ofFound(answer.object) : answer._tag
        return goOn(moment, own, () => asks.next(answer), told)
      }
      case 'Call': {
        const { answer, moment: after } = call(bench, moment, asks.request)
        return goOn(after, own, () => asks.next(answer), `${which} ${JSON.stringify(answer)}`)
      }
    }
  }

  return (moment) => {
    const { graph: memory, graphFeeds, found, attempts } = moment
    const moves: Move[] = [...graphFeeds].map(([kind, [change]]) => ({
      by: 'owner-collector',
      go: () => ({
        ...moment,
        graphFeeds: eaten(graphFeeds, kind),
        graph: change === undefined ? memory : observe(defaultPolicy)(change)(memory),
      }),
    }))
    found.forEach((identity, place) => {
      moves.push({
        by: 'owner-collector',
        go: () => ({
          ...moment,
          found: found.filter((_, other) => other !== place),
          graph: observe(defaultPolicy)({ _tag: 'FoundAbsent', identity })(memory),
        }),
      })
    })
    const works = [
      ...itemsToDelete(memory).map((item): Work => ({ _tag: 'Delete', item })),
      ...itemsToOrphan(memory).map((item): Work => ({ _tag: 'Orphan', item })),
    ]
    for (const work of works) {
      const isBusy = attempts.some(
        ({ work: other }) => other._tag === work._tag && other.item.serial === work.item.serial,
      )
      if (!isBusy) moves.push({ by: 'owner-collector', go: () => taken(moment, work) })
    }
    for (const own of attempts)
      for (let which = 0; which <= (own.program.alternatives?.().length ?? 0); which++)
        moves.push({ by: 'owner-collector', go: () => sent(moment, own, which) })
    return moves
  }
}
