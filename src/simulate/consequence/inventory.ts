/** What deployment tools delete before they let their own objects go, as the status of those objects lists it. */
import { type Target, type WholeObject, annotationOf, groupOf, targetOf } from '../../apiserver/object.js'
import { isOf } from '../../controllers/workload/pods.js'
import { ownField } from '../../internal/lists.js'

/**
 * Objects of the snapshot that a tool deletes because of one of its own, in the order of the snapshot. Lists of what is in
 * another cluster name none.
 */
export const managedBy = (object: WholeObject, objects: ReadonlyArray<WholeObject>): ReadonlyArray<Target> => {
  const tool = tools.find(({ isOwn }) => isOwn(object))
  if (tool === undefined) return []
  const keys = new Set(tool.listed(object))
  return keys.size === 0 ? [] : objects.filter((one) => keys.has(keyOf(one)) && !tool.spares(object, one)).map(targetOf)
}

/** Keys of what a tool deletes because of an object of its own; nothing for other objects. */
export const managedKeys = (object: WholeObject): ReadonlyArray<string> =>
  tools.find(({ isOwn }) => isOwn(object))?.listed(object) ?? []

interface Tool {
  readonly isOwn: (object: WholeObject) => boolean
  /** Keys of what it deletes because of an object of its own. */
  readonly listed: (object: WholeObject) => ReadonlyArray<string>
  /** What is listed, and stays all the same. */
  readonly spares: (object: WholeObject, listed: WholeObject) => boolean
}

/** `status.resources` of an Application. */
const argo: Tool = {
  isOwn: isOf('argoproj.io', 'Application'),
  listed: ({ spec, status }) => {
    const { server, name } = { server: textIn(spec, 'server'), name: textIn(spec, 'name') }
    const isHere = name === undefined ? server === undefined || server === ownServer : name === 'in-cluster'
    return isHere ? itemsOf(ownField(status, 'resources')).map(keyOfResource) : []
  },
  spares: ({ metadata }, listed) =>
    isOf('apiextensions.k8s.io', 'CustomResourceDefinition')(listed) ||
    metadata.uid === listed.metadata.uid ||
    optionsOf(listed).includes('Delete=false') ||
    annotationOf(listed, 'helm.sh/resource-policy') === 'keep',
}

const ownServer = 'https://kubernetes.default.svc'

/** A field of the destination of an Application. */
const textIn = (spec: unknown, field: string): string | undefined => {
  const text = ownField(ownField(spec, 'destination'), field)
  return typeof text === 'string' && text !== '' ? text : undefined
}

const optionsOf = (object: WholeObject): ReadonlyArray<string> =>
  (annotationOf(object, 'argocd.argoproj.io/sync-options') ?? '').split(',').map((option) => option.trim())

const keyOfResource = (resource: unknown): string =>
  ['namespace', 'name', 'group', 'kind']
    .map((field) => ownField(resource, field))
    .map((part) => (typeof part === 'string' ? part : ''))
    .join('_')

const fluxGroup = 'kustomize.toolkit.fluxcd.io'

/** `status.inventory.entries` of a Kustomization: `namespace_name_group_kind`. */
const flux: Tool = {
  isOwn: isOf(fluxGroup, 'Kustomization'),
  listed: ({ spec, status }) =>
    prunes(spec) && ownField(spec, 'kubeConfig') === undefined
      ? itemsOf(ownField(ownField(status, 'inventory'), 'entries')).flatMap((entry) => {
          const id = ownField(entry, 'id')
          return typeof id === 'string' ? [id] : []
        })
      : [],
  spares: ({ metadata: { name, namespace } }, { metadata: { labels, annotations } }) =>
    ownField(labels, `${fluxGroup}/name`) !== name ||
    ownField(labels, `${fluxGroup}/namespace`) !== namespace ||
    [labels, annotations].some((marks) =>
      ['prune', 'reconcile'].some((mark) => ownField(marks, `${fluxGroup}/${mark}`) === 'disabled'),
    ),
}

/** Whether what a Kustomization lists goes with it. */
const prunes = (spec: unknown): boolean => {
  if (ownField(spec, 'suspend') === true) return false
  const policy = ownField(spec, 'deletionPolicy')
  return policy === 'Delete' || policy === 'WaitForTermination'
    ? true
    : policy !== 'Orphan' && ownField(spec, 'prune') === true
}

const tools: ReadonlyArray<Tool> = [argo, flux]

/** The key under which an inventory lists an object: `namespace_name_group_kind`. */
export const keyOf = ({ apiVersion, kind, metadata: { namespace = '', name } }: WholeObject): string =>
  `${namespace}_${name}_${groupOf(apiVersion)}_${kind}`

const itemsOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
