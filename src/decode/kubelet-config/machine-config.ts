/**
 * Decoders of OpenShift's KubeletConfig and MachineConfigPool resources: the settings, the pool selector, and the
 * labels of the pools.
 */
import { either as E, option as O, readonlyArray } from 'fp-ts'
import * as t from 'io-ts'

import { pipe } from '../../core/fp.js'
import { type InvalidInput, type Problem, show } from '../../core/problem.js'
import {
  type Decoder,
  type Of,
  fields,
  inside,
  items,
  mapped,
  named,
  optional,
  readFrom,
  withDefault,
} from '../codec.js'
import { text } from '../leaf.js'
import { type KubeletConfiguration, decodeConfigurationAt } from './configuration.js'
import { int32, texts } from './leaf.js'
import { unlessProblems } from '../problems.js'
import type { PoolSelector, Requirement } from './pool-selector.js'
import { isRecord } from '../../internal/lists.js'

/** A KubeletConfig of `machineconfiguration.openshift.io`. */
export interface KubeletConfigResource {
  readonly name: string
  /** What `spec.kubeletConfig` sets; default empty. */
  readonly configuration: KubeletConfiguration
  readonly selector: PoolSelector
}

/** A MachineConfigPool, as far as a KubeletConfig concerns it. */
export interface MachineConfigPool {
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
  /** Machines in the pool; none when its status does not say. */
  readonly machineCount: O.Option<number>
}

/**
 * Reads a KubeletConfig resource from an already parsed object.
 *
 * `spec.kubeletConfig` is read as {@link decodeKubeletConfiguration} does. Fails with InvalidInput for another kind, a
 * missing name or spec, a field of the wrong type, an unknown operator, `In` or `NotIn` without values, and `Exists` or
 * `DoesNotExist` with values.
 *
 * @example
 * ```ts
 * import { decodeKubeletConfigResource } from 'gcplan/decode'
 *
 * const decoded = decodeKubeletConfigResource({
 *   kind: 'KubeletConfig',
 *   metadata: { name: 'imgc-kubeconfig' },
 *   spec: { kubeletConfig: { imageMinimumGCAge: '5m30s' }, machineConfigPoolSelector: { matchLabels: { imgc: 'optimized' } } },
 * })
 * if (decoded._tag === 'Right') console.log(decoded.right.configuration) // { imageMinimumGCAge: '5m30s' }
 * ```
 */
export const decodeKubeletConfigResource = (input: unknown): E.Either<InvalidInput, KubeletConfigResource> =>
  pipe(
    readFrom(resource)('KubeletConfig')(input),
    E.bindTo('read'),
    E.bind('configuration', ({ read: { spec } }) =>
      decodeConfigurationAt('spec.kubeletConfig')(spec.kubeletConfig ?? {}),
    ),
    E.bind('selector', ({ read: { spec } }) => selectorOf(spec.machineConfigPoolSelector)),
    E.map(({ read: { metadata }, configuration, selector }) => ({ name: metadata.name, configuration, selector })),
  )

/**
 * Reads MachineConfigPools from one already parsed pool, an array of them, or a list object with `items`.
 *
 * The order is that of the input. Fails with InvalidInput for another kind, a missing name, and labels that are not texts.
 *
 * @example
 * ```ts
 * import { decodeMachineConfigPools } from 'gcplan/decode'
 *
 * const pools = decodeMachineConfigPools([{ kind: 'MachineConfigPool', metadata: { name: 'worker' } }])
 * if (pools._tag === 'Right') console.log(pools.right.map((pool) => pool.name)) // [ 'worker' ]
 * ```
 */
export const decodeMachineConfigPools = (input: unknown): E.Either<InvalidInput, ReadonlyArray<MachineConfigPool>> => {
  const [path, found] = itemsOf(input)
  return readFrom(named('an array of pools', items(pool)), path)('MachineConfigPools')(found)
}

const itemsOf = (input: unknown): readonly [path: string, items: unknown] => {
  if (!isRecord(input)) return ['', input]
  return Object.hasOwn(input, 'items') ? ['items', input['items']] : ['', [input]]
}

/** `null` also where the field is absent. */
const orNull = <A>(reader: Decoder<A>): Decoder<A | null> => withDefault<A | null>(reader, null)

const operator: Decoder<Requirement['_tag']> = named(
  '"In", "NotIn", "Exists" or "DoesNotExist"',
  t.keyof({ In: null, NotIn: null, Exists: null, DoesNotExist: null }),
)

const expression = named(
  'a requirement',
  fields({ key: text, operator, values: orNull(named('an array of strings', items(text))) }),
)

const selector = named(
  'a label selector',
  fields({
    matchLabels: orNull(texts),
    matchExpressions: orNull(named('an array of requirements', items(expression))),
  }),
)

const resource = named(
  'a KubeletConfig',
  fields({
    kind: t.literal('KubeletConfig'),
    metadata: named('an object with a name', fields({ name: text })),
    spec: fields({ kubeletConfig: t.unknown, machineConfigPoolSelector: orNull(selector) }),
  }),
)

const pool: Decoder<MachineConfigPool> = mapped(
  named(
    'a MachineConfigPool',
    fields({
      kind: t.literal('MachineConfigPool'),
      metadata: named('an object with a name', fields({ name: text, labels: withDefault(texts, new Map()) })),
      status: withDefault(inside('machineCount', optional(int32)), O.none),
    }),
  ),
  ({ metadata, status: machineCount }) => ({ ...metadata, machineCount }),
)

const selectorOf = (written: Of<typeof selector> | null): E.Either<InvalidInput, PoolSelector> => {
  if (written === null) return E.right({ _tag: 'Missing' })
  const labels = [...(written.matchLabels ?? [])].map(([key, value]): Requirement => ({
    _tag: 'In',
    key,
    values: [value],
  }))
  const { left: problems, right: expressions } = readonlyArray.separate(
    (written.matchExpressions ?? []).map(requirementOf),
  )
  return unlessProblems(
    'KubeletConfig',
    problems,
  )<PoolSelector>({ _tag: 'Requirements', requirements: [...labels, ...expressions] })
}

const requirementOf = (
  { key, operator, values }: Of<typeof expression>,
  index: number,
): E.Either<Problem, Requirement> => {
  const [first, ...rest] = values ?? []
  const refuse = (expected: string): E.Either<Problem, never> =>
    E.left({
      path: `spec.machineConfigPoolSelector.matchExpressions[${index}].values`,
      expected,
      actual: show(values ?? undefined),
    })
  if (operator === 'In' || operator === 'NotIn') {
    return first === undefined
      ? refuse('at least one value')
      : E.right({ _tag: operator, key, values: [first, ...rest] })
  }
  return first === undefined ? E.right({ _tag: operator, key }) : refuse('no values')
}
