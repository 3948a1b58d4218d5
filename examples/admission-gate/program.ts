/** The gate: it follows the cluster, and answers reviews from what it knows of it. It changes nothing. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import type { InvalidInput } from 'gcplan'
import {
  type CallError,
  type Client,
  type WatchedCluster,
  decodeObject,
  watchCluster,
} from 'gcplan/adapters/kubernetes'
import type { Clock, Signal } from 'gcplan/execute'
import { type AdmissionVerdict, admissionBy } from 'gcplan/guard/admission'
import { cascadeIndex } from 'gcplan/simulate/cascade'

import type { Config } from './config.js'
import type { Metrics } from './metrics.js'

/** What the gate needs of the world. */
export interface Parts {
  readonly client: Client
  readonly clock: Clock
  /** Its abort ends the gate. */
  readonly signal: Signal
  readonly config: Pick<Config, 'policy'>
  readonly metrics: Metrics
  readonly log: (line: Readonly<Record<string, unknown>>) => void
}

/** A gate that knows its cluster. */
export interface Gate {
  /** Answers the body of a review, as JSON of any kind. */
  readonly review: (body: unknown) => E.Either<InvalidInput, AdmissionVerdict['answer']>
  /** Why it can't answer now; nothing while it can. */
  readonly notReady: () => string | undefined
  readonly printMetrics: () => string
}

/**
 * Starts the gate: resolves once the cluster is listed.
 *
 * Fails: if the server can't be asked what it serves, or the signal ends it before.
 */
export const admissionGate = (parts: Parts): TE.TaskEither<CallError, Gate> =>
  F.pipe(
    // Something is heard of each kind within the age at which it counts as stale.
    watchCluster(parts.client, { ...parts, freshness: parts.config.policy.maxAge }),
    TE.map((cluster) => gateOf(parts, cluster)),
  )

const gateOf = (parts: Parts, cluster: WatchedCluster): Gate => {
  const { clock, config, metrics } = parts
  const index = cascadeIndex(cluster.objects())
  cluster.subscribe(index.tell)
  /** For how long nothing was heard of any kind. */
  const age = (): number => Math.min(...cluster.ages().map((kind) => kind.age))
  const review = admissionBy(config.policy, { decode: decodeObject })(() => ({
    index,
    ages: cluster.ages(),
    undiscovered: cluster.undiscovered(),
    terms: {
      at: clock.now(),
      scopes: cluster.scopes.scopes,
      coverage: cluster.coverage(),
    },
  }))
  return {
    review: (body) =>
      F.pipe(
        review(body),
        E.bimap(
          (invalid) => {
            metrics.unreadable()
            parts.log({ level: 'warn', message: 'unreadable review', problems: invalid.problems })
            return invalid
          },
          (verdict) => {
            metrics.reviewed(verdict)
            tell(parts, body, verdict)
            return verdict.answer
          },
        ),
      ),
    notReady: () =>
      age() > config.policy.maxAge ? `nothing was heard of the cluster for ${Math.round(age() / 1000)} s` : undefined,
    printMetrics: () => metrics.print({ objects: index.size(), ages: cluster.ages() }),
  }
}

/** What the control plane deletes is counted, and not told: every cascade is full of it. */
const tell = ({ log }: Parts, body: unknown, { outcome, because, touched, answer }: AdmissionVerdict): void => {
  if (outcome === 'passed') return
  log({
    level: outcome === 'refused' ? 'warn' : 'info',
    message: answer.response.status?.message ?? 'deletion let through',
    ...{ outcome, because, touched, review: answer.response.uid, about: aboutIn(body) },
  })
}

/** Who asks for what, for the log. */
const aboutIn = (body: unknown): unknown => {
  const { request } = body as { readonly request: Readonly<Record<string, unknown>> }
  return Object.fromEntries(['kind', 'namespace', 'name', 'userInfo', 'dryRun'].map((field) => [field, request[field]]))
}
