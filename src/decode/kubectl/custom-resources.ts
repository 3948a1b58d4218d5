/**
 * The kinds that a CustomResourceDefinition makes the server serve.
 */
import { option as O } from 'fp-ts'

import type { KubeObject } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'
import { type Decoder, fields, items, mapped, optional, withDefault } from '../codec.js'
import { flag, name, text, word } from '../leaf.js'

/** True for a definition in the one version that servers since 1.22 know. */
export const isDefinition = ({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean =>
  kind === 'CustomResourceDefinition' && apiVersion === 'apiextensions.k8s.io/v1'

/** A definition that the server has not established serves nothing; one without conditions has not been asked. */
const isEstablished: Decoder<boolean> = withDefault(
  mapped(
    fields({ conditions: optional(items(fields({ type: text, status: text }))) }),
    ({ conditions }) =>
      O.isNone(conditions) || conditions.value.some(({ type, status }) => type === 'Established' && status === 'True'),
  ),
  true,
)

/** The scopes of a definition, from the whole object. */
export const definedScopes: Decoder<ReadonlyArray<Scope>> = mapped(
  fields({
    spec: fields({
      group: name,
      scope: word('Namespaced', 'Cluster'),
      names: fields({ kind: name, plural: name }),
      versions: items(fields({ name, served: flag })),
    }),
    status: isEstablished,
  }),
  ({ spec: { group, scope, names, versions }, status }) =>
    versions
      .filter(({ served }) => served && status)
      .map(({ name: version }) => ({
        apiVersion: `${group}/${version}`,
        kind: names.kind,
        resource: names.plural,
        namespaced: scope === 'Namespaced',
        strategicMergePatch: false,
      })),
)
