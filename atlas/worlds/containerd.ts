/**
 * Answers what the metadata of a case is for containerd's collector: a base, edited by the values of the dimensions. Edits
 * name objects by their alias, the member `@`, which is no part of the world. A value that is a text, and each text that an
 * edit brings in `subst`, stands for `${NAME}` wherever that is written.
 */
import type { Digits } from '../universe.js'

type Members = Record<string, unknown>

interface Edit {
  readonly subst?: Readonly<Record<string, string>>
  /** Objects by `NAMESPACE/LIST`. */
  readonly add?: Readonly<Record<string, ReadonlyArray<unknown>>>
  /** Items for lists of an object, by its alias. */
  readonly append?: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<unknown>>>>>
  /** Labels of an object, by its alias. */
  readonly labels?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

interface World {
  readonly namespaces: ReadonlyArray<Members>
}

export const containerdWorld =
  (base: unknown) =>
  (digits: Digits): unknown => {
    const values = [...digits]
    const edits = values.flatMap(([, value]) => (isObject(value) ? [value as Edit] : []))
    const texts = new Map([
      ...values.flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : [])),
      ...edits.flatMap(({ subst = {} }) => Object.entries(subst)),
    ])
    const fill = (text: string): string =>
      text.replace(/\$\{([^}]*)\}/g, (whole, name: string) => texts.get(name) ?? whole)
    const world = structuredClone(base) as World
    for (const { add = {} } of edits) for (const [path, objects] of Object.entries(add)) addTo(world, path, objects)
    const objects = aliased(world)
    for (const { append = {}, labels = {} } of edits) {
      for (const [alias, lists] of Object.entries(append)) appendTo(objects.get(alias), lists)
      for (const [alias, more] of Object.entries(labels)) label(objects.get(alias), more, fill)
    }
    return filled(fill)(world)
  }

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const addTo = (world: World, path: string, objects: ReadonlyArray<unknown>): void => {
  const slash = path.lastIndexOf('/')
  const namespace = world.namespaces.find(({ name }) => name === path.slice(0, slash))
  const list = path.slice(slash + 1)
  if (namespace !== undefined)
    namespace[list] = [...((namespace[list] ?? []) as ReadonlyArray<unknown>), ...structuredClone(objects)]
}

/** Takes the aliases off. */
const aliased = (world: World): ReadonlyMap<string, Members> => {
  const objects = new Map<string, Members>()
  for (const namespace of world.namespaces)
    for (const object of Object.values(namespace).flatMap((list) => (Array.isArray(list) ? (list as Members[]) : []))) {
      const alias = object['@']
      if (typeof alias === 'string') objects.set(alias, object)
      delete object['@']
    }
  return objects
}

const appendTo = (object: Members | undefined, lists: Readonly<Record<string, ReadonlyArray<unknown>>>): void => {
  if (object === undefined) return
  for (const [name, items] of Object.entries(lists))
    object[name] = [...((object[name] ?? []) as ReadonlyArray<unknown>), ...items]
}

const label = (
  object: Members | undefined,
  labels: Readonly<Record<string, string>>,
  fill: (text: string) => string,
): void => {
  if (object === undefined) return
  const more = Object.fromEntries(Object.entries(labels).map(([key, value]) => [fill(key), value]))
  object['labels'] = { ...(object['labels'] as object | undefined), ...more }
}

const filled =
  (fill: (text: string) => string) =>
  (value: unknown): unknown => {
    const below = filled(fill)
    if (typeof value === 'string') return fill(value)
    if (Array.isArray(value)) return value.map(below)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [fill(name), below(held)]))
  }
