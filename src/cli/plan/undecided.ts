/** What a plan keeps only because the input does not tell. */
import type * as Containerd from '../../containerd/index.js'
import type { Family, Plan } from '../../index.js'
import type * as CsrCleaner from '../../controllers/csr-cleaner/index.js'
import type * as History from '../../controllers/history/index.js'
import type * as Lifecycle from '../../controllers/lifecycle/index.js'
import type * as Owner from '../../controllers/owner/index.js'
import type * as PodGc from '../../controllers/pod/index.js'
import type * as TokenCleaner from '../../controllers/token-cleaner/index.js'
import type * as KubeletContainer from '../../kubelet/container/index.js'
import type * as KubeletImage from '../../kubelet/image/index.js'
import type * as Reclaim from '../../reclaim/index.js'
import { ownField } from '../structured.js'

type Tags<R extends { readonly _tag: string }> = ReadonlyArray<R['_tag']>

const images: Tags<KubeletImage.KeepReason> = [
  'FirstDetectedUnknown',
  'LastUsedUnknown',
  'StartOfLoopUnknown',
  'DiskUnknown',
  'UnknownImagesMayFreeEnough',
]
const containers: Tags<KubeletContainer.KeepReason> = ['PodStateUnknown', 'LimitRestsOnUnknownPods']
const records: Tags<Containerd.KeepReason> = ['MayBeLeased', 'MayBeHeld', 'MayBeUnexpired', 'MayBeExpected']
const pods: Tags<PodGc.KeepReason> = ['NodeNotCovered', 'NodeNotSeen']
const histories: Tags<History.KeepReason> = ['ControllerNotCovered', 'PodsNotCovered', 'TemplateNotShown']
const lifecycles: Tags<Lifecycle.KeepReason> = [
  'NamespaceUnknown',
  'OwnersUnknown',
  'UsersNotCovered',
  'UserUnclear',
  'UsageUnobserved',
  'FinishUnobserved',
  'FinishTimeUnknown',
]
const owners: Tags<Owner.KeepReason> = ['OwnerNotCovered', 'DependentsNotCovered']
const requests: Tags<CsrCleaner.KeepReason> = ['TimeMissing']
const tokens: Tags<TokenCleaner.KeepReason> = ['CreationUnknown', 'PodNotShown', 'PodsUnlisted', 'TrackingUnknown']
const reclaims: Tags<Reclaim.KeepReason> = [...images, 'LayersUnknown']

/** The tags of a collector, by the name that its documents have; all that takes no part has nothing to decide. */
const tagsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    'kubelet-image': images,
    'kubelet-container': containers,
    containerd: records,
    reclaim: reclaims,
    kubernetes: [...pods, ...histories, ...lifecycles, ...owners],
    'kubernetes-pod': pods,
    'kubernetes-history': histories,
    'kubernetes-lifecycle': lifecycles,
    'kubernetes-owners': owners,
    'kubernetes-csr': requests,
    'kubernetes-tokens': tokens,
  }).map(([collector, tags]) => [collector, new Set<string>(tags)]),
)

/** How many targets stay although nobody knows that they would. What all collectors say together is asked one by one. */
export const undecidedIn =
  (collector: string) =>
  <F extends Family>({ passes }: Plan<F>): number => {
    const tags = tagsOf.get(collector) ?? new Set()
    const removed = new Set(passes.flatMap(({ removals }) => removals.map(({ target }) => target.id)))
    const open = passes.flatMap(({ kept }) =>
      kept.filter(({ reasons }) => tags.has(tagOf(reasons[0]))).map(({ target }) => target.id),
    )
    return new Set(open.filter((id) => !removed.has(id))).size
  }

const tagOf = (reason: { readonly _tag: string }): string => {
  const inner = ownField(ownField(reason, 'reason'), '_tag')
  return typeof inner === 'string' ? inner : reason._tag
}
