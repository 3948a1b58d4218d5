/**
 * Metadata of a body that a client sends: which fields it may have, of which types, and whether what they say is valid.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateObjectMetaAccessor
 */
import { foregroundFinalizer, orphanFinalizer } from '../../apiserver/object.js'
import { epochOfRfc3339 } from '../../core/time.js'
import { type Fields, fieldsOf, isFields } from './body.js'
import type { Cause } from './failure.js'

const isText = (value: unknown): boolean => typeof value === 'string'
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value)
const isTime = (value: unknown): boolean => typeof value === 'string' && epochOfRfc3339(value) !== null
const areTexts = (value: unknown): boolean => isFields(value) && Object.values(value).every(isText)
const isFlag = (value: unknown): boolean => value === undefined || typeof value === 'boolean'
const isTextOrNothing = (value: unknown): boolean => value === undefined || isText(value)

const isOwner = (value: unknown): boolean =>
  isFields(value) &&
  ['apiVersion', 'kind', 'name', 'uid'].every((field) => isTextOrNothing(value[field])) &&
  isFlag(value['controller']) &&
  isFlag(value['blockOwnerDeletion'])

const isListOf = (holds: (item: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(holds)

/** The fields of metadata that a client can set, and what they hold. */
const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...{ name: isText, generateName: isText, namespace: isText, uid: isText, resourceVersion: isText },
  ...{ generation: isWhole, deletionGracePeriodSeconds: isWhole },
  ...{ creationTimestamp: isTime, deletionTimestamp: isTime },
  ...{ labels: areTexts, annotations: areTexts, finalizers: isListOf(isText), ownerReferences: isListOf(isOwner) },
}

/** The first field that holds something else than it can; nothing where all are well. */
export const misfitIn = (metadata: Fields): string | undefined =>
  Object.entries(fields).find(([name, holds]) => metadata[name] !== undefined && !holds(metadata[name]))?.[0]

/** Metadata as it is stored: fields that no object has are left out, and so are empty ones. */
export const settled = (metadata: Fields): Fields =>
  Object.fromEntries(Object.entries(metadata).filter(([name, value]) => Object.hasOwn(fields, name) && !isEmpty(value)))

const isEmpty = (value: unknown): boolean =>
  value === '' || (Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0)

/** What is invalid of metadata that could be read. Objects of Kubernetes itself take fewer finalizers. */
export const causesIn = (metadata: Fields, isBuiltIn: boolean): ReadonlyArray<Cause> => [
  ...labelCauses(fieldsOf(metadata['labels'])),
  ...Object.keys(fieldsOf(metadata['annotations'])).flatMap((key) =>
    // Keys of annotations may be written in capitals.
    qualified('metadata.annotations', key.toLowerCase()),
  ),
  ...ownerCauses(listIn(metadata, 'ownerReferences').map(fieldsOf)),
  ...finalizerCauses(listIn(metadata, 'finalizers').map(String), isBuiltIn),
]

/**
 * What of metadata cannot be changed and is another: marks of a deletion, which no update sets.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateObjectMetaAccessorUpdate
 */
export const changesIn = (
  before: Fields,
  { deletionTimestamp, deletionGracePeriodSeconds }: Fields,
): ReadonlyArray<Cause> => {
  // When a deletion began stays as it was, whatever is given.
  const begins = before['deletionTimestamp'] === undefined && deletionTimestamp !== undefined
  const isOther =
    deletionGracePeriodSeconds !== undefined && deletionGracePeriodSeconds !== before['deletionGracePeriodSeconds']
  return [
    ...(begins ? [invalid('metadata.deletionTimestamp', JSON.stringify(deletionTimestamp), immutable)] : []),
    ...(isOther
      ? [invalid('metadata.deletionGracePeriodSeconds', JSON.stringify(deletionGracePeriodSeconds), immutable)]
      : []),
  ]
}

const immutable = 'field is immutable'

const listIn = (metadata: Fields, name: string): ReadonlyArray<unknown> => {
  const list = metadata[name]
  return Array.isArray(list) ? list : []
}

const invalid = (field: string, value: string, why: string): Cause => ({
  field,
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${value}: ${why}`,
})

const namePart = /^[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/
const prefixPart = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/

const nameRule =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const prefixRule =
  "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const valueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

const qualified = (field: string, key: string): ReadonlyArray<Cause> => {
  const [name = '', prefix, ...more] = key.split('/').reverse()
  const why =
    more.length > 0 || !namePart.test(name)
      ? nameRule
      : prefix !== undefined && (prefix.length > 253 || !prefixPart.test(prefix))
        ? prefixRule
        : undefined
  return why === undefined ? [] : [invalid(field, JSON.stringify(key), why)]
}

const labelCauses = (labels: Fields): ReadonlyArray<Cause> =>
  Object.entries(labels).flatMap(([key, value]) => [
    ...qualified('metadata.labels', key),
    ...(value === '' || namePart.test(String(value))
      ? []
      : [invalid('metadata.labels', JSON.stringify(value), valueRule)]),
  ])

const needed: ReadonlyArray<readonly [string, string]> = [
  ['apiVersion', 'version must not be empty'],
  ['kind', 'kind must not be empty'],
  ['name', 'name must not be empty'],
  ['uid', 'uid must not be empty'],
]

const ownerCauses = (owners: ReadonlyArray<Fields>): ReadonlyArray<Cause> => {
  const empty = owners.flatMap((owner) =>
    needed.flatMap(([field, why]) =>
      (owner[field] ?? '') === '' ? [invalid(`metadata.ownerReferences.${field}`, '""', why)] : [],
    ),
  )
  const [first, second] = owners.filter(({ controller }) => controller === true)
  if (first === undefined || second === undefined) return empty
  const why = `Only one reference can have Controller set to true. Found "true" in references for ${String(first['name'])} and ${String(second['name'])}`
  return [...empty, invalid('metadata.ownerReferences', JSON.stringify(owners), why)]
}

const standard: ReadonlySet<string> = new Set(['kubernetes', orphanFinalizer, foregroundFinalizer])

const finalizerCauses = (finalizers: ReadonlyArray<string>, isBuiltIn: boolean): ReadonlyArray<Cause> => [
  ...finalizers.flatMap((finalizer) => qualified('metadata.finalizers', finalizer)),
  ...(finalizers.includes(orphanFinalizer) && finalizers.includes(foregroundFinalizer)
    ? [
        invalid(
          'metadata.finalizers',
          `[]string{${finalizers.map((finalizer) => JSON.stringify(finalizer)).join(', ')}}`,
          `finalizer ${orphanFinalizer} and ${foregroundFinalizer} cannot be both set`,
        ),
      ]
    : []),
  ...finalizers.flatMap((finalizer, index) =>
    isBuiltIn && !finalizer.includes('/') && !standard.has(finalizer)
      ? [
          invalid(
            `metadata.finalizers[${index}]`,
            JSON.stringify(finalizer),
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ]
      : [],
  ),
]
