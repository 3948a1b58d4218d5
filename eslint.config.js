/**
 * Answers what the sources may say beside the typed rules of .oxlintrc.json. Two parts: the style of the house (no classes,
 * enums, default exports); the fences that keep the library pure, zone by zone. Which folder may import which is a matter
 * for .dependency-cruiser.cjs.
 */
import tseslint from 'typescript-eslint'

/** Nothing of these may be named in the library; only the command line touches the world. */
const AMBIENT = [
  ...['process', 'fetch', 'console', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'performance'],
  ...['crypto', 'globalThis', 'window', 'self', 'global', 'Deno', 'Bun', 'Buffer', 'require', 'localStorage'],
  ...['navigator', 'WebSocket', 'XMLHttpRequest', 'Intl', 'Temporal', 'SharedArrayBuffer', 'Atomics', 'eval'],
].map((name) => ({ name, message: 'The library is pure; the caller supplies the world.' }))

/** date-fns functions that do not read the time zone of the host. Each is imported by its own subpath. */
const DATE_FNS = 'addMilliseconds|compareAsc|constants|differenceInMilliseconds|isAfter|isBefore|isEqual'

const STYLE = [
  { selector: 'ClassDeclaration, ClassExpression', message: 'No classes: plain data and functions.' },
  { selector: 'TSEnumDeclaration', message: 'No enums: unions of text or of objects with _tag.' },
  { selector: 'ExportDefaultDeclaration', message: 'No default exports.' },
  { selector: 'TSModuleDeclaration', message: 'No namespaces.' },
  { selector: 'TSDeclareFunction', message: 'No overloads.' },
  { selector: 'ImportExpression', message: 'No dynamic import.' },
  {
    selector: ':matches(ExportNamedDeclaration, ExportAllDeclaration)[source.value=/^(fp-ts|io-ts|date-fns)/]',
    message: 'No re-export of another package.',
  },
]

/** A sample with a seed is an example: the same at each speed. */
const RUNS_FROM_ONE_PLACE = [
  {
    selector: "ObjectExpression:not(:has(> Property[key.name='seed'])) > Property[key.name='numRuns'] > Literal",
    message: 'How often a property runs is a matter for test/runs.ts: numRuns: runs(300).',
  },
]

const LOCALE_AND_CHANCE = [
  { selector: 'MemberExpression[property.name=/^(toLocale|localeCompare$)/]', message: 'Depends on the locale.' },
  { selector: ":not(MemberExpression) > Identifier[name='Math']", message: 'No alias of Math.' },
  { selector: "MemberExpression[object.name='Math'][computed=true]", message: 'No computed access to Math.' },
  {
    selector:
      'MemberExpression[property.name=/^(get|set)(Timezone|Hours|Minutes|Seconds|Milliseconds|Day|Date|Month|FullYear|Year)/]',
    message: 'Reads the time zone of the host.',
  },
]

/** `Date` is a type everywhere and may stand right of instanceof; it is a value in core/time.ts alone. */
const NO_DATE_VALUE = [
  {
    selector:
      ":not(TSTypeReference, TSQualifiedName, BinaryExpression[operator='instanceof']) > Identifier[name='Date']",
    message: 'Times come from the snapshot; core/time.ts constructs them from numbers.',
  },
]
const DATE_FROM_A_NUMBER = [
  { selector: "NewExpression[callee.name='Date'][arguments.length!=1]", message: 'A Date is made from one number.' },
  { selector: "CallExpression[callee.name='Date']", message: 'Reads the clock.' },
  {
    selector: "MemberExpression[object.name='Date'][property.name!='UTC']",
    message: 'Date.now reads the clock, Date.parse the time zone of the host.',
  },
  {
    selector:
      ":not(TSTypeReference, TSQualifiedName, NewExpression, MemberExpression, BinaryExpression[operator='instanceof']) > Identifier[name='Date']",
    message: 'No alias of Date.',
  },
]

const NO_EFFECTS = [
  {
    selector: ':function[async=true], AwaitExpression, ForOfStatement[await=true]',
    message: 'Pure code is synchronous.',
  },
  { selector: "Identifier[name='Promise']", message: 'Effects belong to execute, */action.ts and the command line.' },
  {
    selector: "ImportDeclaration[source.value='fp-ts'] > ImportSpecifier[imported.name=/^(task|io|reader.*|state.*)/i]",
    message: 'Effects belong to execute, */action.ts and the command line.',
  },
  {
    selector: 'TSTypeReference[typeName.name=/^(Task|IO|TaskEither|IOEither)$/]',
    message: 'Effects belong elsewhere.',
  },
]

/** Bundlers keep every fp-ts namespace that is used whole; these three are small. Types cost nothing. */
const SMALL_FP_TS = [
  {
    selector:
      "ImportDeclaration[source.value='fp-ts'][importKind!='type'] > ImportSpecifier[importKind!='type'][imported.name!=/^(either|option|function)$/]",
    message: 'Collectors use either, option and function alone at run time; they stay small in a bundle.',
  },
]

const imports = ({ ioTs = false, dateFns = false }) => ({
  '@typescript-eslint/no-restricted-imports': [
    'error',
    {
      patterns: [
        { regex: '^(fp-ts|io-ts)/', message: 'Import the package root: the one form that runs everywhere.' },
        { regex: '^node:|^(fs|path|os|util|crypto|http|https|net|child_process|process)(/|$)', message: 'Pure.' },
        ...(ioTs ? [] : [{ regex: '^io-ts$', message: 'io-ts belongs to decode, document and render/json.' }]),
        dateFns
          ? {
              regex: `^date-fns(?!/(${DATE_FNS})$)`,
              message: 'Only functions that do not read the time zone, by subpath.',
            }
          : { regex: '^date-fns', message: 'date-fns belongs where instants are reckoned (decision 16).' },
      ],
    },
  ],
})

const syntax = (...groups) => ({ 'no-restricted-syntax': ['error', ...STYLE, ...LOCALE_AND_CHANCE, ...groups.flat()] })

/** The command line and the adapters touch the world. */
const OUTSIDE_THE_FENCE = ['src/cli/**', 'src/adapters/**', 'src/testing/http/listen.ts']

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'coverage/',
      'reports/',
      'temp/',
      'docs/',
      '.snippets/',
      '.stryker-*/',
      'captures/',
      'vectors/',
      'site/',
      '**/wire/',
    ],
  },
  {
    files: [
      'src/**/*.ts',
      'test/**/*.ts',
      'conformance/**/*.ts',
      'atlas/**/*.ts',
      'bench/**/*.ts',
      'demo/**/*.ts',
      'e2e/**/*.ts',
      'plugins/*/{src,test}/**/*.{ts,tsx}',
      'vitest.*config.ts',
    ],
    languageOptions: { parser: tseslint.parser },
    plugins: { '@typescript-eslint': tseslint.plugin },
    // Comments for the typed linter are none of its matter.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: { 'no-restricted-syntax': ['error', ...STYLE] },
  },
  { files: ['scripts/**/*.mjs', 'e2e/**/*.mjs', '*.config.js'], extends: [tseslint.configs.recommended] },
  {
    files: ['src/**/*.ts'],
    rules: {
      // The hard limit of 400 is a test.
      'max-lines': ['warn', { max: 250 }],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'No chance in decisions.' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'no-duplicate-imports': ['error', { includeExports: false }] },
  },
  // The fences, from the strictest zone to the freest; a later block replaces the rule of an earlier one.
  {
    files: ['src/**/*.ts'],
    ignores: OUTSIDE_THE_FENCE,
    rules: {
      'no-restricted-globals': ['error', ...AMBIENT],
      ...imports({}),
      ...syntax(NO_DATE_VALUE, NO_EFFECTS),
    },
  },
  {
    files: ['src/{apiserver,kubelet,containerd,controllers}/**/*.ts'],
    rules: syntax(NO_DATE_VALUE, NO_EFFECTS, SMALL_FP_TS),
  },
  { files: ['src/core/time.ts'], rules: { ...imports({ dateFns: true }), ...syntax(DATE_FROM_A_NUMBER, NO_EFFECTS) } },
  {
    files: [
      'src/execute/**/*.ts',
      'src/simulate/loop/**/{driver,port}.ts',
      'src/simulate/loop/{drive,work}.ts',
      'src/**/action.ts',
      'src/testing/virtual-clock.ts',
      'src/testing/**/ports.ts',
      'src/testing/**/run.ts',
      'src/testing/http/client.ts',
      'src/testing/arbitrary/laws.ts',
    ],
    rules: syntax(NO_DATE_VALUE),
  },
  {
    // A runner's types are extended in its own words.
    files: ['src/testing/{vitest,jest}.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...STYLE.filter(({ selector }) => selector !== 'TSModuleDeclaration')],
    },
  },
  { files: ['src/decode/**/*.ts', 'src/document/**/*.ts'], rules: imports({ ioTs: true }) },
  {
    files: [
      'src/render/**/*.ts',
      'src/testing/**/*.ts',
      'src/**/policy.ts',
      'src/controllers/{pod,ttl,lifecycle}/*.ts',
    ],
    rules: imports({ dateFns: true }),
  },
  { files: ['src/render/json*.ts', 'src/render/json/**/*.ts'], rules: imports({ ioTs: true, dateFns: true }) },
  {
    files: ['src/adapters/**/*.ts', 'src/testing/http/listen.ts'],
    rules: { 'no-restricted-syntax': ['error', ...STYLE] },
  },
  {
    files: ['src/cli/**/*.ts'],
    rules: {
      // The command line loads what only some commands need when they need it.
      'no-restricted-syntax': ['error', ...STYLE.filter(({ selector }) => selector !== 'ImportExpression')],
    },
  },
  {
    // Adapters talk to the world; nothing else in the library does.
    files: ['src/adapters/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...STYLE] },
  },
  { files: ['src/testing/http/listen.ts'], rules: { '@typescript-eslint/no-restricted-imports': 'off' } },
  {
    // Tests are short and local.
    files: [
      'test/**/*.ts',
      'conformance/**/*.ts',
      'atlas/**/*.ts',
      'bench/**/*.ts',
      'demo/**/*.ts',
      'e2e/**/*.ts',
      'plugins/*/test/**/*.ts',
      'vitest.*config.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...STYLE.slice(0, 2)] },
  },
  {
    files: ['test/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...STYLE.slice(0, 2), ...RUNS_FROM_ONE_PLACE] },
  },
)
