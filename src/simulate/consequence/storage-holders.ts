/** The external holders of volumes, of their snapshots and of load balancers. */
import { type Holder, workload } from './holder.js'

/** Their rows, in the order in which they are asked. */
export const storageHolders: ReadonlyArray<Holder> = [
  {
    finalizer: 'snapshot.storage.kubernetes.io/*',
    party: 'the snapshot controller',
    when: 'when the snapshot is no longer a source, and its content is dealt with',
    needs: [workload('Deployment', 'snapshot-controller'), { what: 'the CSI driver' }],
    certainty: 'documentation',
  },
  {
    finalizer: 'provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection',
    kinds: ['VolumeSnapshot.snapshot.storage.k8s.io'],
    party: "the provisioner of the claim's CSI driver",
    when: 'after a claim has been made from it; nobody does where that failed or the claim was deleted',
    needs: [{ what: "the controller of the claim's CSI driver" }],
    certainty: 'documentation',
  },
  {
    finalizer: 'external-provisioner.volume.kubernetes.io/finalizer',
    kinds: ['PersistentVolume'],
    party: "the provisioner of the volume's CSI driver",
    when: 'after the storage is deleted, or when the reclaim policy becomes Retain',
    needs: [{ what: "the controller of the volume's CSI driver" }],
    destroys: 'the storage',
    certainty: 'source',
  },
  {
    finalizer: 'external-attacher/*',
    party: "the attacher of the volume's CSI driver",
    when: 'when no VolumeAttachment names the volume',
    needs: [{ what: "the controller of the volume's CSI driver" }],
    certainty: 'source',
  },
  {
    finalizer: 'service.kubernetes.io/load-balancer-cleanup',
    kinds: ['Service'],
    party: 'the cloud controller manager',
    when: 'after the load balancer is deleted',
    needs: [{ what: 'the cloud controller manager' }],
    destroys: 'the load balancer',
    certainty: 'source',
  },
  {
    finalizer: 'cephcluster.ceph.rook.io',
    party: 'the Rook operator',
    when: 'when nothing depends on the cluster',
    needs: [workload('Deployment', 'rook-ceph-operator')],
    destroys: 'the Ceph cluster',
    certainty: 'documentation',
  },
  {
    finalizer: 'ceph.rook.io/disaster-protection',
    party: 'the Rook operator',
    when: 'after the CephCluster is gone',
    needs: [workload('Deployment', 'rook-ceph-operator')],
    certainty: 'documentation',
  },
  {
    finalizer: 'longhorn.io',
    party: 'Longhorn',
    when: 'after it has cleaned up what the object stands for',
    needs: [workload('DaemonSet', 'longhorn-manager')],
    destroys: 'the data of volumes and replicas',
    certainty: 'general knowledge',
  },
]
