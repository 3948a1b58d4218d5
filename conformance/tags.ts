/**
 * Answers which reasons, events and refusals a plan holds, so that the fidelity table can say which recordings reach them.
 */
import { option as O } from 'fp-ts'

import type { Family, Plan } from '../src/core/index.js'
import { amendmentsOf } from '../src/core/index.js'

/** The tags of a plan, each once. */
export const tagsOf = <F extends Family>(plan: Plan<F>): ReadonlyArray<string> => {
  const tags = new Set<string>()
  for (const pass of plan.passes) {
    for (const { reasons } of [...pass.removals, ...pass.reserve]) for (const { _tag } of reasons) tags.add(_tag)
    for (const { reasons } of amendmentsOf(pass)) for (const { _tag } of reasons) tags.add(_tag)
    for (const { reasons } of pass.kept) for (const { _tag } of reasons) tags.add(_tag)
    for (const { _tag } of pass.events) tags.add(_tag)
    if (O.isSome(pass.refusal)) tags.add(pass.refusal.value._tag)
    if (pass.measured !== undefined) tags.add(measurementTag(pass.measured))
  }
  return [...tags]
}

const measurementTag = ({ _tag }: { readonly _tag: string }): string => _tag
