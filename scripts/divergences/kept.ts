/** Every difference that stays, on purpose. */
import type { Kept } from './row.js'

/** In no order; the page sorts by component. */
export const kept: ReadonlyArray<Kept> = [
  {
    component: 'API server',
    real: 'names are made of random letters, hashes of a template by FNV',
    here: 'letters of a counter, and another hash',
    because: 'the same input gives the same names',
    shown: 'test/controllers/names.test.ts#is one that nobody has',
  },
  {
    component: 'API server',
    real: 'the words of refusals are those of Go and its libraries where a selector, a body, a token or a version cannot be read',
    here: 'other words, with the same status, reason and fields',
    because: 'clients read codes and reasons',
    shown: 'e2e/kubernetes/answers/tolerated.ts',
  },
  {
    component: 'API server',
    real: 'a custom resource has to be as the schema of its definition says',
    here: 'is taken as it is',
    because: 'no collector reads more of it than its metadata',
    shown: 'e2e/examples/lifecycle.ts',
  },
  {
    component: 'API server',
    real: 'a list from the watch cache of 1.20 is in no order',
    here: 'in the order of names, as in later releases',
    because: 'the handler has no cache',
    shown: 'e2e/kubernetes/answers/normal.ts',
  },
  {
    component: 'API server',
    real: 'a list waits in vain for a version that the watch cache of 1.20 has not seen',
    here: 'is answered at once',
    because: 'the handler has no cache',
    shown: 'e2e/kubernetes/answers/tolerated.ts',
  },
  {
    component: 'API server',
    real: 'a claim gets a new version in 1.20 the first time that it is changed, even to what it was',
    here: 'keeps its version where nothing changes',
    because: 'the difference is one of encoding alone',
    shown: 'e2e/kubernetes/answers/tolerated.ts',
  },
  {
    component: 'owner collector',
    real: 'looks up an owner that it does not know, whatever it can see',
    here: 'keeps what has an owner of a kind that the snapshot does not cover',
    because: 'unknown is not absent; a plan cannot ask again',
    shown: 'test/controllers/owner/plan.test.ts#may exist, so that its dependent stays',
  },
  {
    component: 'owner collector',
    real: 'twenty workers run side by side; any of several courses may come',
    here: 'a plan takes one: oldest first',
    because: 'a plan is one course; `exploreOutcomes` gives the others',
    shown: 'vectors/corners/cascade-races.json#one-request-orphans-against-deletes',
  },
  {
    component: 'namespaces',
    real: 'sweeps again after a back-off',
    here: 'sweeps again after a change, or when the next sweep is due',
    because: 'a poll that finds nothing new changes nothing',
    shown: 'test/simulate/cascade/namespace-state.test.ts#comes within a minute after an error',
  },
  {
    component: 'definitions',
    real: 'gives up after a minute and begins anew; five workers',
    here: 'goes on looking',
    because: 'both only delay what comes',
    shown:
      'test/simulate/cascade/definition-state.test.ts#repeats its condition, and says by when the API server looks again',
  },
  {
    component: 'volumes and claims',
    real: 'VolumeAttachments are deleted by the attach-detach controller',
    here: 'not played',
    because: 'only `external-attacher/*` on a volume waits for these, which an outside party takes off',
    shown:
      'test/simulate/cascade/blockers.test.ts#by finalizers, of which those with a slash after something name a domain',
  },
  {
    component: 'workloads',
    real: 'failed pods are replaced after a growing delay; a DaemonSet and a Deployment roll out in steps',
    here: 'at once; pods and ReplicaSets of older templates stay as they are',
    because: 'what a deletion comes to is the same',
    shown:
      'test/controllers/statefulset/controller.test.ts#names the last revision in new pods, and makes none where some may not be shown',
  },
  {
    component: 'workloads',
    real: 'kubelets end pods at their own pace',
    here: 'when all else has been quiet for 5 s, or never',
    because: 'a cascade waits for the slowest; `pods: held` shows what waits',
    shown:
      'test/simulate/cascade/times.test.ts#is five seconds after the request for the first sweep, and as much after each report for the next',
  },
  {
    component: 'histories',
    real: 'in lists of more than twelve ReplicaSets, and of duplicate DaemonSet revisions, the order is undefined',
    here: 'unreadable revisions last; ties by creation, then name',
    because: 'a plan has one order',
    shown:
      'test/controllers/history/order.test.ts#with those that cannot be read last where there are more than twelve',
  },
  {
    component: 'pod GC',
    real: 'taint eviction and the node lifecycle of cloud controllers delete pods and nodes on their own',
    here: 'not played',
    because: 'they follow from no deletion, and the API does not show a machine that is gone',
    shown: 'test/simulate/cascade/silent-node.test.ts#that is gone is deleted by pod GC, where the nodes are shown',
  },
  {
    component: 'signing requests and tokens',
    real: 'asks every hour again for a request that is being deleted',
    here: 'asks once',
    because: 'it changes nothing',
    shown: 'test/controllers/csr-cleaner/plan.test.ts#leaves what is being deleted, or what a release leaves',
  },
  {
    component: 'other controllers',
    real: 'a controller that polls comes back by its period',
    here: 'after a change',
    because: 'what a poll finds new is a change ([decision 17](decisions/0017-time-passes-in-a-cascade.md))',
    shown: 'test/simulate/engine/engine.test.ts#comes back after an error, unless it has said when',
  },
  {
    component: 'kubelet: containers',
    real: 'knows which pods are to be removed',
    here: 'while pods are unknown, limits remove only what goes whatever they are',
    because: 'unknown is not absent',
    shown:
      'test/kubelet/container/unknown.prop.test.ts#removes nothing in ignorance that would stay if the pods were known, whatever they turn out to be',
  },
  {
    component: 'kubelet: images',
    real: 'remembers when an image was first seen and last used',
    here: 'images of unknown history are kept, and count as bytes that may be freed before',
    because: 'unknown is not absent',
    shown:
      'test/kubelet/image/unknown.prop.test.ts#removes nothing in ignorance that would stay if everything were known, whatever it turns out to be',
  },
  {
    component: 'kubelet: images',
    real: 'counts an image as its whole size',
    here: 'so does a plan; `gcplan/reclaim` counts what is really freed',
    because: 'the kubelet decides by what it counts',
    shown: 'test/reclaim/plan.prop.test.ts#kubelet: removes what the image collector removes for space',
  },
  {
    component: 'kubelet: eviction',
    real: 'looks every ten seconds',
    here: 'a forecast looks when something changes that a look would see',
    because: 'a look that sees the same decides the same',
    shown:
      'test/simulate/node/eviction.test.ts#takes one pod at a look, the largest first, and looks again as soon as it is gone',
  },
  {
    component: 'containerd',
    real: 'knows expected digests and expiries of ingests, streams, and leases of mounts, which its API does not show',
    here: 'unknown: kept, or stated by the user',
    because: 'unknown is not absent',
    shown: 'test/containerd/doubt.test.ts#may be that an ingest has no expiry time',
  },
  {
    component: 'containerd',
    real: 'a label value may hold a comma, and `ctr` prints labels between commas',
    here: 'a reading that could mean another thing is uncertain, and keeps',
    because: 'unknown is not absent',
    shown: 'captures/containerd-2.1.9/ctr/0-initial/k8s.io.content-ls.txt',
  },
  {
    component: 'containerd',
    real: 'a collection drops the metadata of snapshots in any order; a client is refused to remove one that has children',
    here: 'a plan has the order of the collection; `childrenFirst` has one for clients',
    because: 'what goes is the same',
    shown: 'test/adapters/containerd/observe.test.ts#has each snapshot behind its children, and requires them',
  },
  {
    component: 'Docker',
    real: 'in its containerd store, an image whose layers were all there when it was loaded holds none of them',
    here: 'by what Docker shows it holds them, so that less counts as freed; by the metadata of its containerd it does not',
    because: 'Docker does not show which image holds a layer, its containerd does',
    shown: 'test/decode/layers/docker-containerd-store.test.ts#seems to hold them by what Docker shows',
  },
]
