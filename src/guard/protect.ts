/**
 * Guards that always hold targets back: by rule, kind, namespace, label, finalizer or pin, or because nothing could
 * restore them. Missing evidence means keep: a failed look drops the removal from the plan, never the protection.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../core/fp.js'
import { type Knowledge, unknown } from '../core/knowledge.js'
import type { Family, Plan } from '../core/plan.js'
import { thrownText } from '../core/thrown.js'
import { type Labels, kindOf, namesOf, namespaceOf } from './facts.js'
import type { Guard, Guarded } from './guard.js'
import { guarding } from './guarding.js'
import { withhold } from './withhold.js'
import { isPin, matches } from './pattern.js'
import type { Protection, TargetRef } from './protection.js'
import type { Refusals } from './refusal.js'
import { type Kind, type Settings, aFunction, listOf, aText, optional } from './setting.js'

/**
 * Keeps every target that matches a rule; the reason gives the rule's name.
 *
 * @example
 * ```ts
 * import { explainProtection, protectWhere } from 'gcplan/guard'
 *
 * const guard = protectWhere('images of the platform team')(({ id }) => id.startsWith('platform/'))
 * console.log(typeof guard, explainProtection({ _tag: 'ProtectedByRule', rule: 'images of the platform team' }))
 * // function protected by the rule "images of the platform team"
 * ```
 */
export const protectWhere =
  (rule: string) =>
  <T extends TargetRef = TargetRef>(holds: (target: T) => boolean): Guard<T> =>
    protecting('protectWhere', { rule: [rule, aText], holds: [holds, aFunction] }, (target: T) =>
      holds(target) ? fp.some({ _tag: 'ProtectedByRule', rule }) : fp.none,
    )

/**
 * Keeps every target that your check says is protected, and every target whose check failed or is missing.
 *
 * Shape: `look` gives the result for a target: `false` does not protect it, anything else does; a refusal says why there is
 * no result.
 */
export const protectByEvidence =
  (rule: string) =>
  <T extends TargetRef = TargetRef>(look: (target: T) => E.Either<string, boolean>): Guard<T> =>
    protecting(
      'protectByEvidence',
      { rule: [rule, aText], look: [look, aFunction] },
      (target: T): O.Option<Protection> =>
        fp.pipe(
          look(target),
          fp.match(
            (because) => missing(rule, because),
            (isProtected: unknown) => (isProtected === false ? fp.none : fp.some({ _tag: 'ProtectedByRule', rule })),
          ),
        ),
    )

/** Kinds whose loss destroys data or a whole tenant; the default of {@link protectKinds}. */
export const protectedKinds: ReadonlyArray<string> = [
  'Namespace',
  'CustomResourceDefinition',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'StorageClass',
  'Node',
]

/** Keeps every target of these kinds; {@link protectedKinds} by default. */
export const protectKinds = (kinds: ReadonlyArray<string> = protectedKinds): Guard => {
  const among = membership(kinds)
  return protecting('protectKinds', listOf('kinds', kinds), (target) => {
    const kind = kindOf(target)
    return among(kind) ? fp.some({ _tag: 'ProtectedKind', kind }) : fp.none
  })
}

/** Namespaces that Kubernetes itself lives in. */
export const systemNamespaces: ReadonlyArray<string> = ['kube-system', 'kube-public', 'kube-node-lease']

/** Keeps every target in these namespaces; {@link systemNamespaces} by default. */
export const protectNamespaces = (namespaces: ReadonlyArray<string> = systemNamespaces): Guard => {
  const among = membership(namespaces)
  return protecting('protectNamespaces', listOf('namespaces', namespaces), (target) => {
    const namespace = namespaceOf(target)
    return fp.isSome(namespace) && among(namespace.value)
      ? fp.some({ _tag: 'ProtectedNamespace', namespace: namespace.value })
      : fp.none
  })
}

/**
 * Keeps every target with a label, whatever its value or with this one, and every target whose labels are unknown.
 *
 * Shape: `labelsOf` as in `listingOf`; annotations work too.
 */
export const protectLabel =
  (label: string, value?: string) =>
  <T extends TargetRef = TargetRef>(labelsOf: (target: T) => Knowledge<Labels>): Guard<T> =>
    protecting('protectLabel', labelSettings(label, value, labelsOf), (target: T): O.Option<Protection> => {
      const labels = answered(labelsOf(target))
      if (labels._tag === 'Unknown') return missing(`label ${label}`, 'its labels are unknown')
      const found = Object.hasOwn(labels.value, label) ? labels.value[label] : undefined
      if (found === undefined || (value !== undefined && found !== value)) return fp.none
      return fp.some({ _tag: 'ProtectedByLabel', label, value: found })
    })

const labelSettings = (label: string, value: string | undefined, labelsOf: unknown): Settings => ({
  label: [label, aText],
  value: [value, optional({ expected: 'a string', holds: (given) => typeof given === 'string' })],
  labelsOf: [labelsOf, aFunction],
})

/** Keeps every target with one of these finalizers, and every target whose finalizers are unknown. */
export const protectFinalizers =
  (finalizers: ReadonlyArray<string>) =>
  <T extends TargetRef = TargetRef>(finalizersOf: (target: T) => Knowledge<ReadonlyArray<string>>): Guard<T> => {
    const among = membership(finalizers)
    const settings: Settings = { ...listOf('finalizers', finalizers), finalizersOf: [finalizersOf, aFunction] }
    return protecting('protectFinalizers', settings, (target: T): O.Option<Protection> => {
      const found = answered(finalizersOf(target))
      if (found._tag === 'Unknown') return missing('finalizers', 'its finalizers are unknown')
      const finalizer = found.value.find(among)
      return finalizer === undefined ? fp.none : fp.some({ _tag: 'ProtectedByFinalizer', finalizer })
    })
  }

/**
 * Keeps every target with a name that matches a pin: the name itself, a prefix (`registry.k8s.io/pause*`), or a part of
 * it (`*pause*`). The pin may omit the tag or digest.
 *
 * Shape: default names: {@link namesOf}. The three forms are those of CRI-O's pinned images.
 */
export const protectPinned = <T extends TargetRef = TargetRef>(
  pins: ReadonlyArray<string>,
  names: (target: T) => ReadonlyArray<string> = namesOf,
): Guard<T> =>
  protecting(
    'protectPinned',
    { ...listOf('pins', pins, aPin), names: [names, aFunction] },
    (target: T): O.Option<Protection> => {
      for (const name of names(target))
        for (const pattern of pins)
          if (matches(pattern, name)) return fp.some({ _tag: 'PinnedByPattern', pattern, name })
      return fp.none
    },
  )

const aPin: Kind = { expected: 'a name, with a star only at its end or at both ends', holds: isPin }

/**
 * Keeps targets that cannot be restored, such as an image that no registry has, and those for which this is unknown.
 */
export const protectIrreplaceable = <T extends TargetRef = TargetRef>(
  canBeBroughtBack: (target: T) => Knowledge<boolean>,
): Guard<T> =>
  protecting(
    'protectIrreplaceable',
    { canBeBroughtBack: [canBeBroughtBack, aFunction] },
    (target: T): O.Option<Protection> => {
      const found: Knowledge<unknown> = answered(canBeBroughtBack(target))
      if (found._tag === 'Unknown') return missing('irreplaceable', 'nobody knows whether it can be brought back')
      return found.value === true ? fp.none : fp.some({ _tag: 'CannotBeBroughtBack' })
    },
  )

/** What a look answered; what is no answer, such as a promise of one, is unknown. */
const answered = <A>(answer: Knowledge<A>): Knowledge<A> => (Object.hasOwn(answer, 'value') ? answer : unknown)

const missing = (rule: string, because: string): O.Option<Protection> =>
  fp.some({ _tag: 'EvidenceMissing', rule, because })

/** True for what is in a list. What is no list holds nothing; the guard has refused before anybody asks. */
const membership = (list: ReadonlyArray<string>): ((text: string) => boolean) => {
  const among = new Set(Array.isArray(list) ? list : [])
  return (text) => among.has(text)
}

const protecting = <T extends TargetRef>(
  name: string,
  settings: Settings,
  protectionOf: (target: T) => O.Option<Protection>,
): Guard<T> =>
  guarding<T>(
    name,
    () => settings,
    <F extends Family & { readonly Target: T }>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> =>
      fp.right(withhold<F>(({ target }) => attempted(name, protectionOf)(target))(plan)),
  )

/** A look that throws is a look without a result. */
const attempted =
  <T extends TargetRef>(name: string, protectionOf: (target: T) => O.Option<Protection>) =>
  (target: T): O.Option<Protection> => {
    try {
      return protectionOf(target)
    } catch (thrown) {
      return missing(name, thrownText(thrown))
    }
  }
