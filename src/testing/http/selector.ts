/**
 * Selectors of list and watch requests, as text.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/labels/selector.go Parse
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/fields/selector.go ParseSelector
 */
import { either as E } from 'fp-ts'

import { type LabelRequirement, selects } from '../../controllers/selector.js'
import type { WholeObject } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'
import { ownField } from '../../internal/lists.js'
import type { Entry } from './state.js'

/** True for an entry that is meant. */
export type Selects = (entry: Entry) => boolean

const term = /^\s*(?:!\s*([\w./-]+)|([\w./-]+)\s*(?:(==|=|!=|>|<)\s*([\w.-]*)|\s(in|notin)\s*\(([^()]*)\))?)\s*$/

const labelName = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/
const labelValue = /^(?:[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?)?$/

/** What a label selector means; an error in words where it is none. */
export const labelSelector = (text: string): E.Either<string, Selects> => {
  const tests: ((labels: Readonly<Record<string, string>>, object: WholeObject) => boolean)[] = []
  for (const part of termsOf(text)) {
    const match = term.exec(part)
    if (match === null) return E.left(`unable to parse requirement: ${JSON.stringify(part.trim())}`)
    const [, absentKey, key = absentKey ?? '', sign, value = '', word, list = ''] = match
    const values = word === undefined ? [value] : list.split(',').map((one) => one.trim())
    if (!labelName.test(key)) return E.left(`unable to parse requirement: invalid label key ${JSON.stringify(key)}`)
    const wrong = values.find((one) => !labelValue.test(one))
    if (wrong !== undefined) return E.left(`unable to parse requirement: invalid label value: ${JSON.stringify(wrong)}`)
    if (sign === '>' || sign === '<') {
      if (!/^-?\d+$/.test(value))
        return E.left(`unable to parse requirement: for 'Gt', 'Lt' operators, the value must be an integer`)
      const limit = Number(value)
      tests.push((labels) => {
        const label = Object.hasOwn(labels, key) ? labels[key] : undefined
        if (label === undefined || !/^-?\d+$/.test(label)) return false
        return sign === '>' ? Number(label) > limit : Number(label) < limit
      })
      continue
    }
    const requirement: LabelRequirement = { key, operator: operatorOf(absentKey, sign, word), values }
    const meets = selects({ matchExpressions: [requirement] })
    tests.push((_labels, object) => meets(object))
  }
  return E.right(({ object }) => tests.every((test) => test(object.metadata.labels ?? {}, object)))
}

const operatorOf = (absentKey: string | undefined, sign: string | undefined, word: string | undefined): string => {
  if (absentKey !== undefined) return 'DoesNotExist'
  if (word !== undefined) return word === 'in' ? 'In' : 'NotIn'
  if (sign === undefined) return 'Exists'
  return sign === '!=' ? 'NotIn' : 'In'
}

/** Terms between the commas that are not within brackets. */
const termsOf = (text: string): ReadonlyArray<string> => {
  if (text.trim() === '') return []
  const terms: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '(') depth++
    else if (sign === ')') depth--
    else if (sign === ',' && depth === 0) {
      terms.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...terms, text.slice(from)]
}

/** The fields of each kind by which it can be selected, beside name and namespace. */
const selectable: Readonly<Record<string, ReadonlyArray<string>>> = {
  'v1 Pod': [
    ...['spec.nodeName', 'spec.restartPolicy', 'spec.schedulerName', 'spec.serviceAccountName', 'spec.hostNetwork'],
    ...['status.phase', 'status.podIP', 'status.nominatedNodeName'],
  ],
  'v1 Event': [
    ...['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map(
      (field) => `involvedObject.${field}`,
    ),
    ...['reason', 'reportingComponent', 'source', 'type'],
  ],
  'v1 Node': ['spec.unschedulable'],
  'v1 Namespace': ['status.phase'],
  'v1 Secret': ['type'],
  'v1 ReplicationController': ['status.replicas'],
  'v1 Service': ['spec.clusterIP', 'spec.type'],
  'apps/v1 ReplicaSet': ['status.replicas'],
  'batch/v1 Job': ['status.successful'],
  'certificates.k8s.io/v1 CertificateSigningRequest': ['spec.signerName'],
  'events.k8s.io/v1 Event': ['reason', 'reportingController', 'type'],
}

/** Fields under which the object has another name, and what absent ones count as. */
const elsewhere: Readonly<Record<string, ReadonlyArray<string>>> = {
  source: ['source', 'component'],
  'status.successful': ['status', 'succeeded'],
}
const zeroFields: ReadonlyMap<string, string> = new Map([
  ['spec.unschedulable', 'false'],
  ['spec.hostNetwork', 'false'],
  ['status.replicas', '0'],
  ['status.successful', '0'],
])

/** Why a text is no field selector for a kind. */
export interface FieldSelectorError {
  readonly message: string
  /** It is one, and the kind has no such field. */
  readonly isReadable: boolean
}

/** What a field selector means for a kind. */
export const fieldSelector =
  ({ apiVersion, kind }: Pick<Scope, 'apiVersion' | 'kind'>, defined: ReadonlyArray<string>) =>
  (text: string): E.Either<FieldSelectorError, Selects> => {
    const known = ['metadata.name', 'metadata.namespace', ...(selectable[`${apiVersion} ${kind}`] ?? []), ...defined]
    const tests: Selects[] = []
    for (const part of text.split(',')) {
      if (part.trim() === '') continue
      const match = /^([^=!]+)(!=|==|=)(.*)$/.exec(part.trim())
      if (match === null)
        return E.left({ message: `invalid selector: '${text}'; can't understand '${part}'`, isReadable: false })
      const [, field = '', sign, value] = match
      if (!known.includes(field)) return E.left({ message: `field label not supported: ${field}`, isReadable: true })
      tests.push((entry) => (fieldOf(entry, field) === value) === (sign !== '!='))
    }
    return E.right((entry) => tests.every((test) => test(entry)))
  }

const fieldOf = ({ body }: Entry, field: string): string => {
  let value: unknown = body
  for (const name of elsewhere[field] ?? field.replace(/^\./, '').split('.')) value = ownField(value, name)
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : (zeroFields.get(field) ?? '')
}
