/** Watches what nobody uses on a cluster until interrupted. */
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import { type WatchedCluster, changesOf, sayCallError, watchCluster } from '../../adapters/kubernetes/index.js'
import { covers } from '../../apiserver/index.js'
import { emptyMemory } from '../../controllers/lifecycle/index.js'
import { type Millis, millis } from '../../index.js'
import { safeJson } from '../../render/index.js'
import type * as ControlPlane from '../../simulate/control-plane/index.js'
import type { Result } from '../command.js'
import { releaseRules } from '../kubernetes/policy.js'
import { type UnusedObject, type UseAsked, type UseFound, unusedObjects } from '../kubernetes/unused-objects.js'
import { unusedDocument, unusedText } from '../kubernetes/unused-report.js'
import type { Format } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import type { Chosen } from '../release/chosen.js'
import { choiceForServer } from '../release/stated.js'
import type { Acting, OpenCluster } from '../world.js'
import { cutTeller } from './cuts.js'
import { undiscoveredNotes, unlistedNotes } from './read.js'
import { versionsOf } from './versions.js'

/** What was asked for. */
interface Asked {
  readonly use: UseAsked
  readonly format: Format
  /** What flags choose. */
  readonly release: Chosen
  /** The policies of the other collectors, under the rules of a release. */
  readonly policiesUnder: (rules: ControlPlane.ReleaseRules) => E.Either<string, ControlPlane.Policies>
}

/** Swarms of changes, such as those of a rollout, are looked at once. */
const settling = millis(2000)

/** What no change tells of, such as a kind that can be listed again, is seen after this time. */
const longestWait = 30_000

/** Prints what nobody uses, again and again when that changes. */
export const watchUnusedOn =
  (acting: Acting, asked: Asked) =>
  (cluster: OpenCluster): Promise<E.Either<string, Result>> => {
    const { clock, signal, note } = acting
    return F.pipe(
      TE.fromTask(versionsOf(cluster, signal)),
      TE.chainEitherK((stated) => {
        const { chosen, notes } = choiceForServer(asked.release, stated)
        for (const one of notes) note(one)
        return F.pipe(releaseRules(chosen), E.flatMap(asked.policiesUnder))
      }),
      TE.bindTo('policies'),
      TE.bind('watched', () =>
        F.pipe(
          watchCluster(cluster, { clock, signal, ...cutTeller(acting) }),
          TE.mapLeft((error) => `${cluster.context}: ${sayCallError(error)}`),
        ),
      ),
      TE.chainTaskK(({ policies, watched }) => async () => {
        await follow(acting, asked, policies, watched)
        watched.stop()
        return ended
      }),
      // An interrupt ends it in order, however far it has come.
      TE.orElse((message) => (signal.aborted ? TE.of(ended) : TE.left(message))),
    )()
  }

const ended = resultOf('', [], 0)

/** One look after the other, until the signal. */
const follow = async (
  { clock, signal, print, note }: Acting,
  { use, format }: Asked,
  policies: ControlPlane.Policies,
  watched: WatchedCluster,
): Promise<void> => {
  const find = unusedObjects(use)
  const changes = changesOf(watched, { clock, signal })
  let marks = emptyMemory
  let said: ReadonlySet<string> = new Set()
  let answer = ''
  while (!signal.aborted) {
    const snapshot = watched.snapshot()
    const found = find({ snapshot, policies }, marks)
    const notes = [...notesOn(watched), ...(E.isLeft(found) ? [found.left] : [])]
    for (const one of notes) if (!said.has(one)) note(one)
    said = new Set(notes)
    if (E.isRight(found)) {
      const { objects } = found.right
      const now = JSON.stringify(objects)
      if (now !== answer) print(report(format, objects, snapshot.at))
      answer = now
      marks = found.right.marks
    }
    await changes.next(settling, waitAfter(found, clock.now()))()
  }
  changes.stop()
}

/** What is not known now; what was listed before is known, however late. */
const notesOn = (watched: WatchedCluster): ReadonlyArray<string> => {
  const isCovered = covers(watched.coverage())
  return [
    ...unlistedNotes(watched.unlisted().filter(({ kind }) => !isCovered(kind.apiVersion, kind.kind))),
    ...undiscoveredNotes(watched.discovered().undiscoveredGroups),
  ]
}

const report = (format: Format, objects: ReadonlyArray<UnusedObject>, at: Date): string =>
  format === 'json'
    ? safeJson(unusedDocument(objects, at))
    : `${at.toISOString()}\n${unusedText(format)(objects).trimEnd()}`

/** Until the answer changes by itself, but no longer than the longest wait. */
const waitAfter = (found: E.Either<string, UseFound>, now: Date): Millis => {
  const due = E.isRight(found) ? found.right.wakeAt : O.none
  const span = O.isSome(due) ? due.value.getTime() - now.getTime() : longestWait
  return millis(Math.min(longestWait, Math.max(1000, span)))
}
