/** What a program serves and within which limits; nothing is taken on trust. */
import { either as E } from 'fp-ts'

import { type InvalidInput, type Problem, show } from '../../core/problem.js'
import type { Clock, Signal } from '../../execute/index.js'
import { type Schema, leaf } from '../../internal/schema/schema.js'
import { isRecord } from '../../internal/lists.js'
import type { TlsFiles } from './certificate.js'
import type { Check } from './checks.js'
import type { ServingEvent } from './event.js'
import type { Route } from './route.js'

/** Metrics, whose library is the program's. */
export interface Metrics {
  /** E.g. that of prom-client's registry. */
  readonly contentType: string
  /** All of them, as Prometheus reads them. */
  readonly text: () => Promise<string>
}

/** What clients may take, in milliseconds, bytes and connections. Node's own timers keep the first three and `silenceMillis`. */
export interface Limits {
  /** Until the headers of a request have arrived. */
  readonly headersMillis: number
  /** Until a request has arrived in full. */
  readonly requestMillis: number
  /** For which a connection without a request stays open. */
  readonly keepAliveMillis: number
  /** Without a byte in either direction, after which a connection is cut. */
  readonly silenceMillis: number
  /** Until a handler has answered; then the response is 503. */
  readonly answerMillis: number
  readonly maxBodyBytes: number
  /** More connections at a time are refused. */
  readonly maxConnections: number
  /** From the signal until nothing new is taken: whoever balances load has to see first that the program is not ready. */
  readonly notReadyMillis: number
  /** From the signal until what is still open is cut; a pod has 30 seconds by default. */
  readonly graceMillis: number
  /** Between two looks at the files of the certificate. */
  readonly certificateMillis: number
}

/** The limits where nothing else is said. */
export const defaultLimits: Limits = {
  headersMillis: 10_000,
  requestMillis: 30_000,
  keepAliveMillis: 60_000,
  silenceMillis: 60_000,
  answerMillis: 30_000,
  maxBodyBytes: 1_048_576,
  maxConnections: 1000,
  notReadyMillis: 5000,
  graceMillis: 25_000,
  certificateMillis: 10_000,
}

/** What to serve, where, and for how long. */
export interface ServingOptions {
  /** The address to listen on; all of the machine where none is given. */
  readonly host?: string
  /** Zero for any that is free. */
  readonly port: number
  /** HTTPS with this pair; HTTP without. */
  readonly tls?: TlsFiles | undefined
  /** Of `/healthz`: whether the program has to be started again. */
  readonly healthy?: ReadonlyArray<Check>
  /** Of `/readyz`: whether the program can do its work now. */
  readonly ready?: ReadonlyArray<Check>
  /** Of `/metrics`, which is not served without. */
  readonly metrics?: Metrics
  readonly routes?: ReadonlyArray<Route>
  readonly limits?: Partial<Limits>
  readonly clock: Clock
  /** Its abort ends the program, as {@link Serving.close} does. */
  readonly signal: Signal
  /** Hears of each event. */
  readonly log: (event: ServingEvent) => void
}

/** Options in which something can't be so. */
export const checkedOptions = (options: ServingOptions): E.Either<InvalidInput, Limits> => {
  const limits = { ...defaultLimits, ...stated(options.limits) }
  const [first, ...rest] = [
    ...portProblems(options.port),
    ...Object.entries(limits).flatMap(([name, value]) => limitProblems(name, value)),
    ...(limits.headersMillis > limits.requestMillis
      ? [
          {
            path: '.limits.headersMillis',
            expected: `at most requestMillis (${limits.requestMillis})`,
            actual: show(limits.headersMillis),
          },
        ]
      : []),
    ...routeProblems(options),
  ]
  return first === undefined
    ? E.right(limits)
    : E.left({ _tag: 'InvalidInput', source: 'serving options', problems: [first, ...rest] })
}

const stated = (limits: unknown): Partial<Limits> =>
  isRecord(limits) ? Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) : {}

const port = leaf(
  'a whole number from 0 to 65535',
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
)

/** Longer than Node's timers last, a wait would be over at once; zero would be no limit to them. */
const between = (least: number): Schema<number> =>
  leaf(
    `a whole number from ${least} to ${longest}`,
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= longest,
  )

const longest = 2_147_483_647

/** Limits of zero that mean what they say. */
const mayBeZero: ReadonlySet<string> = new Set<keyof Limits>(['maxBodyBytes', 'notReadyMillis', 'graceMillis'])

const problemsAt = <A>(schema: Schema<A>, path: string, value: unknown): ReadonlyArray<Problem> => {
  const problems: { path: string; readonly expected: string; readonly actual: string }[] = []
  schema.report(value, problems)
  return problems.map((problem) => ({ ...problem, path: path + problem.path }))
}

const portProblems = (value: unknown): ReadonlyArray<Problem> => problemsAt(port, '.port', value)

const limitProblems = (name: string, value: unknown): ReadonlyArray<Problem> =>
  name in defaultLimits
    ? problemsAt(between(mayBeZero.has(name) ? 0 : 1), `.limits.${name}`, value)
    : [{ path: `.limits.${name}`, expected: 'no such limit', actual: show(value) }]

/** What the program itself answers. */
const reserved = ['/healthz', '/readyz', '/metrics']

const routeProblems = ({ routes = [] }: ServingOptions): ReadonlyArray<Problem> => {
  const seen = new Set(reserved.map((path) => `GET ${path}`))
  return routes.flatMap(({ method, path, maxBodyBytes }, index) => {
    const key = `${method} ${path}`
    const isNew = !seen.has(key)
    seen.add(key)
    return [
      ...(path.startsWith('/') && !/[?#\s]/.test(path)
        ? []
        : [{ path: `.routes[${index}].path`, expected: 'a path that begins with /', actual: show(path) }]),
      ...(isNew ? [] : [{ path: `.routes[${index}]`, expected: 'a route of its own', actual: show(key) }]),
      ...(maxBodyBytes === undefined ? [] : problemsAt(between(0), `.routes[${index}].maxBodyBytes`, maxBodyBytes)),
    ]
  })
}
