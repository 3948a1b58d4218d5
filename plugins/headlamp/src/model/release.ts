/** The rules of the release that a cluster runs; of the nearest one where its own are not known. */
import { either as E } from 'fp-ts'
import { presetOfVersion } from 'gcplan'
import * as Owner from 'gcplan/controllers/owner'
import { type CascadePolicy, cascadePresets, defaultCascadePolicy } from 'gcplan/simulate/cascade'

/** The rules, and what to know of their choice. */
export interface Rules {
  readonly owner: Owner.Policy
  readonly cascade: CascadePolicy
  readonly notes: ReadonlyArray<string>
}

interface Preset {
  readonly owner: Owner.Policy
  readonly cascade: CascadePolicy
}

const latest: Preset = { owner: Owner.defaultPolicy, cascade: defaultCascadePolicy }

const presets: Readonly<Record<keyof typeof Owner.presets, Preset>> = {
  kubernetes_1_20: { owner: Owner.presets.kubernetes_1_20, cascade: cascadePresets.kubernetes_1_20 },
  kubernetes_1_26: { owner: Owner.presets.kubernetes_1_26, cascade: cascadePresets.kubernetes_1_26 },
  kubernetes_1_31: { owner: Owner.presets.kubernetes_1_31, cascade: cascadePresets.kubernetes_1_31 },
  kubernetes_1_32: { owner: Owner.presets.kubernetes_1_32, cascade: cascadePresets.kubernetes_1_32 },
  kubernetes_1_33: { owner: Owner.presets.kubernetes_1_33, cascade: cascadePresets.kubernetes_1_33 },
  kubernetes_1_34: { owner: Owner.presets.kubernetes_1_34, cascade: cascadePresets.kubernetes_1_34 },
  kubernetes_1_35: { owner: Owner.presets.kubernetes_1_35, cascade: cascadePresets.kubernetes_1_35 },
  kubernetes_1_36: latest,
}

const ofVersion = presetOfVersion(presets)

/** The rules for a version as the server states it, e.g. `v1.33.4-eks-abc`. */
export const rulesFor = (version: string | undefined): Rules => {
  if (version === undefined)
    return { ...latest, notes: ['The server did not state its version: rules of Kubernetes 1.36.'] }
  const found = ofVersion(version)
  if (E.isRight(found)) return { ...found.right, notes: [] }
  if (found.left._tag === 'NoVersion')
    return {
      ...latest,
      notes: [`The server states the version ${version}, which cannot be read: rules of Kubernetes 1.36.`],
    }
  const line = found.left.nearest.at(-1) ?? '1.36'
  const nearest = ofVersion(line)
  return {
    ...(E.isRight(nearest) ? nearest.right : latest),
    notes: [`The rules of ${version} are not known: those of Kubernetes ${line}, the nearest, are applied.`],
  }
}
