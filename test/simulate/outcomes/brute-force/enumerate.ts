/** Follows every course of a world, without any reduction, and gives the moments in which everything rests. */
import type { Scope, WholeObject } from '../../../../src/apiserver/index.js'
import { scopeTable, extendScopes } from '../../../../src/apiserver/scope.js'
import { definedScopes, isDefinition } from '../../../../src/apiserver/definition.js'
import { serverBy } from '../../../../src/apiserver/server.js'
import type { Controller } from '../../../../src/controllers/controller.js'
import { defaultPolicy } from '../../../../src/controllers/owner/index.js'
import { memoryOf } from '../../../../src/controllers/owner/memory/index.js'
import { instant } from '../../../../src/core/time.js'
import type { ExploredRequest } from '../../../../src/simulate/outcomes/index.js'
import { askedByUser } from './ask.js'
import { collectorMoves } from './collector.js'
import { restingGroups } from './groups.js'
import { type Bench, type Moment, kindOf } from './moment.js'
import type { Move } from './moves.js'
import { sourcesOf } from './sources.js'
import { emptyTexts } from './texts.js'
import { typedMoves } from './typed.js'

/** What is enumerated. */
export interface Question {
  readonly at: Date
  readonly scopes: ReadonlyArray<Scope>
  readonly objects: ReadonlyArray<WholeObject>
  readonly requests: ReadonlyArray<ExploredRequest>
  readonly controllers: ReadonlyArray<Controller<unknown>>
  /** No more moments than this. */
  readonly limit: number
}

/** One way in which everything comes to rest. */
export interface RestingEnd {
  readonly codes: ReadonlyArray<number>
  readonly objects: ReadonlyArray<WholeObject>
}

/** All ends, how many moments there were, and who has changed something on the way. */
export interface Enumeration {
  readonly ends: ReadonlyArray<RestingEnd>
  readonly moments: number
  readonly atWork: ReadonlySet<string>
}

/** Every end; nothing where there are more moments than the limit. */
export const enumerate = ({ at, scopes, objects, requests, controllers, limit }: Question): Enumeration | undefined => {
  const texts = emptyTexts()
  const heardOf = new Set(controllers.flatMap(({ name }) => [...sourcesOf(name).hears.keys()]))
  const served = extendScopes(objects.filter(isDefinition).flatMap(definedScopes))(scopeTable(scopes))
  const server = serverBy({
    now: () => instant(bench.moment.now),
    scopes: served,
    // As many as there were changes of the object, so that no change is undone by another.
    versionOf: (_change, { metadata: { uid } }) =>
      `${Number(bench.writes.find(uid)?.metadata.resourceVersion ?? '0') + 1}`,
    definitionSeen: (definition) =>
      bench.moment.caches.get(kindOf(definition))?.get(definition.metadata.uid) ?? definition,
  })(objects.map((object) => ({ ...object, metadata: { ...object.metadata, resourceVersion: '1' } })))
  const listed = server.list()
  const first: Moment = {
    server,
    now: at.getTime(),
    codes: [],
    graph: memoryOf(defaultPolicy)(listed),
    graphFeeds: new Map(),
    found: [],
    attempts: [],
    caches: new Map(
      [...heardOf].map((kind) => [
        kind,
        new Map(listed.flatMap((object) => (kindOf(object) === kind ? [[object.metadata.uid, object]] : []))),
      ]),
    ),
    feeds: new Map(),
    actors: controllers.map((value) => ({ value, past: 0 })),
    queue: new Set(
      listed.flatMap((object) =>
        controllers.flatMap((one, place) => one.keysOf({ _tag: 'Added', object }).map((key) => `${place} ${key}`)),
      ),
    ),
    workers: [],
    asleep: new Set(),
    alarms: new Map(),
  }
  const bench: Bench = { moment: first, writes: server, seen: [] }
  const collector = collectorMoves(bench, texts)
  const typed = typedMoves(
    bench,
    texts,
    controllers.map(({ name }) => name),
  )
  const atWork = new Set<string>()
  let left = limit

  const search = (
    begin: ReadonlyArray<Moment>,
    asked: ReadonlyArray<ExploredRequest>,
  ): ReadonlyArray<Moment> | undefined => {
    const numbers = new Map<string, number>()
    const moments: Moment[] = []
    const next: number[][] = []
    const numberOf = (moment: Moment): number => {
      const text = texts.ofMoment(moment)
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, moments.length)
      moments.push(moment)
      return moments.length - 1
    }
    begin.forEach(numberOf)
    for (let number = 0; number < moments.length; number++) {
      if (moments.length > left) return undefined
      const moment = moments[number] ?? first
      const request = asked[moment.codes.length]
      const moves: ReadonlyArray<Move> = [
        ...(request === undefined ? [] : [{ by: 'user', go: () => askedByUser(bench, moment, request).moment }]),
        ...collector(moment),
        ...typed(moment),
      ]
      next.push(
        moves.map(({ by, go }) => {
          const after = go()
          if (after.server !== moment.server && by !== 'user') atWork.add(by)
          return numberOf(after)
        }),
      )
    }
    left -= moments.length
    return restingGroups(next).flatMap((group) => group.flatMap((number) => moments[number] ?? []))
  }

  const settled = search([first], [])
  atWork.clear()
  const rested = settled === undefined ? undefined : search(settled, requests)
  if (rested === undefined) return undefined
  return {
    ends: rested.map(({ codes, server: last }) => ({ codes, objects: last.list() })),
    moments: limit - left,
    atWork,
  }
}
