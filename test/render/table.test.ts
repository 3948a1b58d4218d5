import { describe, expect, it } from 'vitest'

import type { Plan } from '../../src/core/plan.js'
import { renderTable } from '../../src/render/index.js'
import type { Toy } from './toy.js'
import { explain, image, toyPlan } from './toy.js'

const label = ({ tag }: Toy['Target']): string => tag

/** The plan with these images kept by its first pass and nothing else. */
const keeping = (...targets: ReadonlyArray<Toy['Target']>): Plan<Toy> => ({
  ...toyPlan,
  passes: [{ ...toyPlan.passes[0], kept: targets.map((target) => ({ target, reasons: [{ _tag: 'InUse' }] })) }],
})

describe('a plan as a table', () => {
  it('has short ids, human sizes and the reason that acts', () => {
    expect(renderTable({ explain, columns: 'plain' })(toyPlan)).toBe(
      `DECISION  PASS   ID                      SIZE  REASON
remove    space  sha256:b88df34d660a   648 MB  least recently used number 1
remove    space  sha256:f04243cec82b  9.22 EB  least recently used number 2
next      space  next                          unused for longer than 7 days
keep      space  used                          in use
keep      space  new\\u001b[31m                 younger than 2 minutes
`,
    )
  })

  it('has whole ids, exact bytes, actions and every reason when wide', () => {
    const [heading, first, second, third, fourth] = renderTable({ explain, columns: 'wide', label })(toyPlan).split(
      '\n',
    )
    const web = `sha256:${'b88df34d660a1e83'.repeat(4)}`
    const shop = `sha256:${'f04243cec82b9951'.repeat(4)}`
    expect([heading, first, second, third, fourth].map((line) => line?.replace(/ {2,}/g, ' | '))).toEqual([
      'DECISION | PASS | KIND | ID | NAME | BYTES | ACTIONS | REASONS',
      `remove | space | Image | ${web} | web:1 | 648123456 | RemoveImage | least recently used number 1; unused for longer than 7 days`,
      `remove | space | Image | ${shop} | 9223372036854775807 | RemoveImage | least recently used number 2`,
      'next | space | Image | next | 0 | RemoveImage | unused for longer than 7 days',
      'keep | space | Image | used | in use',
    ])
  })

  it('has no column of bytes when no removal counts any', () => {
    const [, space] = toyPlan.passes
    const removals = (space?.removals ?? []).map((removal) => ({ ...removal, frees: 0 }))
    const uncounted: Plan<Toy> = { ...toyPlan, passes: [{ ...toyPlan.passes[0], removals }] }
    for (const columns of ['plain', 'wide'] as const)
      expect(renderTable({ explain, columns })(uncounted).split('\n')[0]).not.toMatch(/SIZE|BYTES/)
  })

  it('is its heading alone when there is nothing to list', () => {
    expect(renderTable({ explain, columns: 'plain' })(keeping())).toBe('DECISION  PASS  ID  NAME  SIZE  REASON\n')
    expect(renderTable({ explain, columns: 'plain', decisions: [] })(toyPlan)).toContain('DECISION')
  })

  it('keeps ids whole that would read the same when shortened', () => {
    const one = `${'a'.repeat(40)}1`
    const other = `${'a'.repeat(40)}2`
    const table = renderTable({ explain, columns: 'plain' })(keeping(image(one), image(other), image('b'.repeat(64))))
    expect(table.split('\n').map((line) => line.split(/ {2,}/)[2])).toEqual([
      'ID',
      one,
      other,
      'b'.repeat(12),
      undefined,
    ])
  })

  it('shortens digests behind a slash, and none at the end of an absolute path', () => {
    const figures = 'd'.repeat(64)
    const ids = [`k8s.io/overlayfs/sha256:${figures}`, `k8s.io/${figures}`, `/var/lib/${figures}`]
    const table = renderTable({ explain, columns: 'plain' })(keeping(...ids.map((id) => image(id))))
    expect(table.split('\n').map((line) => line.split(/ {2,}/)[2])).toEqual([
      'ID',
      'k8s.io/overlayfs/sha256:dddddddddddd',
      'k8s.io/dddddddddddd',
      `/var/lib/${figures}`,
      undefined,
    ])
  })

  it('shortens digests in sentences and none inside a path', () => {
    const figures = 'c'.repeat(64)
    const said = (): string => `container ${figures} holds it`
    const path = `/var/log/containers/web-${figures}.log`
    const table = renderTable({ explain: said, columns: 'plain' })(keeping(image(path), image(`pod_${figures}`)))
    expect(table.split('\n').map((line) => line.split(/ {2,}/).slice(2))).toEqual([
      ['ID', 'REASON'],
      [path, 'container cccccccccccc holds it'],
      [`pod_${figures}`, 'container cccccccccccc holds it'],
      [],
    ])
  })

  it('aligns by code points', () => {
    const table = renderTable({ explain, columns: 'plain' })(keeping(image('é𝄞'), image('abc')))
    expect(table.split('\n').slice(1, 3)).toEqual(['keep      age   é𝄞   in use', 'keep      age   abc  in use'])
  })

  it('escapes what would break a line or steer a terminal', () => {
    const hostile = '\n\r\u001b\u007f\u009b\u2028\u2029\u202e\u2066'
    const table = renderTable({ explain, columns: 'plain' })(keeping(image(hostile)))
    expect(table.split('\n')[1]).toBe(
      'keep      age   \\u000a\\u000d\\u001b\\u007f\\u009b\\u2028\\u2029\\u202e\\u2066  in use',
    )
  })

  it('is painted without changing its layout', () => {
    const painted = renderTable({ explain, columns: 'plain', paint: (_role, text) => `<${text}>` })(toyPlan)
    expect(painted.split('\n')[1]).toBe('<remove  >  space  sha256:b88df34d660a   648 MB  least recently used number 1')
    expect(painted.replace(/[<>]/g, '')).toBe(renderTable({ explain, columns: 'plain' })(toyPlan))
  })
})
