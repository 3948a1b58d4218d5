/** Every difference from the real components that was found. */
import type { Found } from './row.js'

const actors = 'vectors/kubernetes-actors/cascade-actors'

/** In no order; the page sorts by component. */
export const found: ReadonlyArray<Found> = [
  {
    component: 'API server',
    real: 'a later delete of a terminating namespace is answered 200 and changes nothing',
    was: 'answered 409',
    how: 'vector',
    shown: `${actors}-namespaces.json#ns-recreate-while-terminating`,
  },
  {
    component: 'API server',
    real: 'creating in a namespace that terminates or is gone is refused',
    was: 'created',
    how: 'vector',
    shown: `${actors}-namespaces.json#ns-create-while-terminating`,
  },
  {
    component: 'API server',
    real: 'equal owner references are stored once',
    was: 'stored as often as given, as the specification reads',
    how: 'vector',
    shown: 'vectors/kubernetes/cascade-live.json#directed-owner-twice-Background-warm',
  },
  {
    component: 'API server',
    real: 'claims and volumes get their protection finalizer when they are created',
    was: 'got none',
    how: 'vector',
    shown: `${actors}-volumes.json#pvc-unbound`,
  },
  {
    component: 'API server',
    real: 'a pending pod that is deleted with grace 0 is evaluated anew',
    was: 'kept its grace, as the specification reads',
    how: 'vector',
    shown: 'vectors/kubernetes/cascade-live-apiserver-delete.json',
  },
  {
    component: 'API server',
    real: 'up to 1.32 a pod that is hurried too late ends in the past',
    was: 'ended now in every release',
    how: 'reading',
    shown:
      'test/simulate/cascade/policy.test.ts#end a pod that is hurried too late within a second since 1.33, and in the past before',
  },
  {
    component: 'API server',
    real: 'each release serves its own kinds',
    was: 'every release served those of 1.36',
    how: 'reading',
    shown: 'test/apiserver/release-scopes.test.ts#decides whether an object goes whose owner is not there',
  },
  {
    component: 'owner collector',
    real: 'a cluster-scoped object with a namespaced owner may go: its owner is first looked for without a namespace',
    was: 'it never went',
    how: 'live run',
    shown: 'captures/live/min-2-guessed-cluster-owner.json',
  },
  {
    component: 'owner collector',
    real: 'owners that were guessed right and observed later are examined',
    was: 'were not, as the specification reads',
    how: 'vector',
    shown: 'vectors/kubernetes/owner-gc-events.json',
  },
  {
    component: 'owner collector',
    real: 'an object that owns itself stays among its own dependents while it waits to be orphaned',
    was: 'lost itself',
    how: 'reading',
    shown: 'vectors/corners/owner-gc-events-corners.json#self-owner-leaves-while-it-waits-to-orphan',
  },
  {
    component: 'owner collector',
    real: 'no JSON merge patch is sent for a virtual node of a cluster-scoped kind',
    was: 'was sent',
    how: 'reading',
    shown: 'vectors/corners/owner-gc-events-corners.json#unobserved-cluster-scoped-custom-resource-is-not-patched',
  },
  {
    component: 'owner collector',
    real: 'dependents of a waiting owner whose kind is not served are not examined',
    was: 'were examined',
    how: 'reading',
    shown: 'test/controllers/owner/verdict.test.ts#that waits is left alone when no resource serves its kind',
  },
  {
    component: 'owner collector',
    real: 'up to 1.35 nothing is done about an object that is gone after a conflict',
    was: 'was tried again in every release',
    how: 'reading',
    shown:
      'test/controllers/owner/memory/attempt.test.ts#is done with an object that is gone after a conflict, or takes it for absent, as the release does',
  },
  {
    component: 'owner collector',
    real: 'up to 1.31 a kind that cannot be listed stops the collector; in 1.20 and 1.26 an undiscovered group has no watches',
    was: 'went on as in 1.36',
    how: 'reading',
    shown: 'test/controllers/owner/unseen-api.test.ts#stops all collection up to 1.31, and delays it from 1.32 on',
  },
  {
    component: 'owner collector',
    real: 'which of two requests is examined between them decides what goes',
    was: 'one course only, and no race told',
    how: 'live run',
    shown: 'vectors/corners/cascade-races.json#two-requests-and-a-collector-between-them',
    became: 'every course is explored (`gcplan/simulate/outcomes`)',
  },
  {
    component: 'namespaces',
    real: 'since 1.33 pods go first, and everything else once none is left',
    was: 'all content went at once',
    how: 'live run',
    shown: 'captures/live/min-1-ordered-namespace.json',
  },
  {
    component: 'namespaces',
    real: 'up to 1.32 all content goes at once',
    was: 'pods went first under every preset',
    how: 'reading',
    shown:
      'test/simulate/cascade/policy.test.ts#delete the pods of a namespace first since 1.33, and everything at once before',
  },
  {
    component: 'namespaces',
    real: 'a pod whose grace is no number gets 30 s',
    was: 'got none, and the sweep of its namespace never ended',
    how: 'law',
    shown: 'test/simulate/cascade/bad-input.prop.test.ts#phases are played or refused',
  },
  {
    component: 'definitions',
    real: 'instances of a deleted definition go with it, whatever the policy',
    was: 'stayed, with a warning',
    how: 'vector',
    shown: `${actors}-definitions.json#crd-owner-orphan`,
  },
  {
    component: 'definitions',
    real: "a definition named after a resource of the server's own goes without what that resource holds",
    was: 'took it along',
    how: 'reading',
    shown: 'vectors/derived/cascade-actors.json#definition-overlapping',
  },
  {
    component: 'volumes and claims',
    real: 'a claim whose last user is gone loses its finalizer',
    was: 'was told as stuck',
    how: 'vector',
    shown: `${actors}-volumes.json#pvc-pod-terminating`,
  },
  {
    component: 'volumes and claims',
    real: 'a volume that a plugin has made loses the finalizer of a driver',
    was: 'kept it',
    how: 'reading',
    shown: 'vectors/derived/cascade-actors.json#volume-migrated',
  },
  {
    component: 'volumes and claims',
    real: 'a volume that a provisioner made for a claim bound elsewhere is released',
    was: 'was freed for any claim',
    how: 'mutation',
    shown:
      'test/controllers/pv-binder/sync-volume.test.ts#is released where any provisioner made it for a claim that is bound to another volume',
  },
  {
    component: 'volumes and claims',
    real: 'a lost claim stays lost until its own volume names it again',
    was: 'was provisioned again',
    how: 'mutation',
    shown: 'vectors/derived/cascade-actors.json#claim-lost',
  },
  {
    component: 'volumes and claims',
    real: 'a claim of a pod that did not show its volumes waits for that pod',
    was: 'waited for ever',
    how: 'mutation',
    shown: 'vectors/derived/cascade-actors.json#claim-of-former-pod-blocks-the-next',
  },
  {
    component: 'workloads',
    real: 'a CronJob makes the Job that it missed once the one is gone that kept it from it',
    was: 'never made it',
    how: 'mutation',
    shown:
      'test/controllers/cronjob/controller.test.ts#makes the Job that it has missed once the one is gone that kept it from it',
  },
  {
    component: 'workloads',
    real: 'a CronJob under Replace deletes no Job where it can make none',
    was: 'deleted it',
    how: 'mutation',
    shown: 'test/controllers/cronjob/controller.test.ts#deletes no Job where it can make none in its place',
  },
  {
    component: 'workloads',
    real: 'a Deployment makes one ReplicaSet of its template',
    was: 'made a second beside one that showed no template',
    how: 'mutation',
    shown:
      'test/controllers/deployment/controller.test.ts#makes none while a ReplicaSet of its own shows no template, which may be the one',
  },
  {
    component: 'workloads',
    real: 'a refused request is tried again',
    was: 'most controllers never came back after one',
    how: 'mutation',
    shown: 'vectors/derived/cascade-actors.json#refused-scale-down-goes-on',
  },
  {
    component: 'workloads',
    real: 'pods on a node that no longer reports stay terminating',
    was: 'ended',
    how: 'reading',
    shown:
      'test/simulate/cascade/silent-node.test.ts#that has stopped reporting stays, since nobody confirms that it is stopped',
  },
  {
    component: 'histories',
    real: "old ReplicaSets of unreadable revision go in the order of Go's insertion sort",
    was: 'in the order of their revisions',
    how: 'atlas',
    shown: 'vectors/atlas/deployment-cleanup-unparsable.json#1291',
  },
  {
    component: 'histories',
    real: 'the clean-up of a Deployment reads neither labels nor template of old ReplicaSets',
    was: 'the replay asked the selector',
    how: 'reading',
    shown: 'vectors/corners/history-deployment-bare.json#sets-without-labels-and-template',
    became: 'the replay was mended',
  },
  {
    component: 'histories',
    real: 'a revision that 1.33 wrote with `creationTimestamp: null` is old to later releases',
    was: 'was a duplicate of the current one',
    how: 'reading',
    shown:
      'test/controllers/history/daemonset.test.ts#takes a revision written by the release before 1.34 for an old one, and the other way round',
  },
  {
    component: 'histories',
    real: 'pods and revisions are known by uid alone up to 1.32 (DaemonSets), 1.33 and 1.35 (StatefulSets)',
    was: 'by uid and name in every release',
    how: 'reading',
    shown:
      'test/controllers/history/statefulset.test.ts#does not see pods since 1.34 that name its uid with another name',
  },
  {
    component: 'histories',
    real: 'since 1.34.2 the newest revision of a StatefulSet is of its template if it means the same',
    was: 'if its bytes were the same',
    how: 'reading',
    shown:
      'test/controllers/history/statefulset.test.ts#takes what another release wrote for its template by meaning since 1.34.2, if it is the newest',
  },
  {
    component: 'pod GC',
    real: 'a pod without a uid is deleted like any other',
    was: 'was refused as input',
    how: 'reading',
    shown: 'vectors/corners/pod-gc-bare.json#bare-pods-terminated',
  },
  {
    component: 'pod GC',
    real: 'up to 1.33 the patch states no `observedGeneration`, but for a status that has one',
    was: 'stated it',
    how: 'reading',
    shown:
      'test/controllers/pod/mark.test.ts#says since 1.34 which generation it saw, and before only where the status already said so',
  },
  {
    component: 'pod GC',
    real: 'a pod that could not be marked as failed is not deleted',
    was: 'was deleted',
    how: 'mutation',
    shown:
      'test/controllers/pod/controller.test.ts#does not delete a pod that it could not mark, and goes on with the others',
  },
  {
    component: 'signing requests and tokens',
    real: 'up to 1.34 a request that was approved but not signed stays',
    was: 'went',
    how: 'reading',
    shown: 'vectors/derived/csr-cleaner.json#approved-unissued-1.34',
  },
  {
    component: 'signing requests and tokens',
    real: 'a token that a pod names stays',
    was: 'went where the pod could not be read',
    how: 'mutation',
    shown:
      'test/controllers/token-cleaner/plan.test.ts#keeps what any container of a pod may name, and nothing for a pod that shows all its places',
  },
  {
    component: 'other controllers',
    real: 'a ServiceCIDR keeps its finalizer while its ranges cannot be read',
    was: 'was released',
    how: 'mutation',
    shown: 'test/controllers/service-cidr/controller.test.ts#keeps what it cannot judge',
  },
  {
    component: 'other controllers',
    real: 'a ResourceClaim keeps its finalizer while its status is not written',
    was: 'lost it where metadata alone was listed',
    how: 'mutation',
    shown:
      'test/controllers/resource-claim/controller.test.ts#keeps the finalizer while the status cannot be written, and comes back',
  },
  {
    component: 'other controllers',
    real: 'daemon pods stay where taints or terms cannot be read',
    was: 'were deleted',
    how: 'mutation',
    shown: 'test/controllers/daemonset/fits.test.ts#is unknown where a list cannot be read',
  },
  {
    component: 'kubelet: containers',
    real: "a container's own log link goes before the container; if it cannot be removed, the container stays",
    was: 'the link was left to the sweep of dead links',
    how: 'atlas',
    shown: 'vectors/atlas/container-gc-own-links.json#65283',
  },
  {
    component: 'kubelet: images',
    real: 'no images are listed between the age pass and the space pass: one under two handlers may go, and count, in both',
    was: 'were listed anew',
    how: 'atlas',
    shown: 'vectors/atlas/image-gc-handlers.json#35376',
  },
  {
    component: 'kubelet: images',
    real: 'the record of a removed image goes whatever its runtime handler, with the gate for handlers on or off',
    was: 'survived its image while the gate was off',
    how: 'reading',
    shown:
      'test/kubelet/image/apply.test.ts#lacks the record of a removed image whatever its runtime handler, while the gate for handlers is off',
  },
  {
    component: 'kubelet: images',
    real: 'in 1.20 and 1.26 a container holds the image of its reference, and no image waits for the start-up grace',
    was: 'as in 1.36',
    how: 'reading',
    shown:
      'test/kubelet/image/releases.test.ts#a container holds the image of its reference up to 1.29, and that of its id from 1.30 on',
  },
  {
    component: 'kubelet: eviction',
    real: 'pods are asked for anew at every look',
    was: 'the replay kept those of the first',
    how: 'reading',
    shown: 'vectors/corners/eviction-pods-per-step.json#a-pod-that-came-between-two-looks',
    became: 'the replay was mended',
  },
  {
    component: 'kubelet: eviction',
    real: 'limits of a pod count its init containers, sidecars and overhead',
    was: 'its containers alone',
    how: 'reading',
    shown:
      'test/kubelet/eviction/own-limits.test.ts#may use what an init container may, what runs beside it, and the overhead of the pod',
  },
  {
    component: 'kubelet: eviction',
    real: 'any source of a pod but the API server makes it static',
    was: 'files and URLs alone',
    how: 'reading',
    shown: 'test/kubelet/eviction/eviction.prop.test.ts#that are static, mirrors or of the highest priorities never go',
  },
  {
    component: 'kubelet: eviction',
    real: 'up to 1.31 a pod over a soft threshold gets the maximum grace',
    was: 'at most its own, as from 1.32 on',
    how: 'reading',
    shown:
      'test/kubelet/eviction/releases.test.ts#a pod over a soft memory threshold gets 60 s in 1.31, and at most its own grace from 1.32 on',
  },
  {
    component: 'kubelet: eviction',
    real: 'up to 1.31 a threshold of the container filesystem collects nothing and evicts at once',
    was: 'collected first',
    how: 'reading',
    shown:
      'test/kubelet/eviction/releases.test.ts#does so up to 1.31, or evicts a pod at once if the container filesystem comes first',
  },
  {
    component: 'kubelet: eviction',
    real: 'without KubeletSeparateDiskGC, eviction fails on split filesystems',
    was: 'evicted',
    how: 'reading',
    shown:
      'test/kubelet/eviction/synchronize.test.ts#fails once on split filesystems where these are not handled, then evicts pods over their own limits only',
  },
  {
    component: 'kubelet: eviction',
    real: 'a pull may bring pressure before the next look',
    was: 'a forecast missed it',
    how: 'law',
    shown: 'test/simulate/node/scenarios.test.ts#may be full by what is pulled, and at the beginning',
  },
  {
    component: 'containerd',
    real: 'labels of sandboxes hold nothing in 1.7: its collector reads them where no daemon writes them',
    was: 'held',
    how: 'live run',
    shown: 'vectors/atlas/ctrd-sandboxes.json#0',
  },
  {
    component: 'containerd',
    real: 'a lease without a time of creation is a lease',
    was: 'was refused as input',
    how: 'reading',
    shown: 'vectors/corners/containerd-bare-lease.json#lease-without-creation-time',
  },
  {
    component: 'containerd',
    real: 'a flat lease on an image takes nothing from other leases where images are not collected',
    was: 'took their hold on a snapshot that nobody bears',
    how: 'law',
    shown: 'test/containerd/model.prop.test.ts#keeps exactly what something unknown could hold',
  },
  {
    component: 'containerd',
    real: 'a snapshot with stale children cannot be removed',
    was: '`whatIf` and `change` remove it',
    how: 'live run',
    shown:
      'test/containerd/analysis/change.test.ts#is refused for a snapshot from whose list a collection took no child',
    became:
      'refused where `goneChildren` names some; where that is unknown, as in all that the API shows, the answer says that it may be (`mayBeRefused`)',
  },
  {
    component: 'containerd',
    real: 'a backend from which a client deleted content is looked at, though it lost no record',
    was: '`cleanup` says that it is not',
    how: 'live run',
    shown: 'test/containerd/document.test.ts#is not looked at unless it lost a record',
    became: 'open',
  },
]
