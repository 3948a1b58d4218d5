/** Formats the reason of any collector for messages: its rule, and the collector's own sentence. */
import { explain as explainContainerd } from '../../containerd/index.js'
import { explain as explainContainer } from '../../kubelet/container/index.js'
import { explain as explainImage } from '../../kubelet/image/index.js'
import * as CsrCleaner from '../../controllers/csr-cleaner/index.js'
import * as History from '../../controllers/history/index.js'
import * as Lifecycle from '../../controllers/lifecycle/index.js'
import * as Owner from '../../controllers/owner/index.js'
import * as PodGc from '../../controllers/pod/index.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import * as TokenCleaner from '../../controllers/token-cleaner/index.js'
import * as Ttl from '../../controllers/ttl/index.js'
import { explainProtection, isProtection } from '../../guard/index.js'

/** A reason of any collector. */
export interface AnyReason {
  readonly _tag: string
}

type Explain = (reason: never) => string

/** The name of a pass tells which collector explains its reasons. */
const tongues: Readonly<Record<string, Explain>> = {
  containers: explainContainer,
  sandboxes: explainContainer,
  logs: explainContainer,
  age: explainImage,
  space: explainImage,
  sweep: explainContainerd,
  publish: explainContainerd,
  orphan: Owner.explain,
  delete: Owner.explain,
  cluster: ControlPlane.explain,
  finished: Ttl.explain,
  requests: CsrCleaner.explain,
  tokens: TokenCleaner.explain,
  expire: Lifecycle.explain,
  capacity: Lifecycle.explain,
  deployment: History.explain,
  statefulset: History.explain,
  daemonset: History.explain,
  cronjob: History.explain,
  terminated: PodGc.explain,
  'terminating-out-of-service': PodGc.explain,
  orphaned: PodGc.explain,
  'unscheduled-terminating': PodGc.explain,
}

/** A reason as a line: its rule and a sentence, or its fields if no collector explains it. */
export const lineOf = (pass: string, reason: AnyReason): string => {
  const sentence = isProtection(reason) ? explainProtection(reason) : spoken(tongues[pass], reason)
  return `${ruleOf(reason)}: ${sentence ?? fieldsOf(reason)}`
}

/** The rule that a reason is of; where collectors work together, with the one that has it. */
export const ruleOf = (reason: AnyReason): string => {
  const inner = innerOf(reason)
  return inner === undefined ? reason._tag : `${reason._tag} ${inner._tag}`
}

/** The reason of one collector among several. */
export const innerOf = (reason: AnyReason): AnyReason | undefined => {
  const { reason: inner } = reason as { readonly reason?: unknown }
  return typeof inner === 'object' && inner !== null && '_tag' in inner && typeof inner._tag === 'string'
    ? (inner as AnyReason)
    : undefined
}

/** A collector of the user's own may use the same pass names with reasons that are unknown here. */
const spoken = (explain: Explain | undefined, reason: AnyReason): string | undefined => {
  try {
    return explain?.(reason as never)
  } catch {
    return undefined
  }
}

const fieldsOf = (reason: AnyReason): string => {
  const fields = Object.entries(reason).filter(([name]) => name !== '_tag')
  return fields.length === 0 ? 'it says no more' : fields.map(([name, value]) => `${name} ${shown(value)}`).join(', ')
}

/** A value of a reason as short text. */
export const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : typeof value === 'bigint' ? String(value) : JSON.stringify(value)
