/** Rules of the HTTP face by which releases differ. Each has a name; a release is a set of them. */
import { either as E, function as F } from 'fp-ts'

import type { ReplacesAbsent } from '../../apiserver/json-patch.js'
import { type WholeObject, groupOf } from '../../apiserver/object.js'
import type { AbsentField } from '../../apiserver/patch.js'
import { presetOfVersion } from '../../core/release.js'

/** How a request that can't be read is refused: 400, or 500. */
export type Unreadable = 'bad-request' | 'internal-error'

/** Rules by which releases differ. */
export interface ReleaseSwitches {
  /**
   * Whether a namespace gets a label with its name.
   * @upstream kubernetes 1.36.2 pkg/apis/core/v1/defaults.go SetDefaults_Namespace
   */
  readonly namespaceNameLabel: boolean
  /** Kinds whose generation does not count yet, as `group/kind`. */
  readonly uncounted: ReadonlySet<string>
  /**
   * The version that the answer to a deletion shows of an object that is gone: the last that it had, or that of its deletion.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go conditionalDelete
   */
  readonly versionOfGone: 'last' | 'own'
  /**
   * Whether the status of kinds of Kubernetes itself is shown as a table, which kubectl asks for since 1.24.
   * @upstream kubernetes 1.36.2 pkg/registry/apps/deployment/storage/storage.go ConvertToTable
   */
  readonly tableOfStatus: boolean
  /**
   * How a merge patch that is no object is refused: as a bad request (400), or as an internal error (500).
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go applyJSPatch
   */
  readonly unreadablePatch: Unreadable
  /**
   * How a list from the cache at a version that is no number is refused. Since 1.33 the cache reads options as the store does.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/storage/cacher/delegator.go GetList
   */
  readonly unreadableVersion: Unreadable
  /**
   * What a strategic merge patch gives a field that the object does not have.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go mergeMap
   */
  readonly strategicOfAbsent: AbsentField
  /**
   * What a JSON Patch does that replaces a field that the object does not have.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go applyJSPatch
   */
  readonly replaceOfAbsent: ReplacesAbsent
  /**
   * Which of two faults of a request to create is named: that its namespace is not there or going, or that its body names another one.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go createHandler
   */
  readonly looksFirstAt: 'namespace' | 'body'
  /**
   * Whether each pod of a collection gets the grace period that was asked for, or the one that the pod before it got.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go DeleteCollection
   */
  readonly graceInCollection: 'as-asked' | 'of-the-last'
  /**
   * Whether a page of metadata says how many objects remain.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go asPartialObjectMetadataList
   */
  readonly countsMetadata: boolean
}

const kubernetes_1_33: ReleaseSwitches = {
  namespaceNameLabel: true,
  uncounted: new Set(),
  versionOfGone: 'own',
  tableOfStatus: true,
  unreadablePatch: 'bad-request',
  unreadableVersion: 'bad-request',
  strategicOfAbsent: 'cleaned',
  replaceOfAbsent: 'refused',
  looksFirstAt: 'body',
  graceInCollection: 'as-asked',
  countsMetadata: true,
}
/** Generations of pods count since 1.33. */
const kubernetes_1_26: ReleaseSwitches = {
  ...kubernetes_1_33,
  uncounted: new Set(['/Pod']),
  unreadableVersion: 'internal-error',
}
const kubernetes_1_20: ReleaseSwitches = {
  namespaceNameLabel: false,
  uncounted: new Set(['/Pod', '/PodTemplate', 'batch/Job', 'batch/CronJob']),
  versionOfGone: 'last',
  tableOfStatus: false,
  unreadablePatch: 'internal-error',
  unreadableVersion: 'internal-error',
  strategicOfAbsent: 'as-stated',
  replaceOfAbsent: 'added',
  looksFirstAt: 'namespace',
  graceInCollection: 'of-the-last',
  countsMetadata: false,
}

const presets: { readonly [Preset in `kubernetes_1_${20 | 26 | 31 | 32 | 33 | 34 | 35 | 36}`]: ReleaseSwitches } = {
  kubernetes_1_20,
  kubernetes_1_26,
  kubernetes_1_31: kubernetes_1_26,
  kubernetes_1_32: kubernetes_1_26,
  kubernetes_1_33,
  kubernetes_1_34: kubernetes_1_33,
  kubernetes_1_35: kubernetes_1_33,
  kubernetes_1_36: kubernetes_1_33,
}

/** The rules of a release, which is known to have some. */
export const switchesOf = (release: string): ReleaseSwitches =>
  F.pipe(
    release,
    presetOfVersion<ReleaseSwitches>(presets),
    E.getOrElse(() => presets.kubernetes_1_36),
  )

/** True for a kind whose generation does not count in a release. */
export const isUncounted = (
  { uncounted }: ReleaseSwitches,
  { apiVersion, kind }: Pick<WholeObject, 'apiVersion' | 'kind'>,
): boolean => uncounted.has(`${groupOf(apiVersion)}/${kind}`)
