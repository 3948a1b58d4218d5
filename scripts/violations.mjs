/**
 * Answers what each gate must refuse: one violation per line, injected into a copy of the project. A probe is a file of
 * its own; an edit changes a file that stands. `says` is what the gate must name, so that it is red for that reason.
 */

import { randomBytes } from 'node:crypto'

/**
 * @typedef {{ file: string, code: string, says: string }} Probe
 * @typedef {{ what: string, file: string, edit: (text: string) => string, says: string }} Edit
 */

const header = '/** Answers nothing; it breaks a rule. */\n'

/** @param {string} file @param {string} code @param {string} says @returns {Probe} */
const probe = (file, code, says) => ({ file: `src/${file}`, code: `${header}${code}\n`, says })

/** What the linters must refuse, each with the rule that does. @type {ReadonlyArray<Probe>} */
export const lintProbes = [
  probe('core/p01.ts', 'export const now = (): number => Date.now()', 'no-restricted-syntax'),
  probe('core/p02.ts', 'export const now = (): Date => new Date()', 'no-restricted-syntax'),
  probe('core/p03.ts', 'export const now = (): Date => new Date(5)', 'no-restricted-syntax'),
  probe('core/p04.ts', 'const D = Date\nexport const now = (): Date => new D(5)', 'no-restricted-syntax'),
  probe('core/p05.ts', 'export const chance = (): number => Math.random()', 'no-restricted-properties'),
  probe('core/p06.ts', 'const m = Math\nexport const chance = (): number => m.random()', 'no-restricted-syntax'),
  probe('core/p07.ts', "export const chance = (): number => Math['random']()", 'no-restricted-syntax'),
  probe('core/p08.ts', 'export const text = (n: number): string => n.toLocaleString()', 'no-restricted-syntax'),
  probe(
    'core/p09.ts',
    'export const order = (a: string, b: string): number => a.localeCompare(b)',
    'no-restricted-syntax',
  ),
  probe('core/p10.ts', 'export const hour = (d: Date): number => d.getHours()', 'no-restricted-syntax'),
  probe(
    'core/p11.ts',
    'export const later = async (): Promise<number> => await Promise.resolve(1)',
    'no-restricted-syntax',
  ),
  probe(
    'core/p12.ts',
    "import type { taskEither as TE } from 'fp-ts'\nexport type A = TE.TaskEither<1, 2>",
    'no-restricted-syntax',
  ),
  probe('core/p13.ts', "export const run = (): unknown => eval('1')", 'no-eval'),
  probe('core/p14.ts', "export const run = (): unknown => new Function('return 1')", 'no-implied-eval'),
  probe('core/p15.ts', "export const load = (): unknown => import('./int64.js')", 'no-restricted-syntax'),
  probe('core/p16.ts', 'export const all = (): unknown => globalThis', 'no-restricted-globals'),
  probe('core/p17.ts', 'export class A {}', 'no-restricted-syntax'),
  probe('core/p18.ts', 'const a = 1\nexport default a', 'no-restricted-syntax'),
  probe('core/p19.ts', 'export const first = (a: readonly string[]): string => a[0]!', 'no-non-null-assertion'),
  probe('core/p20.ts', 'export const some = (a: any): unknown => a as unknown', 'no-explicit-any'),
  probe('core/p21.ts', "export { either } from 'fp-ts'", 'no-restricted-syntax'),
  probe(
    'core/p22.ts',
    "import { pipe } from 'fp-ts/function'\nexport const p: typeof pipe = pipe",
    'no-restricted-imports',
  ),
  probe('core/p23.ts', "import * as t from 'io-ts'\nexport const s: t.StringC = t.string", 'no-restricted-imports'),
  probe(
    'core/p24.ts',
    "import { readFileSync } from 'node:fs'\nexport const r: unknown = readFileSync",
    'no-restricted-imports',
  ),
  probe(
    'core/p25.ts',
    "import { addDays } from 'date-fns/addDays'\nexport const a: unknown = addDays",
    'no-restricted-imports',
  ),
  probe(
    'render/p26.ts',
    "import { addDays } from 'date-fns/addDays'\nexport const a: unknown = addDays",
    'no-restricted-imports',
  ),
  probe(
    'kubelet/image/p27.ts',
    "import { readonlyArray as RA } from 'fp-ts'\nexport const a: unknown = RA.size",
    'no-restricted-syntax',
  ),
  probe(
    'core/p28.ts',
    "export const n = (a: 'x' | 'y'): number => {\n  switch (a) {\n    case 'x':\n      return 1\n  }\n  return 2\n}",
    'switch-exhaustiveness-check',
  ),
  probe('core/p29.ts', 'export enum A {\n  B,\n}', 'no-restricted-syntax'),
  probe('core/p30.ts', "export const z = (d: Date): unknown => d.constructor('2026')", 'no-unsafe-call'),
  {
    file: 'test/p31.test.ts',
    code: `${header}export const often = { numRuns: 300 }\n`,
    says: 'no-restricted-syntax',
  },
]

/** What the linters must not refuse. @type {ReadonlyArray<Probe>} */
export const lintControls = [
  probe('core/c01.ts', 'export const isDate = (a: unknown): a is Date => a instanceof Date', ''),
  probe(
    'core/c02.ts',
    "import { either as E } from 'fp-ts'\nexport const one: E.Either<never, number> = E.right(1)",
    '',
  ),
  probe('execute/c03.ts', 'export const later = async (): Promise<number> => await Promise.resolve(1)', ''),
  { file: 'test/c04.test.ts', code: `${header}export const once = { seed: 1, numRuns: 300 }\n`, says: '' },
]

/** What dependency-cruiser must refuse, each with its rule; none where a probe only serves another. @type {ReadonlyArray<Probe>} */
export const directionProbes = [
  probe('core/d01.ts', "export * from '../internal/lists.js'", 'core-imports'),
  probe('internal/d02.ts', "export * from '../kubelet/image/snapshot.js'", 'internal-imports'),
  probe('kubelet/image/d03.ts', "export * from '../container/snapshot.js'", 'collectors-apart'),
  probe('kubelet/image/d04.ts', "export * from '../../execute/index.js'", 'kubelet-imports'),
  probe('decode/d05.ts', "export * from '../kubelet/container/plan.js'", 'decode-imports'),
  probe('render/d06.ts', "export * from '../execute/index.js'", 'render-imports'),
  probe('execute/d07.ts', "export * from '../kubelet/image/snapshot.js'", 'execute-imports'),
  probe('cli/d08.ts', "export * from '../internal/lists.js'", 'cli-imports'),
  probe('fresh/d09.ts', "export * from '../core/index.js'", 'every-folder-has-a-row'),
  probe('d10.ts', "export * from './core/index.js'", 'only-index-at-the-top'),
  probe('core/d11.ts', "export * from './d12.js'", 'no-cycles'),
  probe('core/d12.ts', "export * from './d11.js'", ''),
  probe('core/d13.ts', "export * from 'node:fs'", 'no-node-modules-of-node'),
  probe('core/d14.ts', "export * from 'fast-check'", 'published-dependencies-only'),
  probe('core/d15.ts', "export * from 'io-ts'", 'io-ts-at-the-border'),
  probe('core/d16.ts', "export * from './missing.js'", 'no-unresolved'),
]

/** @param {string} more @returns {(text: string) => string} */
const append = (more) => (text) => `${text}\n${more}\n`
/** @param {string | RegExp} from @param {string} to @returns {(text: string) => string} */
const replace = (from, to) => (text) => text.replace(from, to)

/** @type {ReadonlyArray<{ gate: string, builds?: boolean, edits: ReadonlyArray<Edit> }>} */
export const gates = [
  {
    gate: 'typecheck',
    edits: [
      {
        what: 'process in the library',
        file: 'src/core/int64.ts',
        edit: append('export const p: unknown = process'),
        says: 'TS2591',
      },
      { what: 'console in the library', file: 'src/core/int64.ts', edit: append('console.log(1)'), says: 'TS2584' },
      {
        what: 'type error in a test',
        file: 'test/x.test.ts',
        edit: append("export const n: number = 'a'"),
        says: 'TS2322',
      },
      {
        what: 'export without a type',
        file: 'src/core/int64.ts',
        edit: append('export const f = () => ({ a: 1 }).a'),
        says: 'TS90',
      },
    ],
  },
  {
    gate: 'unused',
    edits: [
      { what: 'orphan file', file: 'src/core/orphan.ts', edit: append('export const a = 1'), says: 'orphan.ts' },
      {
        what: 'export nobody uses',
        file: 'src/core/int64.ts',
        edit: append('export const lonely = 1'),
        says: 'lonely',
      },
      {
        what: 'dependency nobody uses',
        file: 'package.json',
        edit: replace('"fp-ts": "2', '"left-pad": "1.3.0",\n    "fp-ts": "2'),
        says: 'left-pad',
      },
    ],
  },
  {
    gate: 'api',
    builds: true,
    edits: [
      {
        what: 'removed export',
        file: 'src/core/index.ts',
        edit: replace(', isInt64', ''),
        says: '-export const isInt64',
      },
      {
        what: 'added export',
        file: 'src/core/index.ts',
        edit: append("export { show } from './problem.js'"),
        says: '+export const show',
      },
      { what: 'reviewed file edited', file: 'etc/gcplan.api.md', edit: append('edited'), says: '-edited' },
      {
        what: 'report of no entry point',
        file: 'etc/gcplan-old.api.md',
        edit: append('x'),
        says: 'belongs to no entry point',
      },
    ],
  },
  {
    gate: 'package:check',
    edits: [
      {
        what: 'export of a missing file',
        file: 'package.json',
        edit: replace('"./dist/esm/index.js"', '"./dist/esm/missing.js"'),
        says: 'missing.js',
      },
      {
        what: 'types of the other module system',
        file: 'package.json',
        edit: replace(
          /"types": ".\/dist\/cjs\/index.d.ts",\s+"default"/,
          '"types": "./dist/esm/index.d.ts",\n        "default"',
        ),
        says: 'ESM',
      },
      {
        what: 'tarball over the limit',
        file: 'dist/esm/bulk.js',
        edit: () => `// ${randomBytes(600_000).toString('hex')}\n`,
        says: 'NOT below',
      },
      {
        what: 'build that is not the one of the sources',
        file: 'dist/esm/index.js',
        edit: append('export {}'),
        says: 'not reproducible',
      },
      {
        what: 'declaration that is not packed',
        file: 'dist/esm/core/index.d.ts',
        edit: append("export * from './missing.js'"),
        says: 'Internal resolution error',
      },
      {
        what: 'README link to a file that is not packed',
        file: 'README.md',
        edit: append('[vectors](vectors/README.md)'),
        says: 'vectors/README.md, which is not packed',
      },
      {
        what: 'README link to a heading that is not there',
        file: 'README.md',
        edit: append('[cli](docs/cli.md#nowhere)'),
        says: 'no heading #nowhere',
      },
    ],
  },
  {
    gate: 'notices:check',
    edits: [
      {
        what: 'bundled package without a notice',
        file: 'THIRD_PARTY_NOTICES',
        edit: replace(/^smol-toml \d[\s\S]*/m, ''),
        says: 'out of date',
      },
      {
        what: 'package that is newly bundled',
        file: 'src/cli/main.ts',
        edit: append("import ajv from 'ajv'\nconsole.log(ajv)"),
        says: 'out of date',
      },
    ],
  },
  {
    gate: 'atlas:sample',
    edits: [
      {
        what: 'minimum age that has to be passed, not reached',
        file: 'src/kubelet/container/pass-containers.ts',
        edit: replace('now - created < policy.minAge', 'now - created <= policy.minAge'),
        says: 'container-gc-logs block 0 differs',
      },
    ],
  },
  {
    gate: 'atlas:own',
    edits: [
      {
        what: 'time to live that has to be over, not reached',
        file: 'src/controllers/lifecycle/vote.ts',
        edit: replace('>= seconds * 1000', '> seconds * 1000'),
        says: 'block 0 differs',
      },
    ],
  },
  {
    gate: 'fidelity:check',
    edits: [
      {
        what: 'reason that follows another function',
        file: 'src/kubelet/image/reason.ts',
        edit: replace('@upstream ', '@upstream another '),
        says: 'docs/fidelity.md is out of date',
      },
      {
        what: 'reason that follows nothing',
        file: 'src/kubelet/image/reason.ts',
        edit: replace('@upstream', '@other'),
        says: 'no @upstream line',
      },
      {
        what: 'reason without a comment',
        file: 'src/kubelet/image/reason.ts',
        edit: replace(/  \/\*\* Metric label `space`.*\n/, ''),
        says: 'no @upstream line for DiskOverHighThreshold',
      },
      {
        what: 'reason that recorded cases no longer reach',
        file: 'src/kubelet/image/candidates.ts',
        edit: replace("reasons.push({ _tag: 'Pinned' })", "reasons.push({ _tag: 'LastUsedUnknown' })"),
        says: 'docs/fidelity.md is out of date',
      },
      {
        what: 'page edited by hand',
        file: 'docs/fidelity.md',
        edit: replace(/` \d+/, '` 7'),
        says: 'docs/fidelity.md is out of date',
      },
    ],
  },
  {
    gate: 'citations:check',
    edits: [
      {
        what: 'rule that has no evidence and is not listed',
        file: 'src/kubelet/image/reason.ts',
        edit: append(
          '/** @upstream kubernetes v1.36.2 a.go f */\nexport const isFirst = (a: number): boolean => a === 1',
        ),
        says: 'no evidence: src/kubelet/image/reason.ts isFirst',
      },
      {
        what: 'evidence that was removed',
        file: 'etc/citations.json',
        edit: replace(/\n\{"rule":[^\n]*\n/, '\n'),
        says: 'no evidence: ',
      },
    ],
  },
  {
    gate: 'divergences:check',
    edits: [
      {
        what: 'case that does not exist',
        file: 'scripts/divergences/found.ts',
        edit: replace('#ns-recreate-while-terminating', '#ns-elsewhere'),
        says: 'has no case ns-elsewhere',
      },
      {
        what: 'test that has another title',
        file: 'test/controllers/pv-binder/sync-volume.test.ts',
        edit: replace('is released where any provisioner', 'is freed where any provisioner'),
        says: 'has no test',
      },
      {
        what: 'page edited by hand',
        file: 'docs/divergences.md',
        edit: replace('answered 409', 'answered 410'),
        says: 'docs/divergences.md is out of date',
      },
    ],
  },
  {
    gate: 'upgrade-pages:check',
    edits: [
      {
        what: 'switch that says something else',
        file: 'src/controllers/owner/switches.ts',
        edit: replace("decides: '", "decides: 'not "),
        says: 'is out of date: run npm run upgrade-pages',
      },
    ],
  },
  {
    gate: 'smoke',
    edits: [
      {
        what: 'deep paths open',
        file: 'package.json',
        edit: replace('"./package.json"', '"./*": "./*",\n    "./package.json"'),
        says: 'resolved',
      },
      { what: 'no dist in the tarball', file: 'package.json', edit: replace('"dist",', ''), says: 'is missing' },
      {
        what: 'module of Node in the library',
        file: 'dist/esm/index.js',
        edit: append("import 'node:fs'"),
        says: 'node:fs',
      },
      {
        what: 'import and require differ',
        file: 'dist/cjs/index.js',
        edit: append('exports.more = 1'),
        says: 'differ',
      },
      {
        what: 'command that needs a package',
        file: 'dist/cli/main.js',
        edit: append("await import('gcplan')"),
        says: 'ERR_MODULE_NOT_FOUND',
      },
    ],
  },
  {
    gate: 'size',
    edits: [
      {
        what: 'collector that grew',
        file: 'dist/esm/kubelet/container/index.js',
        edit: (text) =>
          `${text}\nexport const bulk = '${Array.from({ length: 9000 }, (_, n) => (n * n * n).toString(36)).join()}'\n`,
        says: 'NOT below',
      },
      {
        what: 'entry point without a budget',
        file: 'etc/budgets.json',
        edit: replace(/ *"gcplan\/guard": \d+,\n/, ''),
        says: 'gcplan/guard: no budget',
      },
      {
        what: 'budget of no entry point',
        file: 'etc/budgets.json',
        edit: replace('"gcplan/guard"', '"gcplan/guards"'),
        says: 'gcplan/guards: the package publishes no such path',
      },
    ],
  },
  {
    gate: 'budgets',
    edits: [
      {
        what: 'one cast more',
        file: 'src/core/int64.ts',
        edit: append('export const sure = (a: unknown): string => a as string'),
        says: 'RED casts',
      },
      {
        what: 'early return in another spelling',
        file: 'src/core/fp.ts',
        edit: append(
          "export const early = ({ _tag }: E.Either<1, 2>): number => {\n  if ('Right' !== _tag) return 1\n  return 2\n}",
        ),
        says: 'RED early returns',
      },
      {
        what: 'one file more to open',
        file: 'etc/budgets.json',
        edit: replace(/"trips ttl": \d+/, '"trips ttl": 1'),
        says: 'RED trips ttl',
      },
      {
        what: 'budget that was not lowered',
        file: 'etc/budgets.json',
        edit: replace(/"casts": \d+/, '"casts": 9999'),
        says: 'is below its budget of 9999',
      },
    ],
  },
  {
    gate: 'docs:check',
    edits: [
      {
        what: 'undocumented export',
        file: 'src/core/int64.ts',
        edit: replace('/** Writes a bigint as {@link Int64}. */\n', ''),
        says: 'int64FromBigint',
      },
      {
        what: 'link to nothing',
        file: 'src/core/int64.ts',
        edit: replace('A 64-bit integer in plain JSON', 'A {@link Nothing} in plain JSON'),
        says: 'Nothing',
      },
      {
        what: 'entry point without a source file',
        file: 'package.json',
        edit: replace('"./dist/esm/guard/index.d.ts"', '"./dist/esm/guard/missing.d.ts"'),
        says: 'src/guard/missing.ts',
      },
    ],
  },
  {
    gate: 'snippets',
    edits: [
      {
        what: 'output that is not so',
        file: 'docs/x.md',
        edit: append('```ts\nconsole.log(1) // 2\n```'),
        says: 'docs/x.md',
      },
      {
        what: 'output that is not promised',
        file: 'docs/x.md',
        edit: append('```ts\nconsole.log(1)\n```'),
        says: 'docs/x.md',
      },
      {
        what: 'type error in a page',
        file: 'docs/x.md',
        edit: append("```ts\nconst a: number = 'x'\n```"),
        says: 'TS2322',
      },
      {
        what: 'example of a source that is not so',
        file: 'src/core/int64.ts',
        edit: append(
          "/**\n * @example\n * ```ts\n * import { isInt64 } from 'gcplan'\n * console.log(isInt64(1)) // false\n * ```\n */",
        ),
        says: 'src/core/int64.ts',
      },
      {
        what: 'name that is not exported',
        file: 'docs/x.md',
        edit: append("```ts\nimport { nothing } from 'gcplan'\n```"),
        says: 'TS2305',
      },
    ],
  },
  {
    gate: 'guide',
    edits: [
      {
        what: 'expectation that is not so',
        file: 'docs/guide-testing.md',
        edit: replace("toEqual(['Secret/nightly-credentials'])", 'toEqual([])'),
        says: '+   "Secret/nightly-credentials"',
      },
      {
        what: 'command that there is not',
        file: 'docs/guide-testing.md',
        edit: replace('npx vitest run', 'npx vitests run'),
        says: 'the guide runs vitests',
      },
      {
        what: 'peer that is not installed',
        file: 'docs/guide-testing.md',
        edit: replace('tgz fp-ts io-ts jest', 'tgz fp-ts jest'),
        says: 'does not install io-ts',
      },
      {
        what: 'matchers without types',
        file: 'dist/esm/testing/vitest.d.ts',
        edit: replace(/declare module[\s\S]*/, ''),
        says: "'toBeStuckOn' does not exist",
      },
    ],
  },
  {
    gate: 'format:check',
    edits: [
      { what: 'semicolons', file: 'src/core/int64.ts', edit: append('export const a: number = 1;'), says: 'int64.ts' },
    ],
  },
]
