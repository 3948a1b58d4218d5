/**
 * Answers what OpenShift's KubeletConfig resources and machine config pools say: settings, the selector that ties them to
 * pools, and the labels of the pools.
 */
import { either as E, option as O } from 'fp-ts'
import * as t from 'io-ts'

import type { InvalidInput, Problem } from '../../core/problem.js'
import { show } from '../../core/problem.js'
import type { KubeletConfiguration } from './configuration.js'
import { decodeConfigurationAt } from './configuration.js'
import type { Leaf } from './leaf.js'
import { int32, invalidInputOf, isRecord, leaf, text, texts } from './leaf.js'
import type { PoolSelector, Requirement } from './pool-selector.js'

/** A KubeletConfig of `machineconfiguration.openshift.io`. */
export interface KubeletConfigResource {
  readonly name: string
  /** What `spec.kubeletConfig` sets; empty when it is left out. */
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
export const decodeKubeletConfigResource = (input: unknown): E.Either<InvalidInput, KubeletConfigResource> => {
  const read = resource.decode(input)
  if (E.isLeft(read)) return E.left(invalidInputOf('KubeletConfig', '')(read.left))
  const { metadata, spec } = read.right
  const configuration = decodeConfigurationAt('spec.kubeletConfig')(spec.kubeletConfig ?? {})
  if (E.isLeft(configuration)) return configuration
  return E.map((selector: PoolSelector) => ({ name: metadata.name, configuration: configuration.right, selector }))(
    selectorOf(spec.machineConfigPoolSelector),
  )
}

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
  const [path, items] = itemsOf(input)
  const read = t.array(pool, 'an array of pools').decode(items)
  if (E.isLeft(read)) return E.left(invalidInputOf('MachineConfigPools', path)(read.left))
  return E.right(
    read.right.map(({ metadata, status }) => ({
      name: metadata.name,
      labels: metadata.labels ?? new Map(),
      machineCount: O.fromNullable(status?.machineCount),
    })),
  )
}

const itemsOf = (input: unknown): readonly [path: string, items: unknown] => {
  if (!isRecord(input)) return ['', input]
  return Object.hasOwn(input, 'items') ? ['items', input['items']] : ['', [input]]
}

interface Resource {
  readonly kind: 'KubeletConfig'
  readonly metadata: { readonly name: string }
  readonly spec: { readonly kubeletConfig: unknown; readonly machineConfigPoolSelector: Selector | null }
}

interface Selector {
  readonly matchLabels: ReadonlyMap<string, string> | null
  readonly matchExpressions: ReadonlyArray<Expression> | null
}

interface Expression {
  readonly key: string
  readonly operator: Requirement['_tag']
  readonly values: ReadonlyArray<string> | null
}

interface Pool {
  readonly kind: 'MachineConfigPool'
  readonly metadata: { readonly name: string; readonly labels: ReadonlyMap<string, string> | null }
  readonly status: { readonly machineCount: number | null } | null
}

/** `null` also where the field is absent; a refusal is that of the codec alone, not of a union. */
const orNull = <A>(codec: Leaf<A>): Leaf<A | null> =>
  new t.Type<A | null, unknown, unknown>(
    codec.name,
    (value): value is A | null => value === null || codec.is(value),
    (value, context) => (value === null || value === undefined ? t.success(null) : codec.validate(value, context)),
    (value) => value,
  )

const kindOf = <A extends string>(kind: A): Leaf<A> => leaf(JSON.stringify(kind), (value): value is A => value === kind)

const operator: Leaf<Requirement['_tag']> = leaf(
  '"In", "NotIn", "Exists" or "DoesNotExist"',
  (value): value is Requirement['_tag'] =>
    value === 'In' || value === 'NotIn' || value === 'Exists' || value === 'DoesNotExist',
)

const expression: Leaf<Expression> = t.type(
  { key: text, operator, values: orNull(t.readonlyArray(text, 'an array of strings')) },
  'a requirement',
)

const selector: Leaf<Selector> = t.type(
  { matchLabels: orNull(texts), matchExpressions: orNull(t.readonlyArray(expression, 'an array of requirements')) },
  'a label selector',
)

const resource: Leaf<Resource> = t.type(
  {
    kind: kindOf('KubeletConfig'),
    metadata: t.type({ name: text }, 'an object with a name'),
    spec: t.type({ kubeletConfig: t.unknown, machineConfigPoolSelector: orNull(selector) }, 'an object'),
  },
  'a KubeletConfig',
)

const pool: Leaf<Pool> = t.type(
  {
    kind: kindOf('MachineConfigPool'),
    metadata: t.type({ name: text, labels: orNull(texts) }, 'an object with a name'),
    status: orNull(t.type({ machineCount: orNull(int32) }, 'an object')),
  },
  'a MachineConfigPool',
)

const selectorOf = (written: Selector | null): E.Either<InvalidInput, PoolSelector> => {
  if (written === null) return E.right({ _tag: 'Missing' })
  const labels = [...(written.matchLabels ?? [])].map(([key, value]): Requirement => ({
    _tag: 'In',
    key,
    values: [value],
  }))
  const read = (written.matchExpressions ?? []).map(requirementOf)
  const [first, ...rest] = read.flatMap((item) => (E.isLeft(item) ? [item.left] : []))
  if (first !== undefined) return E.left({ _tag: 'InvalidInput', source: 'KubeletConfig', problems: [first, ...rest] })
  const expressions = read.flatMap((item) => (E.isRight(item) ? [item.right] : []))
  return E.right({ _tag: 'Requirements', requirements: [...labels, ...expressions] })
}

const requirementOf = ({ key, operator, values }: Expression, index: number): E.Either<Problem, Requirement> => {
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
