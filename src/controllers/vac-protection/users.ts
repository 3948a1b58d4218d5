/**
 * Which VolumeAttributesClasses a volume or a claim names.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/vacprotection/vac_protection_controller.go getPVCReferencedVACNames
 * @upstream kubernetes 1.36.2 pkg/controller/volume/vacprotection/vac_protection_controller.go getPVReferencedVACNames
 */
import type { WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { isClaim, isVolume } from '../volumes.js'
import { textIn } from '../workload/fields.js'

/**
 * The classes that an object names: the one that it asks for, the one that it has, and the one that it is being changed
 * to. Other objects name none.
 */
export const classesOf = (object: WholeObject): ReadonlyArray<string> => {
  if (isVolume(object)) return [asked(object)].filter(isNamed)
  if (!isClaim(object)) return []
  const { status } = object
  return [
    asked(object),
    textIn(status, 'currentVolumeAttributesClassName'),
    textIn(ownField(status, 'modifyVolumeStatus'), 'targetVolumeAttributesClassName'),
  ].filter(isNamed)
}

/** Whether an object may use a class. One without its specification, or a claim without its status, may use any. */
export const mayUse =
  (name: string) =>
  (object: WholeObject): boolean =>
    object.spec === undefined || (isClaim(object) && object.status === undefined) || classesOf(object).includes(name)

const asked = ({ spec }: WholeObject): string | undefined => textIn(spec, 'volumeAttributesClassName')

const isNamed = (name: string | undefined): name is string => name !== undefined && name !== ''
