/** Which of the files are about a cluster. */
import type { HeldFile } from '../files'
import type { Placed } from './asking'

const lists = new Set([
  'KubectlList',
  'KubernetesObject',
  'KubernetesObjects',
  'KubernetesYaml',
  'KubectlVersion',
  'ApiResources',
])

/** Lists of pods are a kubelet's where other files are about its node. */
const ofNode = /^(Crictl|Kubelet(?!Pods)|Stats|Docker|Storage)/

const besides: ReadonlyArray<readonly [kind: string, flag: string]> = [
  ['KubernetesMemory', 'memory'],
  ['LifecyclePolicy', 'lifecycle'],
]

/** Whether files hold objects of a cluster. */
export const isOfCluster = (files: ReadonlyArray<HeldFile>): ((file: HeldFile) => boolean) => {
  const hasNode = files.some(({ kind }) => ofNode.test(kind))
  return ({ kind }) => lists.has(kind) || (kind === 'KubeletPods' && !hasNode)
}

/** The lists by `file`, others by the flags that a command has for them. */
export const clusterFiles =
  (flags: ReadonlySet<string>) =>
  (files: ReadonlyArray<HeldFile>): Placed => ({
    files: [],
    values: new Map([
      ['file', files.filter(isOfCluster(files)).map(({ file }) => file.name)],
      ...besides
        .filter(([, flag]) => flags.has(flag))
        .map(([kind, flag]) => [flag, files.filter((one) => one.kind === kind).map(({ file }) => file.name)] as const)
        .filter(([, names]) => names.length > 0),
    ]),
  })
