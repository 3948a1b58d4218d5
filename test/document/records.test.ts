import { readFileSync } from 'node:fs'

import { Ajv2020 } from 'ajv/dist/2020.js'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Report } from '../../src/core/report.js'
import { linesOf } from '../../src/decode/error.js'
import {
  auditRecords,
  decodeApproval,
  decodeSightings,
  encodeApproval,
  encodeSightings,
  planMetrics,
  printAudit,
  printMetrics,
  reportMetrics,
} from '../../src/document/index.js'
import { noSightings, observeSightings } from '../../src/guard/index.js'
import type { Toy } from '../guard/build.js'
import { approving, changed, freeing, goes, noon, planOf, stays } from '../guard/build.js'

const schemaOf = (name: string) => {
  const schema = JSON.parse(readFileSync(new URL(`../../schema/${name}.json`, import.meta.url), 'utf8')) as object
  const ajv = new Ajv2020({ strict: true, allErrors: true, formats: { 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ } })
  return ajv.compile(schema)
}

const written = (encoded: E.Either<unknown, string>): string => {
  if (E.isLeft(encoded)) throw new Error(JSON.stringify(encoded.left))
  return encoded.right
}

const plan = planOf(
  [
    { name: 'age', removals: [goes('a'), goes('b')], kept: [stays('k'), stays('l')], amendments: [changed('k')] },
    {
      name: 'space',
      goal: freeing('9223372036854775807'),
      removals: [goes('c', { frees: 5, reasons: [{ _tag: 'OwnersAbsent', owners: [] }] }), goes('d', { frees: 6 })],
      reserve: [goes('e')],
      refusal: { _tag: 'NoDisk' },
    },
  ],
  { wakeAt: noon(1500), assumptions: [{ about: 'x', assumed: 'y', because: 'z', targets: [] }] },
)

describe('an approval as a file', () => {
  const approval = approving(plan)
  const holds = schemaOf('approval')

  it('is read back as it was, and is of the published schema', () => {
    expect(decodeApproval(written(encodeApproval(approval)))).toEqual(E.right(approval))
    expect(holds(JSON.parse(written(encodeApproval(approval)))), JSON.stringify(holds.errors)).toBe(true)
  })

  it('that is none is refused with every problem', () => {
    const decoded = decodeApproval({
      ...(JSON.parse(written(encodeApproval(approval))) as object),
      digest: 'AB',
      approved: [{ what: 'all', target: { id: 1 }, digest: 'c'.repeat(63) }],
    })
    expect(E.isLeft(decoded) && linesOf(decoded.left)).toEqual([
      'digest: expected 64 hexadecimal figures, got "AB"',
      'approved[0].what: expected "removal" or "amendment", got "all"',
      'approved[0].target._tag: expected a string, got nothing',
      'approved[0].target.id: expected a string, got 1',
      `approved[0].digest: expected 64 hexadecimal figures, got "${'c'.repeat(53)}..."`,
    ])
    expect(E.isLeft(decodeApproval('{'))).toBe(true)
    expect(E.isLeft(encodeApproval({ ...approval, at: new Date(NaN) }))).toBe(true)
  })
})

describe('sightings as a file', () => {
  const seen = observeSightings(plan)(noSightings)
  const holds = schemaOf('sightings')

  it('are read back as they were, and are of the published schema', () => {
    for (const memory of [seen, noSightings]) {
      expect(decodeSightings(written(encodeSightings(memory)))).toEqual(E.right(memory))
      expect(holds(JSON.parse(written(encodeSightings(memory)))), JSON.stringify(holds.errors)).toBe(true)
    }
  })

  it('that are none are refused', () => {
    for (const times of [0, -1, 1.5, '2']) {
      const memory = { ...seen, planned: [{ target: { _tag: 'T', id: 'a' }, times, since: noon() }] }
      expect(E.isLeft(encodeSightings(memory as never))).toBe(true)
    }
    expect(E.isLeft(decodeSightings({ kind: 'gcplan/sightings', version: 1, planned: [] }))).toBe(true)
  })
})

describe('a plan in numbers', () => {
  it('reads as the text that Prometheus scrapes', () => {
    expect(
      printMetrics(planMetrics({ collector: 'toy', labels: { node: 'n', pass: 'mine' } })(plan)).replaceAll(
        'collector="toy",node="n",',
        '',
      ),
    ).toBe(
      [
        '# HELP gcplan_plan_removals Targets that go if every removal succeeds, by first reason.',
        '# TYPE gcplan_plan_removals gauge',
        'gcplan_plan_removals{pass="age",reason="Unused"} 2',
        'gcplan_plan_removals{pass="space",reason="OwnersAbsent"} 1',
        'gcplan_plan_removals{pass="space",reason="Unused"} 1',
        '# HELP gcplan_plan_reserve Targets next in line while removals fail, by first reason.',
        '# TYPE gcplan_plan_reserve gauge',
        'gcplan_plan_reserve{pass="space",reason="Unused"} 1',
        '# HELP gcplan_plan_amendments Changes to targets that stay, by first reason.',
        '# TYPE gcplan_plan_amendments gauge',
        'gcplan_plan_amendments{pass="age",reason="Dangling"} 1',
        '# HELP gcplan_plan_kept Targets that stay, by first reason.',
        '# TYPE gcplan_plan_kept gauge',
        'gcplan_plan_kept{pass="age",reason="InUse"} 2',
        '# HELP gcplan_plan_considered Targets that the pass considered.',
        '# TYPE gcplan_plan_considered gauge',
        'gcplan_plan_considered{pass="age"} 4',
        'gcplan_plan_considered{pass="space"} 3',
        '# HELP gcplan_plan_frees_bytes Bytes that the removals free, as the component counts them.',
        '# TYPE gcplan_plan_frees_bytes gauge',
        'gcplan_plan_frees_bytes{pass="age"} 0',
        'gcplan_plan_frees_bytes{pass="space"} 11',
        '# HELP gcplan_plan_goal_bytes Bytes that the pass is to free.',
        '# TYPE gcplan_plan_goal_bytes gauge',
        'gcplan_plan_goal_bytes{pass="space"} 9223372036854776000',
        '# HELP gcplan_plan_refused Whether the component would end its run at the pass.',
        '# TYPE gcplan_plan_refused gauge',
        'gcplan_plan_refused{pass="age"} 0',
        'gcplan_plan_refused{pass="space"} 1',
        '# HELP gcplan_plan_assumptions Statements that nobody observed and on which decisions rest.',
        '# TYPE gcplan_plan_assumptions gauge',
        'gcplan_plan_assumptions{pass="mine"} 1',
        '# HELP gcplan_plan_timestamp_seconds When the snapshot of the plan was taken.',
        '# TYPE gcplan_plan_timestamp_seconds gauge',
        'gcplan_plan_timestamp_seconds{pass="mine"} 1767268800',
        '# HELP gcplan_plan_wake_timestamp_seconds When the plan changes by itself.',
        '# TYPE gcplan_plan_wake_timestamp_seconds gauge',
        'gcplan_plan_wake_timestamp_seconds{pass="mine"} 1767268801.5',
        '',
      ].join('\n'),
    )
  })

  it('counts each target by the reason that decides', () => {
    const reasons = [{ _tag: 'Unused' }, { _tag: 'OwnersAbsent', owners: [] }] as const
    const [removals] = planMetrics({ collector: 'toy' })(planOf([{ name: 'age', removals: [goes('a', { reasons })] }]))
    expect(removals?.samples).toMatchObject([{ labels: { reason: 'Unused' }, value: 1 }])
  })

  it('has no time to wake where the plan has none', () => {
    expect(planMetrics({ collector: 'toy' })(planOf([{}])).map(({ name }) => name)).not.toContain(
      'gcplan_plan_wake_timestamp_seconds',
    )
  })

  it('stands together by name, labels in order, texts escaped, names made sound', () => {
    const metric = (value: number) => ({
      name: '0 bad-name:x',
      help: 'a \\ b\nc "d"',
      type: 'counter' as const,
      samples: [{ labels: { 'z-y': 'a\\b\n"c"', a: '1' }, value }],
    })
    const none = { name: 'none', help: '', type: 'gauge' as const, samples: [] }
    const bare = { name: '', help: '', type: 'gauge' as const, samples: [{ labels: {}, value: -Infinity }] }
    expect(printMetrics([metric(Infinity), none, bare, metric(NaN)])).toBe(
      '# HELP _0_bad_name:x a \\\\ b\\nc "d"\n# TYPE _0_bad_name:x counter\n' +
        '_0_bad_name:x{a="1",z_y="a\\\\b\\n\\"c\\""} +Inf\n_0_bad_name:x{a="1",z_y="a\\\\b\\n\\"c\\""} NaN\n' +
        '# HELP _ \n# TYPE _ gauge\n_ -Inf\n',
    )
    expect(printMetrics([])).toBe('')
  })
})

const [removal, second] = [goes('a', { version: '7' }), goes('b')]
const report: Report<Toy, { readonly code: number }> = {
  passes: [
    {
      name: 'age',
      state: { _tag: 'Ran' },
      freed: '9223372036854775807',
      amended: [
        { _tag: 'Amended', amendment: changed('k') },
        { _tag: 'Skipped', amendment: changed('l'), because: 'requirement-failed' },
      ],
      outcomes: [
        { _tag: 'Removed', removal },
        { _tag: 'Removed', removal: second, found: 'gone' },
        { _tag: 'Failed', removal: second, action: second.actions[0], error: { code: 500 } },
        { _tag: 'Skipped', removal: second, because: 'aborted' },
        { _tag: 'Refused', removal: second, refusal: { _tag: 'NotApproved' } },
      ],
    },
    { name: 'space', state: { _tag: 'NotReached' }, freed: 0, outcomes: [] },
  ],
}

describe('a report in numbers', () => {
  it('counts what became of each removal, change and pass', () => {
    expect(
      printMetrics(reportMetrics({ collector: 'toy' })(report))
        .split('\n')
        .filter((line) => !line.startsWith('#')),
    ).toEqual([
      'gcplan_removals_total{collector="toy",outcome="removed",pass="age",reason="Unused"} 2',
      'gcplan_removals_total{collector="toy",outcome="failed",pass="age",reason="Unused"} 1',
      'gcplan_removals_total{collector="toy",outcome="skipped",pass="age",reason="Unused"} 1',
      'gcplan_removals_total{collector="toy",outcome="refused",pass="age",reason="Unused"} 1',
      'gcplan_amendments_total{collector="toy",outcome="amended",pass="age",reason="Dangling"} 1',
      'gcplan_amendments_total{collector="toy",outcome="skipped",pass="age",reason="Dangling"} 1',
      'gcplan_freed_bytes_total{collector="toy",pass="age"} 9223372036854776000',
      'gcplan_freed_bytes_total{collector="toy",pass="space"} 0',
      'gcplan_passes_total{collector="toy",pass="age",state="ran"} 1',
      'gcplan_passes_total{collector="toy",pass="space",state="not-reached"} 1',
      '',
    ])
  })
})

describe('the record of a run', () => {
  const context = {
    at: noon(),
    actor: 'system:serviceaccount:gc:janitor',
    run: 'run-1',
    collector: 'toy',
    explain: ({ _tag }: { readonly _tag: string }) => `because ${_tag}`,
    describe: ({ code }: { readonly code: number }) => `status ${code}`,
  }
  const records = auditRecords(context)(report)

  it('says of each target who did what, when, why, and what came of it', () => {
    expect(records[2]).toEqual({
      kind: 'gcplan/audit',
      version: 1,
      at: '2026-01-01T12:00:00.000Z',
      actor: 'system:serviceaccount:gc:janitor',
      run: 'run-1',
      collector: 'toy',
      pass: 'age',
      what: 'removal',
      target: { _tag: 'Object', id: 'a' },
      outcome: 'removed',
      actions: [{ _tag: 'Delete', id: 'a', version: '7' }],
      reasons: [{ _tag: 'Unused' }],
      why: ['because Unused'],
      because: null,
      failed: null,
    })
    expect(
      records.map(({ what, target, outcome, because, failed }) => [
        what,
        (target as { id: string }).id,
        outcome,
        because,
        failed,
      ]),
    ).toEqual([
      ['amendment', 'k', 'amended', null, null],
      ['amendment', 'l', 'skipped', 'requirement-failed', null],
      ['removal', 'a', 'removed', null, null],
      ['removal', 'b', 'removed', 'it was gone already', null],
      ['removal', 'b', 'failed', 'status 500', { _tag: 'Delete', id: 'b' }],
      ['removal', 'b', 'skipped', 'aborted', null],
      ['removal', 'b', 'refused', 'NotApproved', null],
    ])
  })

  it('has every reason and every call, each reason with its sentence', () => {
    const removal = {
      ...goes('a'),
      reasons: [{ _tag: 'Unused' }, { _tag: 'OwnersAbsent', owners: [] }] as const,
      actions: [
        { _tag: 'Delete', id: 'a' },
        { _tag: 'Delete', id: 'b' },
      ] as const,
    }
    const [pass] = report.passes
    const outcome = { _tag: 'Removed', removal, found: 'present' } as const
    const [record] = auditRecords(context)({
      ...report,
      passes: [{ ...pass, amended: [], outcomes: [outcome] }],
    } as never)
    expect(record).toMatchObject({
      reasons: [{ _tag: 'Unused' }, { _tag: 'OwnersAbsent', owners: [] }],
      why: ['because Unused', 'because OwnersAbsent'],
      actions: removal.actions,
    })
  })

  it('is printed as JSON lines of the published schema', () => {
    const holds = schemaOf('audit')
    const lines = printAudit(records).split('\n')
    expect(lines).toHaveLength(records.length + 1)
    expect(lines.at(-1)).toBe('')
    for (const line of lines.slice(0, -1)) expect(holds(JSON.parse(line)), JSON.stringify(holds.errors)).toBe(true)
  })

  it('of an unknown time has no time, rather than none at all', () => {
    expect(auditRecords({ ...context, at: new Date(NaN) })(report)[0]?.at).toBe('')
  })
})
