import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { loadAll } from 'js-yaml'
import { describe, expect, it } from 'vitest'

import { configOf } from '../../../examples/lifecycle-controller/config.js'
import { readPolicy } from '../../../examples/lifecycle-controller/policy.js'
import { isRecord, ownField } from '../../../src/internal/lists.js'

const program = join(import.meta.dirname, '../../../examples/lifecycle-controller')
const folder = join(program, 'deploy')
// kubectl maps all kinds before it creates the first object, so that a policy cannot come with its definition.
const files = [join(program, 'policy.yaml'), ...readdirSync(folder).map((name) => join(folder, name))]
const objects = files.flatMap((file) => loadAll(readFileSync(file, 'utf8')))
const ofKind = (kind: string): ReadonlyArray<unknown> => objects.filter((object) => ownField(object, 'kind') === kind)
const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (holder, step) => (Array.isArray(holder) ? holder[Number(step)] : ownField(holder, String(step))),
    value,
  )

describe('the manifests of the lifecycle controller', () => {
  it('are all in the kustomization', () => {
    const [kustomization] = ofKind('Kustomization')
    const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml')
    expect([...(at(kustomization, 'resources') as ReadonlyArray<string>)].sort()).toEqual(files.sort())
  })

  it('hold a policy that the controller reads, of the kind that they define', async () => {
    const [policy] = ofKind('LifecyclePolicy')
    const [definition] = ofKind('CustomResourceDefinition')
    expect(at(definition, 'spec', 'names', 'kind')).toBe('LifecyclePolicy')
    expect(at(definition, 'spec', 'versions', 0, 'subresources', 'status')).toEqual({})
    const body = { ...(isRecord(policy) ? policy : {}), metadata: { uid: 'u', generation: 1 } }
    const read = await readPolicy(() => () => Promise.resolve(E.right({ status: 200, body })), {
      _tag: 'Resource',
      name: 'default',
    })()
    expect(read).toMatchObject({ right: { spec: { right: { guards: { maxCount: 100 } } }, generation: 1 } })
  })

  it('let it change no kind that the policy does not name', () => {
    const [policy] = ofKind('LifecyclePolicy')
    const named = (at(policy, 'spec', 'policy', 'kinds') as ReadonlyArray<unknown>).map(
      (each) => `${String(at(each, 'of', 'kind')).toLowerCase()}s`,
    )
    const deletable = ofKind('ClusterRole').flatMap((role) =>
      (at(role, 'rules') as ReadonlyArray<unknown>).flatMap((rule) =>
        (at(rule, 'verbs') as ReadonlyArray<unknown>).includes('delete') ? at(rule, 'resources') : [],
      ),
    )
    expect([...deletable].sort()).toEqual(named.sort())
  })

  it('start it with settings that it takes', () => {
    const [deployment] = ofKind('Deployment')
    const env = at(deployment, 'spec', 'template', 'spec', 'containers', 0, 'env') as ReadonlyArray<unknown>
    const stated = Object.fromEntries(env.map((each) => [String(at(each, 'name')), at(each, 'value') as string]))
    expect(E.isRight(configOf(stated, 'x'))).toBe(true)
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
