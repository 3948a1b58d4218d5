/** Answers what the cluster of a case is for the owner collector: two or three objects that refer to each other, or past. */
import type { Digits } from '../universe.js'

interface Kind {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
}

interface State {
  readonly deleting: boolean
  readonly finalizers: ReadonlyArray<string>
}

interface Reference {
  readonly to: string
  readonly as: string
  readonly block: boolean | null
}

const configMap: Kind = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns1' }
const widget: Kind = { apiVersion: 'example.com/v1', kind: 'Widget', namespace: 'ns1' }

/** Kinds that no dimension gives; of x and y there is no object. */
const kinds: Readonly<Record<string, Kind>> = {
  b: configMap,
  c: widget,
  x: configMap,
  y: { apiVersion: 'example.com/v1', kind: 'ClusterWidget', namespace: '' },
}

const versions: Readonly<Record<string, string>> = { a: '101', b: '102', c: '103' }

export const ownerWorld = (digits: Digits): unknown => ({
  objects: (digits.get('order') as ReadonlyArray<string>).map((name) => objectOf(digits, name)),
})

const kindOf = (digits: Digits, name: string): Kind => (digits.get(`kind-${name}`) ?? kinds[name]) as Kind

const objectOf = (digits: Digits, name: string): object => {
  const { apiVersion, kind, namespace } = kindOf(digits, name)
  const { deleting, finalizers } = digits.get(`state-${name}`) as State
  const ownerReferences = referencesOf(digits, name).map((reference) => referenceOf(digits, reference))
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace === '' ? {} : { namespace }),
      uid: `u-${name}`,
      resourceVersion: versions[name],
      ...(deleting ? { deletionTimestamp: '2026-01-01T12:00:00Z' } : {}),
      ...(finalizers.length > 0 ? { finalizers } : {}),
      ...(ownerReferences.length > 0 ? { ownerReferences } : {}),
    },
  }
}

const referencesOf = (digits: Digits, name: string): ReadonlyArray<Reference> => {
  const whole = digits.get(`refs-${name}`)
  const parts = [digits.get(`ref1-${name}`), digits.get(`ref2-${name}`)]
  return (whole ?? parts.filter((part) => part !== null && part !== undefined)) as ReadonlyArray<Reference>
}

const referenceOf = (digits: Digits, { to, as, block }: Reference): object => {
  const { apiVersion, kind } = kindOf(digits, to)
  return {
    apiVersion,
    kind,
    name: to,
    uid: `u-${to}`,
    ...mistakeOf(as, to),
    ...(block === null ? {} : { blockOwnerDeletion: block }),
  }
}

const mistakeOf = (as: string, to: string): object => {
  switch (as) {
    case 'wrongUid':
      return { uid: `old-u-${to}` }
    case 'wrongName':
      return { name: 'wrong' }
    case 'wrongKind':
      return { apiVersion: 'v1', kind: 'Secret' }
    case 'unmappable':
      return { apiVersion: 'gone.example.com/v1', kind: 'Ghost' }
    default:
      return {}
  }
}
