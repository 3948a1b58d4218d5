/** Finds objects of a cluster for somebody who chooses one. */
import type { KubeObject } from 'gcplan/apiserver'

import { sayListed } from '../../../../src/cli/kubernetes/object.js'
import type { Found } from '../offer'

/** As many as a list under a field shows. */
const most = 50

/** Objects whose kind and name contain all words of a text; without a text, those that are owned by nobody come first. */
export const objectsLike = (objects: ReadonlyArray<KubeObject>, text: string): ReadonlyArray<Found> => {
  const words = text
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((word) => word !== '')
  const hits: KubeObject[] = []
  for (const object of words.length === 0 ? rootsFirst(objects) : objects) {
    const label = sayListed(object).toLowerCase()
    if (words.every((word) => label.includes(word) || object.metadata.uid.startsWith(word))) hits.push(object)
    if (hits.length >= most * 4) break
  }
  return hits
    .toSorted((a, b) => a.metadata.name.length - b.metadata.name.length)
    .slice(0, most)
    .map((object) => ({ word: wordFor(objects, object), label: sayListed(object) }))
}

function* rootsFirst(objects: ReadonlyArray<KubeObject>): Iterable<KubeObject> {
  const owns = new Set<string>()
  for (const { metadata } of objects) for (const { uid } of metadata.ownerReferences ?? []) owns.add(uid)
  for (const object of objects)
    if (owns.has(object.metadata.uid) && (object.metadata.ownerReferences ?? []).length === 0) yield object
  for (const object of objects) if (!owns.has(object.metadata.uid)) yield object
}

/** Kind and name where only this object has them, else its uid. */
export const wordFor = (objects: ReadonlyArray<KubeObject>, { kind, metadata }: KubeObject): string => {
  let alike = 0
  for (const other of objects) if (other.kind === kind && other.metadata.name === metadata.name) alike += 1
  return alike === 1 ? `${kind.toLowerCase()}/${metadata.name}` : metadata.uid
}
