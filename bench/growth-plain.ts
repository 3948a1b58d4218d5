/** What plain operations of the engine grow by: a reader that does one of them cannot grow by less. */
import type { Growing } from './growing.js'

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const plainly = (name: string, textOf: (size: number) => string, read: (text: string) => unknown): Growing => ({
  name: `plain ${name}`,
  prepare: (size) => {
    const text = textOf(size)
    return () => read(text)
  },
})

const record = (index: number): object => ({
  id: `c${index}`,
  labels: { pod: `web-${index % 999}`, container: 'app', uid: `u${index}` },
  mounts: [{ path: '/a' }, { path: '/b' }],
})

export const plain: ReadonlyArray<Growing> = [
  plainly(
    'JSON.parse, a list of records',
    (size) => JSON.stringify(times(size, record)),
    (text) => JSON.parse(text),
  ),
  plainly(
    'JSON.parse, one object of n keys',
    (size) => JSON.stringify(Object.fromEntries(times(size, (index) => [`key${index}`, 'a']))),
    (text) => JSON.parse(text),
  ),
  plainly(
    'split, a set of n lines',
    (size) => times(size, (index) => `shop_web-${index}_${(index * 7919) % size}`).join('\n'),
    (text) => new Set(text.split('\n')),
  ),
  {
    name: 'plain objects by uid, changed and removed',
    prepare: (size) => {
      const objects = times(size, (index) => ({
        uid: `u${index}`,
        owner: `u${index % 99}`,
        metadata: { name: `p${index}` },
      }))
      return () => changeAll(objects)
    },
  },
]

/** What no server can do without: a map by uid, a list of dependents, a new object for each change. */
const changeAll = (objects: ReadonlyArray<{ readonly uid: string; readonly owner: string }>): number => {
  const byUid = new Map(objects.map((object) => [object.uid, object]))
  const dependents = new Map<string, Set<string>>()
  for (const { uid, owner } of objects) {
    const of = dependents.get(owner)
    if (of === undefined) dependents.set(owner, new Set([uid]))
    else of.add(uid)
  }
  for (const { uid } of objects) {
    const object = byUid.get(uid)
    if (object !== undefined) byUid.set(uid, { ...object })
  }
  for (const { uid, owner } of objects) {
    byUid.delete(uid)
    dependents.get(owner)?.delete(uid)
  }
  return byUid.size
}
