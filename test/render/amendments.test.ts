import { readFileSync } from 'node:fs'

import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { arbitrarySnapshot } from '../controllers/owner/arbitrary.js'
import { clusterOf, object, planOf, to } from '../controllers/owner/build.js'
import type { Target } from '../../src/controllers/owner/index.js'
import { explain } from '../../src/controllers/owner/index.js'
import { planDocument, renderTable, renderText } from '../../src/render/index.js'

const plan = planOf(clusterOf([object('a'), object('b', [to('a'), to('x')]), object('c', [to('x')])]))
const label = ({ kind, namespace, name }: Target): string => `${kind} ${namespace ?? ''}/${name}`

const schema: object = JSON.parse(readFileSync(new URL('../../schema/plan.json', import.meta.url), 'utf8'))
const holds = new Ajv2020({ strict: true, allErrors: true }).compile(schema)

describe('a plan that changes what stays', () => {
  it('lists the changes between what goes and what is kept', () => {
    expect(renderText({ explain, label })(plan).split('\n').slice(4)).toEqual([
      'delete: 1 to remove, 1 to change, 2 kept',
      '  remove  c  ConfigMap ns/c  its owner ConfigMap x does not exist',
      '  amend   b  ConfigMap ns/b  another owner keeps it, but its owner ConfigMap x does not exist',
      '  keep    a  ConfigMap ns/a  it has no owners',
      '  keep    b  ConfigMap ns/b  its owner ConfigMap a exists',
      '',
      'does not change by itself',
      'in all: 1 to remove, 0 next in line, 1 to change, 2 kept',
      '',
    ])
  })

  it('lists them in a table', () => {
    expect(renderTable({ explain, columns: 'wide', decisions: ['amend'] })(plan)).toContain('RemoveOwnerReferences')
  })

  it('holds them as a document', () => {
    expect(planDocument({ collector: 'owners', explain })(plan)).toMatchObject({
      passes: [
        { amendments: [] },
        { amendments: [{ target: { id: 'b' }, explained: [expect.stringContaining('does not exist')], requires: [] }] },
      ],
    })
  })

  it('is a document that the published schema accepts', () => {
    fc.assert(
      fc.property(arbitrarySnapshot, (snapshot) => {
        const document = planDocument({ collector: 'owners', explain })(planOf(snapshot))
        expect(holds(document), JSON.stringify(holds.errors)).toBe(true)
      }),
    )
  })
})
