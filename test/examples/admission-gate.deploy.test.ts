import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { loadAll } from 'js-yaml'
import { describe, expect, it } from 'vitest'

import { configOf } from '../../examples/admission-gate/config.js'
import { ownField } from '../../src/internal/lists.js'

const folder = join(import.meta.dirname, '../../examples/admission-gate/deploy')
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8')
const objects = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => loadAll(textOf(name)))
const ofKind = (kind: string): ReadonlyArray<unknown> => objects.filter((object) => ownField(object, 'kind') === kind)
const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (holder, step) => (Array.isArray(holder) ? holder[Number(step)] : ownField(holder, String(step))),
    value,
  )

describe('the manifests of the gate', () => {
  it('are all in the kustomization', () => {
    const [kustomization] = ofKind('Kustomization')
    const files = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    expect([...(at(kustomization, 'resources') as ReadonlyArray<string>)].sort()).toEqual(files.sort())
  })

  it('hold a policy that can be read', () => {
    expect(E.isRight(configOf(textOf('gate.json'), {}))).toBe(true)
  })

  it('let the gate list and watch, and nothing else', () => {
    const verbs = [...ofKind('ClusterRole'), ...ofKind('Role')].flatMap((role) =>
      (at(role, 'rules') as ReadonlyArray<unknown>).flatMap((rule) => at(rule, 'verbs')),
    )
    expect(new Set(verbs)).toEqual(new Set(['list', 'watch']))
  })

  it('send it deletions of everything but of its own namespace', () => {
    const [webhook] = ofKind('ValidatingWebhookConfiguration')
    expect(at(webhook, 'webhooks', 0, 'rules')).toEqual([
      { operations: ['DELETE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], scope: '*' },
    ])
    expect(at(webhook, 'webhooks', 0, 'sideEffects')).toBe('None')
    const [kustomization] = ofKind('Kustomization')
    expect(at(webhook, 'webhooks', 0, 'namespaceSelector', 'matchExpressions', 0)).toEqual({
      key: 'kubernetes.io/metadata.name',
      operator: 'NotIn',
      values: [at(kustomization, 'namespace')],
    })
  })

  it('run it without privileges on a file system that it cannot write', () => {
    const [deployment] = ofKind('Deployment')
    const pod = at(deployment, 'spec', 'template', 'spec')
    expect(at(pod, 'securityContext', 'runAsNonRoot')).toBe(true)
    expect(at(pod, 'containers', 0, 'securityContext')).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })
})
