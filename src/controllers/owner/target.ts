/**
 * How an owner is named in a plan, and the sort order of targets.
 */
import { compareText } from '../../internal/lists.js'
import type { OwnerReference, Target } from '../../apiserver/object.js'
import type { Owner } from './reason.js'

/** The owner that a reference names. */
export const ownerOf = ({ apiVersion, kind, name, uid }: OwnerReference): Owner => ({ apiVersion, kind, name, uid })

/** By namespace, name and uid; objects of the cluster first. */
export const compareTargets = (a: Target, b: Target): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name) || compareText(a.id, b.id)

/** {@link compareTargets}, of what is decided about them. */
export const byTarget = (a: { readonly target: Target }, b: { readonly target: Target }): number =>
  compareTargets(a.target, b.target)
