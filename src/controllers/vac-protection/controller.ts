/**
 * The protection of VolumeAttributesClasses: a class that is being deleted keeps its finalizer while a volume or a claim
 * names it.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/vacprotection/vac_protection_controller.go processVAC
 */
import { type WholeObject, groupOf, hasFinalizer, isBeingDeleted } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import { putFinalizer, takeFinalizer } from '../acts.js'
import { type Change, type Controller, type View, noKeys } from '../controller.js'
import { isClaim, isVolume } from '../volumes.js'
import { classesOf, mayUse } from './users.js'

/** Why a class is protected, or no longer. */
export type ClassProtectionWhy =
  /**
   * It is being deleted, and no volume and no claim names it.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/vacprotection/vac_protection_controller.go removeFinalizer
   */
  | { readonly _tag: 'ClassUnused' }
  /**
   * Every class has the finalizer.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/vacprotection/vac_protection_controller.go addFinalizer
   */
  | { readonly _tag: 'ClassProtected' }

/** What it is called. */
const classProtection = 'volumeattributesclass-protection-controller'

/** The finalizer of classes. */
export const classFinalizer = 'kubernetes.io/vac-protection'

/** The controller; its keys are names of classes. */
export const vacProtectionController = (): Controller<ClassProtectionWhy> => ({
  name: classProtection,
  /** @upstream kubernetes 1.36.2 pkg/controller/volume/vacprotection/vac_protection_controller.go processNextWorkItem */
  retries: 'refusals',
  watches: ['VolumeAttributesClass', 'PersistentVolume', 'PersistentVolumeClaim'],
  keysOf: (change) => {
    const { _tag, object } = change
    if (isClass(object)) return _tag === 'Deleted' ? noKeys : [object.metadata.name]
    return isVolume(object) || isClaim(object) ? letGo(change) : noKeys
  },
  reconcile: (view) => (name) => {
    const found = view.get(classNamed(name))
    if (found === undefined) return { requests: [], why: { _tag: 'ClassUnused' } }
    const has = hasFinalizer(classFinalizer)(found)
    if (!isBeingDeleted(found))
      return { requests: has ? [] : [putFinalizer(found, classFinalizer)], why: { _tag: 'ClassProtected' } }
    const isFree = has && isUnused(view, name)
    return { requests: isFree ? [takeFinalizer(found, classFinalizer)] : [], why: { _tag: 'ClassUnused' } }
  },
})

const isClass = ({ apiVersion, kind }: WholeObject): boolean =>
  kind === 'VolumeAttributesClass' && groupOf(apiVersion) === 'storage.k8s.io'

const classNamed = (name: string): Address => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttributesClass',
  resource: 'volumeattributesclasses',
  name,
})

/** The classes that a volume or claim no longer names. */
const letGo = (change: Change): ReadonlyArray<string> => {
  if (change._tag === 'Deleted') return classesOf(change.object)
  if (change._tag === 'Added' || change.old === undefined) return noKeys
  const now = classesOf(change.object)
  return classesOf(change.old).filter((name) => !now.includes(name))
}

/** A volume or claim that is not shown may name it. */
const isUnused = (view: View, name: string): boolean =>
  ['PersistentVolume', 'PersistentVolumeClaim'].every(
    (kind) => view.covers('v1', kind) && !view.listOf('', kind).some(mayUse(name)),
  )
