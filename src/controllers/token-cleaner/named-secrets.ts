/**
 * The Secrets that a pod names, wherever in its specification.
 *
 * @upstream kubernetes 1.36.2 pkg/api/v1/pod/util.go VisitPodSecretNames
 */
import type { WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { isObject } from '../../internal/schema/object.js'
import { listIn, listOrNone, textIn } from '../workload/fields.js'

const containerLists = ['initContainers', 'containers', 'ephemeralContainers']

/** True for a pod of which every place is shown, in its shape, that may name a Secret. */
export const showsSecrets = ({ spec }: WholeObject): boolean =>
  isObject(spec) &&
  !Array.isArray(spec) &&
  areLists(spec, ['imagePullSecrets', 'volumes', ...containerLists]) &&
  containerLists.flatMap((field) => listIn(spec, field)).every((one) => areLists(one, ['env', 'envFrom'])) &&
  listIn(spec, 'volumes').every((volume) => areLists(ownField(volume, 'projected'), ['sources']))

const areLists = (value: unknown, names: ReadonlyArray<string>): boolean =>
  names.every((name) => listOrNone(value, name) !== undefined)

/** The names, in no order; a Secret may be named twice. */
export const namedSecrets = ({ spec }: WholeObject): ReadonlyArray<string> => [
  ...namesIn(listIn(spec, 'imagePullSecrets')),
  ...containerLists.flatMap((field) => listIn(spec, field).flatMap(ofContainer)),
  ...listIn(spec, 'volumes').flatMap(ofVolume),
]

const namesIn = (references: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  references.flatMap((reference) => textIn(reference, 'name') ?? [])

const ofContainer = (container: unknown): ReadonlyArray<string> =>
  namesIn([
    ...listIn(container, 'envFrom').map((source) => ownField(source, 'secretRef')),
    ...listIn(container, 'env').map((variable) => ownField(ownField(variable, 'valueFrom'), 'secretKeyRef')),
  ])

/** Plugins that name a Secret as `secretRef.name`. */
const withReference = ['cephfs', 'cinder', 'flexVolume', 'rbd', 'scaleIO', 'iscsi', 'storageos']

const ofVolume = (volume: unknown): ReadonlyArray<string> => [
  ...['secret', 'azureFile'].flatMap((source) => textIn(ownField(volume, source), 'secretName') ?? []),
  ...namesIn(withReference.map((source) => ownField(ownField(volume, source), 'secretRef'))),
  ...namesIn([ownField(ownField(volume, 'csi'), 'nodePublishSecretRef')]),
  ...namesIn(listIn(ownField(volume, 'projected'), 'sources').map((source) => ownField(source, 'secret'))),
]
