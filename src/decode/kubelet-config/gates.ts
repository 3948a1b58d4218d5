/**
 * The feature gates that govern garbage collection, and what those that a kubelet was given make of its rules.
 */
import type { EvictionPolicy } from '../../kubelet/eviction/policy.js'
import { meantBy } from '../../internal/edits.js'
import type { Policy as ImagePolicy } from '../../kubelet/image/policy.js'

/** A gate that changes what is collected or evicted. */
export type GateName =
  | 'AllowOverwriteTerminationGracePeriodSeconds'
  | 'ImageMaximumGCAge'
  | 'ImageVolume'
  | 'KubeletEnsureSecretPulledImages'
  | 'KubeletSeparateDiskGC'
  | 'RuntimeClassInImageCriApi'

/** A gate in one release. */
export interface Gate {
  readonly stage: 'alpha' | 'beta' | 'stable' | 'deprecated'
  /** What holds where nobody sets it. */
  readonly on: boolean
  /** It cannot be changed. */
  readonly locked: boolean
}

/** The gates of one release; a kubelet that is given another one does not start. */
export type Gates = Readonly<Partial<Record<GateName, Gate>>>

/** Gates as given, by name; `AllAlpha` and `AllBeta` set those of that stage that are not given. */
export type GivenGates = ReadonlyMap<string, boolean>

/** A gate that a release refuses. */
export type GateProblem =
  | { readonly _tag: 'GateUnrecognized'; readonly gate: string }
  | { readonly _tag: 'GateLocked'; readonly gate: string; readonly given: boolean }

/** The rules that gates set, to be spread over a preset; empty where none is given. */
export interface GatedRules {
  readonly image: Partial<
    Pick<ImagePolicy, 'maxAgePass' | 'imageVolumes' | 'postGCHooks' | 'runtimeClassInImageCriApi'>
  >
  readonly eviction: Partial<Pick<EvictionPolicy, 'separateDiskGC' | 'softGrace'>>
  readonly loop: { readonly imageLoopStops?: 'at-high-100' | 'at-high-100-without-max-age' }
}

const names: ReadonlyArray<GateName> = [
  'AllowOverwriteTerminationGracePeriodSeconds',
  'ImageMaximumGCAge',
  'ImageVolume',
  'KubeletEnsureSecretPulledImages',
  'KubeletSeparateDiskGC',
  'RuntimeClassInImageCriApi',
]

/**
 * The given gates that a release does not know or does not let change. Gates that are about something else are not
 * looked at.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/component-base/featuregate/feature_gate.go SetFromMap
 */
export const gateProblems = (gates: Gates, given: GivenGates): ReadonlyArray<GateProblem> =>
  names.flatMap((gate): ReadonlyArray<GateProblem> => {
    const value = given.get(gate)
    const known = gates[gate]
    if (value === undefined) return []
    if (known === undefined) return [{ _tag: 'GateUnrecognized', gate }]
    return known.locked && known.on !== value ? [{ _tag: 'GateLocked', gate, given: value }] : []
  })

/** Whether a gate is on; undefined: as the release has it. */
export const gateGiven = (gates: Gates, given: GivenGates, name: GateName): boolean | undefined => {
  const gate = gates[name]
  if (gate === undefined || gate.locked) return undefined
  const all = gate.stage === 'alpha' ? 'AllAlpha' : gate.stage === 'beta' ? 'AllBeta' : ''
  return given.get(name) ?? given.get(all)
}

/** The rules that the given gates set. */
export const gatedRules = (gates: Gates, given: GivenGates): GatedRules => {
  const is = (name: GateName): boolean | undefined => gateGiven(gates, given, name)
  const maximumAge = is('ImageMaximumGCAge')
  const volumes = is('ImageVolume')
  const pulls = is('KubeletEnsureSecretPulledImages')
  const handlers = is('RuntimeClassInImageCriApi')
  const separate = is('KubeletSeparateDiskGC')
  return {
    image: {
      ...(maximumAge === undefined ? {} : { maxAgePass: maximumAge ? 'present' : 'absent' }),
      ...(volumes === undefined ? {} : { imageVolumes: volumes ? 'in-use' : 'ignored' }),
      ...(pulls === undefined ? {} : { postGCHooks: pulls ? 'present' : 'absent' }),
      ...(handlers === undefined ? {} : { runtimeClassInImageCriApi: handlers }),
    },
    eviction: {
      ...(separate === undefined ? {} : { separateDiskGC: separate }),
      ...(is('AllowOverwriteTerminationGracePeriodSeconds') === true ? { softGrace: 'maximum' } : {}),
    },
    loop:
      maximumAge === undefined ? {} : { imageLoopStops: maximumAge ? 'at-high-100-without-max-age' : 'at-high-100' },
  }
}

/** A given gate that makes no difference. */
export interface IdleGate {
  readonly gate: GateName
  readonly on: boolean
  readonly stage: Gate['stage']
  readonly locked: boolean
}

/** The given gates that say what the release does anyway. */
export const idleGates = (gates: Gates, given: GivenGates): ReadonlyArray<IdleGate> =>
  names.flatMap((gate) => {
    const known = gates[gate]
    return known === undefined || known.on !== given.get(gate) ? [] : [{ gate, ...known }]
  })

/** A given gate about which nothing is known here, in any release. */
export interface UnexaminedGate {
  readonly gate: string
  /** A gate that is within two letters of it. */
  readonly meant?: string
}

/** The given gates about which nothing is known here. */
export const unexaminedGates = (given: GivenGates): ReadonlyArray<UnexaminedGate> =>
  [...given.keys()]
    .filter((gate) => !examined.has(gate))
    .map((gate) => {
      const meant = meantBy(names, gate)
      return meant === undefined ? { gate } : { gate, meant }
    })

const examined: ReadonlySet<string> = new Set([...names, 'AllAlpha', 'AllBeta'])
