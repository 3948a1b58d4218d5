/** A whole program from controllers: they run while it leads, and are seen from outside. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { thrownText } from '../../core/thrown.js'
import { type Metric, addMetrics } from '../../document/index.js'
import {
  type CallError,
  type Client,
  type Leadership,
  type Reconciler,
  type RunOptions,
  runControllers,
} from '../kubernetes/index.js'
import type { Closed, ServingError } from '../serving/index.js'
import { type ProgramOptions, type TellReady, leadAndServe } from './lead-and-serve.js'

/** How the controllers run, and how their program serves and leads. */
export interface RunProgramOptions extends ProgramOptions, Pick<RunOptions, 'kinds' | 'admits' | 'dryRun'> {}

/**
 * Runs controllers as a program: it serves probes and metrics, works while it leads, and tells of each request.
 *
 * Shape: `/readyz` fails while a leader lists the cluster; `/metrics` has `gcplan_controller_requests_total` by controller and outcome, and
 * what the options add. No request is sent by one that does not lead, and none that `admits` refuses: that is told once, counted as `Withheld`,
 * and tried again, at the latest after 30 s. Resolves once the signal has ended it.
 * Fails: as {@link leadAndServe} does, and where a leader can't list the cluster: end the process, and have it started again.
 *
 * @example
 * ```ts no-run
 * import type { Client, Reconciler } from 'gcplan/adapters/kubernetes'
 * import { explainProgramEvent, runProgram, termination } from 'gcplan/adapters/program'
 *
 * declare const client: Client
 * declare const cleaner: Reconciler
 * await runProgram(client, {
 *   ...{ port: 8080, lease: { namespace: 'tools', name: 'cleaner', identity: crypto.randomUUID() } },
 *   ...{ signal: termination(process).signal, log: (event) => console.log(explainProgramEvent(event)) },
 * })([cleaner])()
 * ```
 */
export const runProgram =
  (client: Client, options: RunProgramOptions) =>
  (controllers: ReadonlyArray<Reconciler<unknown>>): TE.TaskEither<CallError | ServingError, Closed> =>
  () => {
    const { metrics = () => [] } = options
    const { told, totals } = telling(options.log)
    return leadAndServe(client.send, { ...options, metrics: () => [...totals(), ...metrics()] })<CallError>(
      (leadership, tell) => work(client, options, controllers, told, leadership, tell),
    )()
  }

/** What becomes of requests, as events and in numbers. */
const telling = (log: ProgramOptions['log']) => {
  let totals: ReadonlyArray<Metric> = []
  /** Controllers with requests that wait, which come again and again. */
  const waiting = new Set<string>()
  const counted = (by: string, outcome: string): void => {
    totals = addMetrics(totals, [requests(by, outcome)])
  }
  const told: Told = {
    onAct: (act) => {
      waiting.delete(act.by)
      counted(act.by, act.answer._tag)
      log({ _tag: 'Acted', act })
    },
    onWithheld: (by, request) => {
      counted(by, 'Withheld')
      if (!waiting.has(by)) log({ _tag: 'Withheld', by, request })
      waiting.add(by)
    },
  }
  return { told, totals: () => totals }
}

interface Told {
  readonly onAct: NonNullable<RunOptions['onAct']>
  readonly onWithheld: NonNullable<RunOptions['onWithheld']>
}

const requests = (by: string, outcome: string): Metric => ({
  ...{
    name: 'gcplan_controller_requests_total',
    help: 'Requests of a controller, by what came of them.',
    type: 'counter',
  },
  samples: [{ labels: { controller: by, outcome }, value: 1 }],
})

const work = (
  client: Client,
  { kinds, admits = () => TE.right(true), dryRun, clock, log }: RunProgramOptions,
  controllers: ReadonlyArray<Reconciler<unknown>>,
  { onAct, onWithheld }: Told,
  { signal, leads }: Leadership,
  tell: TellReady,
): TE.TaskEither<CallError, void> =>
  F.pipe(
    TE.fromIO(() => tell(E.left('lists the cluster'))),
    TE.flatMap(() =>
      runControllers(client, {
        ...{ clock, signal, kinds, dryRun, onAct },
        // The lease may be lost while the answer is awaited.
        admits: (request) =>
          leads()
            ? F.pipe(
                admits(request),
                TE.map((isAdmitted) => isAdmitted && leads()),
              )
            : TE.right(false),
        // One that leads no more is about to end.
        onWithheld: (by, request) => {
          if (leads()) onWithheld(by, request)
        },
        onThrown: (by, thrown) => log({ _tag: 'ControllerThrew', by, message: thrownText(thrown) }),
        onUnserved: (by, kind) => log({ _tag: 'Unserved', by, kind }),
      })(controllers),
    ),
    // One that was ended while it listed has not failed.
    TE.orElseW((error) => (signal.aborted ? TE.right(undefined) : TE.left(error))),
    TE.flatMapTask((running) => async () => {
      if (running === undefined || signal.aborted) return
      tell(E.right('watches the cluster'))
      await new Promise<void>((ended) => signal.addEventListener('abort', () => ended()))
      running.stop()
    }),
  )
