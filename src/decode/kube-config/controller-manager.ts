/**
 * Decoder of kube-controller-manager flags: the settings of its garbage collecting controllers. Other flags are
 * reported, never an error.
 */
import { either as E, function as F } from 'fp-ts'

import type { Stoppable } from '../../simulate/control-plane/policy.js'
import type { InvalidInput } from '../../core/problem.js'
import { type FlagReader, int32Flag, settingsIn } from '../flags.js'

/** The flags that concern collectors; absent ones were not given. */
export interface ControllerManagerFlags {
  /** `--terminated-pod-gc-threshold`; 0 and less: no limit. */
  readonly terminatedPodGcThreshold?: number
  /** `--controllers`, item by item; the first item that concerns a controller decides. */
  readonly controllers?: ReadonlyArray<string>
}

/** The flags of a command line, and what was ignored, in order. */
export interface DecodedControllerManagerFlags {
  readonly flags: ControllerManagerFlags
  readonly ignored: ReadonlyArray<string>
}

const readers = new Map<string, FlagReader<ControllerManagerFlags>>([
  [
    'terminated-pod-gc-threshold',
    (value) => E.map((terminatedPodGcThreshold: number) => ({ terminatedPodGcThreshold }))(int32Flag(value)),
  ],
  ['controllers', (value) => E.right({ controllers: value === '' ? [] : value.split(',') })],
])

const addSetting = (
  before: ControllerManagerFlags,
  { controllers, ...rest }: ControllerManagerFlags,
): ControllerManagerFlags => ({
  ...before,
  ...rest,
  ...(controllers === undefined ? {} : { controllers: [...(before.controllers ?? []), ...controllers] }),
})

/**
 * Reads the flags of kube-controller-manager from a list of arguments, or from one text that is split as a shell would.
 *
 * Takes `--flag=value` and `--flag value`; `_` in a flag's name counts as `-`. The last threshold wins; lists of
 * controllers add up. Fails with InvalidInput, the path being the flag, for a missing value, a threshold that is no
 * 32-bit integer, and other input.
 *
 * @upstream kubernetes 1.36.2 cmd/kube-controller-manager/app/options/podgccontroller.go AddFlags
 *
 * @example
 * ```ts
 * import { controllerManagerPolicies, decodeControllerManagerFlags } from 'gcplan/decode'
 *
 * const decoded = decodeControllerManagerFlags('--terminated-pod-gc-threshold=100 --controllers=*,-ttl-after-finished')
 * if (decoded._tag === 'Right') console.log(controllerManagerPolicies(decoded.right.flags))
 * // {
 * //   podGc: { controller: 'on', terminatedPodGcThreshold: 100 },
 * //   ttl: { controller: 'off' },
 * //   stopped: []
 * // }
 * ```
 */
export const decodeControllerManagerFlags: (input: unknown) => E.Either<InvalidInput, DecodedControllerManagerFlags> =
  F.flow(
    settingsIn('flags of kube-controller-manager')(readers),
    E.map(({ settings, ignored }) => ({ flags: settings.reduce(addSetting, {}), ignored })),
  )

/** What the flags set for each collector; spread the policies over the presets of `gcplan/simulate/control-plane`. */
export interface ControllerManagerPolicies {
  readonly podGc: { readonly controller: 'on' | 'off'; readonly terminatedPodGcThreshold: number }
  readonly ttl: { readonly controller: 'on' | 'off' }
  /** Other disabled controllers. */
  readonly stopped: ReadonlyArray<Stoppable>
}

const stoppable: ReadonlyArray<readonly [controller: Stoppable, oldName: string]> = [
  ['deployment', 'deployment'],
  ['statefulset', 'statefulset'],
  ['daemonset', 'daemonset'],
  ['cronjob', 'cronjob'],
  ['garbage-collector', 'garbagecollector'],
]

/**
 * The settings of a kube-controller-manager with these flags, and its defaults.
 *
 * Shape: the first item of `--controllers` that names a controller (by its old or new name), `name` or `-name`,
 * decides; else `*` enables it.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/controller-manager/pkg/genericcontrollermanager/app/helper.go IsControllerEnabled
 */
export const controllerManagerPolicies = ({
  terminatedPodGcThreshold = 12_500,
  controllers = ['*'],
}: ControllerManagerFlags): ControllerManagerPolicies => ({
  podGc: {
    controller: stateOf(controllers, ['pod-garbage-collector-controller', 'podgc']),
    terminatedPodGcThreshold,
  },
  ttl: { controller: stateOf(controllers, ['ttl-after-finished-controller', 'ttl-after-finished']) },
  stopped: stoppable.flatMap(([controller, oldName]) =>
    stateOf(controllers, [`${controller}-controller`, oldName]) === 'off' ? [controller] : [],
  ),
})

const stateOf = (controllers: ReadonlyArray<string>, names: ReadonlyArray<string>): 'on' | 'off' => {
  for (const item of controllers) {
    if (names.includes(item)) return 'on'
    if (item.startsWith('-') && names.includes(item.slice(1))) return 'off'
  }
  return controllers.includes('*') ? 'on' : 'off'
}
