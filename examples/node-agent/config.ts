/** The settings of the agent, from its environment. */
import { either as E, function as F } from 'fp-ts'

import { explainReleaseError } from 'gcplan'
import type { NodeOptions } from 'gcplan/adapters/node'
import type { ReclaimRules } from 'gcplan/outlook'
import type { NodeRules } from 'gcplan/simulate/node'
import { nodeRules } from 'gcplan/upgrade'

/** The settings. */
export interface Config extends Required<Pick<NodeOptions, 'socket' | 'snapshotter'>> {
  readonly kubelet: NodeOptions['kubelet']
  /** The file of the memory. */
  readonly stateFile: string
  /** Milliseconds between two looks. */
  readonly interval: number
  readonly port: number
  /** The rules of the kubelet's release. */
  readonly rules: NodeRules
  /** What may be removed, and whether the agent does. */
  readonly reclaiming: ReclaimRules & { readonly isOn: boolean }
}

const account = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Reads the settings; the first that means nothing is named. */
export const configOf = (environment: Readonly<Record<string, string | undefined>>): E.Either<string, Config> => {
  const text = (name: string, byDefault = ''): string => environment[name] ?? byDefault
  const whole = (name: string, byDefault: number, least: number, most = 1e9): E.Either<string, number> => {
    const value = Number(text(name, String(byDefault)))
    return text(name, '0').trim() !== '' && Number.isSafeInteger(value) && value >= least && value <= most
      ? E.right(value)
      : E.left(`${name}: expected a whole number from ${least} to ${most}, got ${JSON.stringify(environment[name])}`)
  }
  const percent = (name: string): E.Either<string, number | undefined> =>
    text(name) === '' ? E.right(undefined) : whole(name, 0, 0, 100)
  const url = text('KUBELET_URL')
  return F.pipe(
    E.Do,
    E.bind('seconds', () => whole('INTERVAL_SECONDS', 300, 1)),
    E.bind('port', () => whole('PORT', 8080, 0, 65_535)),
    E.bind('isOn', () => flag('RECLAIM', text('RECLAIM', 'false'))),
    E.bind('highPercent', () => percent('RECLAIM_HIGH_PERCENT')),
    E.bind('lowPercent', () => percent('RECLAIM_LOW_PERCENT')),
    E.bind('maxRemovals', () => whole('MAX_REMOVALS', 10, 0)),
    E.bind('kubelet', () => kubeletAt(url, text)),
    E.bind('rules', () => rulesOf(text('KUBERNETES_VERSION', '1.36'), text('SANDBOX_IMAGE'))),
    E.map(({ seconds, port, rules, kubelet, ...reclaiming }) => ({
      ...{ port, rules, kubelet, interval: seconds * 1000 },
      socket: text('CRI_SOCKET', '/run/containerd/containerd.sock'),
      stateFile: text('STATE_FILE', '/state/memory.json'),
      snapshotter: text('SNAPSHOTTER', 'overlayfs'),
      reclaiming: { ...reclaiming, keeps: keepsOf(text('KEEP_IMAGES')) },
    })),
  )
}

const flag = (name: string, value: string): E.Either<string, boolean> =>
  value === 'true' || value === 'false'
    ? E.right(value === 'true')
    : E.left(`${name}: expected "true" or "false", got ${JSON.stringify(value)}`)

const kubeletAt = (
  url: string,
  text: (name: string, byDefault?: string) => string,
): E.Either<string, Config['kubelet']> =>
  url === ''
    ? E.right(undefined)
    : URL.canParse(url)
      ? E.right({
          url,
          tokenFile: text('TOKEN_FILE', `${account}/token`),
          caFile: text('KUBELET_CA', `${account}/ca.crt`),
          ...(text('KUBELET_NAME') === '' ? {} : { serverName: text('KUBELET_NAME') }),
        })
      : E.left(`KUBELET_URL: expected a URL, got ${JSON.stringify(url)}`)

const rulesOf = (version: string, sandboxImage: string): E.Either<string, NodeRules> =>
  F.pipe(
    nodeRules(version),
    E.bimap(
      (error) => `KUBERNETES_VERSION: ${explainReleaseError(error)}`,
      ({ image, ...rules }) => ({ ...rules, image: sandboxImage === '' ? image : { ...image, sandboxImage } }),
    ),
  )

/** Patterns are separated by commas; `*` stands for anything. */
const keepsOf = (patterns: string): ReclaimRules['keeps'] => {
  const all = patterns
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
    .map((pattern) => new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`))
  return (name) => all.some((pattern) => pattern.test(name))
}
