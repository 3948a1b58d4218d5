/** Rules of the HTTP face by which releases differ. Each has a name; a release is a set of them. */
import { either as E, function as F } from 'fp-ts'

import { type WholeObject, groupOf } from '../../apiserver/object.js'
import { presetOfVersion } from '../../core/release.js'

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
}

const kubernetes_1_33: ReleaseSwitches = {
  namespaceNameLabel: true,
  uncounted: new Set(),
  versionOfGone: 'own',
}
/** Generations of pods count since 1.33. */
const kubernetes_1_26: ReleaseSwitches = { ...kubernetes_1_33, uncounted: new Set(['/Pod']) }
const kubernetes_1_20: ReleaseSwitches = {
  namespaceNameLabel: false,
  uncounted: new Set(['/Pod', '/PodTemplate', 'batch/Job', 'batch/CronJob']),
  versionOfGone: 'last',
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
