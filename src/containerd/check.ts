/**
 * Validates a snapshot. A valid one passes one quick check; only if that fails, or keys repeat, a slow check lists
 * every problem.
 */
import { isInt64, int64ToBigint } from '../core/int64.js'
import type { InvalidInput } from '../core/problem.js'
import { problemLimit, show } from '../core/problem.js'
import { isInstant } from '../core/time.js'
import type { Check } from '../internal/check.js'
import {
  all,
  arrayOf,
  expecting,
  fieldOf,
  fields,
  findProblems,
  isDate,
  isFlag,
  isObject,
  isText,
  itemsOf,
  knowledgeOf,
  maybe,
  oneOf,
  optionOf,
} from '../internal/check.js'
import { parseTimestamp } from './labels/timestamp.js'
import type { Labels } from './snapshot.js'
import { elementAt } from '../internal/access.js'

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems = (snapshot: unknown): InvalidInput | null =>
  findProblems('containerd snapshot', isSnapshot, snapshot)

/** True when {@link snapshotProblems} finds nothing but perhaps keys that repeat within a list. */
export const looksSound = (snapshot: unknown): boolean =>
  isObject(snapshot) && isInstant(snapshot['at']) && isList(snapshot['namespaces'], namespaceLooksSound)

const isList = (value: unknown, item: (value: unknown) => boolean): boolean => {
  if (!Array.isArray(value)) return false
  for (let index = 0; index < value.length; index++) if (!item(value[index])) return false
  return true
}

const text = (value: unknown): boolean => typeof value === 'string'

const namespaceLooksSound = (value: unknown): boolean =>
  isObject(value) &&
  isName(value['name']) &&
  typeof value['inMetadata'] === 'boolean' &&
  isList(value['content'], contentLooksSound) &&
  isList(value['snapshots'], snapshotLooksSound) &&
  isList(value['images'], imageLooksSound) &&
  isList(value['containers'], containerLooksSound) &&
  isList(value['leases'], leaseLooksSound) &&
  isList(value['ingests'], ingestLooksSound) &&
  isList(
    value['sandboxes'],
    (sandbox) => isObject(sandbox) && text(sandbox['id']) && labelsLookSound(sandbox['labels']),
  ) &&
  isList(value['streams'], (stream) => isObject(stream) && text(stream['name']) && text(stream['lease'])) &&
  isList(value['mounts'], mountLooksSound) &&
  (value['unseen'] === undefined || findProblems('', isUnseen, value['unseen']) === null) &&
  (value['inMetadata'] || metadataLists.every((list) => itemsOf(value[list]).length === 0))

const contentLooksSound = (value: unknown): boolean =>
  isObject(value) && text(value['digest']) && isSize(value['size']) && labelsLookSound(value['labels'])

const snapshotLooksSound = (value: unknown): boolean =>
  isObject(value) &&
  isName(value['snapshotter']) &&
  text(value['key']) &&
  text(value['parent']) &&
  labelsLookSound(value['labels']) &&
  (value['usage'] === undefined || findProblems('', isUsage, value['usage']) === null)

const imageLooksSound = (value: unknown): boolean =>
  isObject(value) && text(value['name']) && text(value['target']) && labelsLookSound(value['labels'])

const containerLooksSound = (value: unknown): boolean =>
  isObject(value) &&
  text(value['id']) &&
  text(value['snapshotter']) &&
  text(value['snapshotKey']) &&
  text(value['image']) &&
  labelsLookSound(value['labels'])

const leaseLooksSound = (value: unknown): boolean =>
  isObject(value) &&
  text(value['id']) &&
  (value['createdAt'] === undefined || isInstant(value['createdAt'])) &&
  labelsLookSound(value['labels']) &&
  findProblems('', isResources, value['resources']) === null

const ingestLooksSound = (value: unknown): boolean =>
  isObject(value) &&
  text(value['ref']) &&
  factLooksSound(value['expected'], text) &&
  factLooksSound(value['expireAt'], isExpiry)

const factLooksSound = (value: unknown, holds: (value: unknown) => boolean): boolean =>
  isObject(value) &&
  (value['_tag'] === 'Unknown' ||
    (value['_tag'] === 'Known' && holds(value['value'])) ||
    (value['_tag'] === 'Assumed' && holds(value['value']) && text(value['because'])))

const mountLooksSound = (value: unknown): boolean =>
  isObject(value) && text(value['name']) && text(value['lease']) && labelsLookSound(value['labels'])

const labelsLookSound = (value: unknown): boolean =>
  isLabelList(value) && (value.length < 2 || repeatedKey(value) === undefined)

const isLabelList = (value: unknown): value is Labels => {
  if (!Array.isArray(value)) return false
  for (let index = 0; index < value.length; index++) if (!isLabel(value[index])) return false
  return true
}

const isLabel = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string'

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '' && !value.includes('/')

const isSize = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : isInt64(value) && int64ToBigint(value) >= 0n

const isExpiry = (value: unknown): boolean =>
  value === '' || (typeof value === 'string' && parseTimestamp(value) !== undefined)

/** Index of the first label whose key stood before. */
const repeatedKey = (labels: Labels): number | undefined => {
  if (labels.length > 8) return repeatedKeyOfMany(labels)
  for (let index = 1; index < labels.length; index++)
    for (let before = 0; before < index; before++)
      if (elementAt(labels, before)[0] === elementAt(labels, index)[0]) return index
  return undefined
}

const repeatedKeyOfMany = (labels: Labels): number | undefined => {
  const seen = new Set<string>()
  const index = labels.findIndex(([key]) => seen.size === seen.add(key).size)
  return index < 0 ? undefined : index
}

const metadataLists = ['content', 'snapshots', 'images', 'containers', 'leases', 'ingests', 'sandboxes'] as const

const isNameText: Check = expecting('a name that is not empty and has no "/"', isName)
const isByteCount: Check = expecting('an int64, zero or more, as a safe integer or decimal text', isSize)

/** Pairs of key and value, each key once. */
export const isLabels: Check = all(arrayOf(expecting('a pair of two strings', isLabel)), (value, problems) => {
  const index = isLabelList(value) ? repeatedKey(value) : undefined
  if (index !== undefined)
    problems.push({
      path: `[${index}][0]`,
      expected: 'no second label with the same key',
      actual: show(fieldOf(itemsOf(value)[index], '0')),
    })
})

const isResourceType: Check = expecting(
  '"content", "ingests", "images" or "snapshots/<snapshotter>"',
  (value) =>
    typeof value === 'string' &&
    (value === 'content' || value === 'ingests' || value === 'images' || /^snapshots\/[^/]*$/.test(value)),
)

const isResources: Check = knowledgeOf(arrayOf(fields({ type: isResourceType, id: isText })))

const isUsage: Check = knowledgeOf(isByteCount)

const isUnseen: Check = arrayOf(
  fields({ kind: oneOf('Sandboxes', 'Others'), what: isText, holdsNothing: optionOf(isText) }),
)

/** A list whose items have distinct keys. */
const listOf = (item: Check, keyOf: (item: unknown) => string): Check =>
  all(arrayOf(item), (value, problems) => {
    const seen = new Set<string>()
    itemsOf(value).forEach((held, index) => {
      const key = keyOf(held)
      if (seen.has(key) && problems.length < problemLimit)
        problems.push({ path: `[${index}]`, expected: 'no second item with the same key', actual: show(key) })
      seen.add(key)
    })
  })

const keyed = (field: string, checks: Readonly<{ [field: string]: Check }>): Check =>
  listOf(fields({ [field]: isText, ...checks }), (item) => String(fieldOf(item, field)))

const isNamespace: Check = all(
  fields({
    name: isNameText,
    inMetadata: isFlag,
    content: keyed('digest', { size: isByteCount, labels: isLabels }),
    snapshots: listOf(
      fields({
        snapshotter: isNameText,
        key: isText,
        parent: isText,
        labels: isLabels,
        usage: (value, problems) => (value === undefined ? undefined : isUsage(value, problems)),
      }),
      (item) => `${String(fieldOf(item, 'snapshotter'))}/${String(fieldOf(item, 'key'))}`,
    ),
    images: keyed('name', { target: isText, labels: isLabels }),
    containers: keyed('id', { snapshotter: isText, snapshotKey: isText, image: isText, labels: isLabels }),
    leases: keyed('id', { createdAt: maybe(isDate), labels: isLabels, resources: isResources }),
    ingests: keyed('ref', {
      expected: knowledgeOf(isText),
      expireAt: knowledgeOf(expecting('an RFC 3339 timestamp or ""', isExpiry)),
    }),
    sandboxes: keyed('id', { labels: isLabels }),
    streams: keyed('name', { lease: isText }),
    mounts: keyed('name', { lease: isText, labels: isLabels }),
    unseen: (value, problems) => (value === undefined ? undefined : isUnseen(value, problems)),
  }),
  (value, problems) => {
    if (fieldOf(value, 'inMetadata') === true) return
    for (const list of metadataLists)
      if (itemsOf(fieldOf(value, list)).length > 0)
        problems.push({
          path: `.${list}`,
          expected: 'no items outside the metadata',
          actual: show(fieldOf(value, list)),
        })
  },
)

const isSnapshot: Check = fields({
  at: isDate,
  namespaces: listOf(isNamespace, (namespace) => String(fieldOf(namespace, 'name'))),
})
