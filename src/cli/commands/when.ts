/** `gcplan when`: what the collectors of a control plane will collect, and when, if nothing else changes. */
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { millisecondsInDay } from 'date-fns/constants'
import { isAfter } from 'date-fns/isAfter'
import { either as E, function as F, option as O } from 'fp-ts'

import * as ControlPlane from '../../simulate/control-plane/index.js'
import { millis } from '../../index.js'
import type { Command, Flag, FlagGroup } from '../command.js'
import { all, present } from '../fp.js'
import { type ControlPlaneInputs, controlPlaneFlags, controlPlaneIn } from '../kubernetes/control-plane.js'
import { exitCodeOf, printTimeline } from '../kubernetes/timeline.js'
import type { TimelineReport } from '../../view/index.js'
import { eventEnds } from '../kubernetes/event-ends.js'
import { eventFlags } from '../kubernetes/policies.js'
import { sayProblems } from '../plan/errors.js'
import { amendingOnlyFlag, listedDecisions, outputFlags, outputFormat } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { saidRules } from '../release/chosen.js'
import { answering } from '../sources.js'
import { days, instant, optional } from '../values.js'

const forFlag: Flag = { name: 'for', value: 'DURATION', about: 'how far to look ahead, e.g. 1h or 7d (default 24h)' }

const podGcFlag: Flag = {
  name: 'pod-gc-at',
  value: 'TIME',
  about: 'time of a pod GC run; the others follow every 20 s (default: when the lists were taken)',
}

const onlyFlag: Flag = {
  ...amendingOnlyFlag,
  about: 'list only what is removed, or only what is changed: remove, amend; json and yaml list all',
}

const whenOutputFlags: FlagGroup = { ...outputFlags, flags: [onlyFlag, ...outputFlags.flags] }

/** The command. */
export const when: Command = {
  words: ['when'],
  summary: 'what the controllers will delete in the next hours or days, and when',
  usage: '[FLAGS] [FILES]',
  about: [
    'Simulates the time ahead. Assumes that every request succeeds and nobody else acts: nothing is created or changed, no pod finishes, external finalizers stay.',
    'Takes the input and policies of gcplan plan kubernetes. For Events it says when the API server drops them.',
  ],
  groups: [{ heading: 'Simulation', flags: [forFlag, podGcFlag] }, ...controlPlaneFlags, eventFlags, whenOutputFlags],
  examples: [
    'kubectl get all,cm,secrets,nodes,ns -A -o json | gcplan when -A --for 1h',
    'gcplan when cluster.json -A --at 2026-01-01T12:00:00Z --lifecycle policy.yaml -o table',
  ],
  exitCodes: { 0: 'nothing is deleted in that time', 2: 'something is deleted in that time', 3: null },
  prepare: (given) =>
    answering(
      all({
        format: outputFormat(given),
        span: optional(days)(given, forFlag.name),
        podGc: optional(instant)(given, podGcFlag.name),
        only: listedDecisions(given, ['remove', 'amend']),
      }),
      // The other commands about a control plane name it.
      controlPlaneIn(given, [...given.values('file'), ...given.files.slice(given.files[0] === 'kubernetes' ? 1 : 0)]),
      (environment, plane, { format, span, podGc, only }) => {
        const until = addMilliseconds(plane.snapshot.at, O.getOrElse(() => millis(millisecondsInDay))(span))
        return F.pipe(
          timelineOf(plane, podGc, until),
          E.map((report) => {
            const listed = { ...report, ...only }
            return resultOf(
              printTimeline(format, environment, saidRules(plane.chosen))(listed),
              plane.notes,
              exitCodeOf(listed),
            )
          }),
        )
      },
    ),
}

const timelineOf = (
  { snapshot, policies, lists, eventTtl }: ControlPlaneInputs,
  podGc: O.Option<Date>,
  until: Date,
): E.Either<string, TimelineReport> => {
  const usual = ControlPlane.scheduleOf(policies)
  const schedule = { ...usual, pod: { ...usual.pod, ...present({ from: podGc }) } }
  return F.pipe(
    all({
      timeline: F.pipe(ControlPlane.timeline(policies, schedule)(snapshot, until), E.mapLeft(sayProblems('snapshot'))),
      ends: eventEnds(eventTtl, lists),
    }),
    E.map(({ timeline, ends }) => ({
      from: snapshot.at,
      until,
      timeline,
      events: ends.filter(({ earliest, latest }) => !isAfter(earliest, until) && isAfter(latest, snapshot.at)),
    })),
  )
}
