/**
 * Answers which folder of src may import which. One row per folder; a folder without a row is refused, so a new one
 * starts by saying where it stands. Every folder may import itself; what words a file may use is eslint's matter.
 */
const collectors = 'collectors/[^/]+'
const kubeletCollectors = 'collectors/kubelet-(container|image)'
/** A collector's public face or the files that hold only what is read, known and remembered. */
const facts = 'collectors/.+/(index|snapshot|policy|presets|memory|object|scope|coverage)[.]ts$'

/** How files of gcplan's own are read and written. */
const codecs = 'decode/((codec|leaf|error)|document/(codec|document))[.]ts$'

/** Entries that extend a package of somebody's tests. */
const withPeers = 'testing/(arbitrary/|vitest[.]ts$|jest[.]ts$)'

/** Folder of src to the folders or files it may import. */
const mayImport = {
  core: [],
  internal: ['core'],
  decode: ['core', 'internal', facts, 'node/(eviction/(observation|pod|signal)|layers/store)[.]ts$'],
  render: ['core', 'internal', collectors],
  execute: ['core'],
  loop: ['core', 'internal', collectors, 'execute'],
  lint: ['core', 'internal', collectors],
  guard: ['core', 'internal'],
  document: ['core', 'internal', codecs, 'guard/(approval|sightings|protection)[.]ts$'],
  node: ['core', 'internal', kubeletCollectors],
  testing: ['core', 'internal', collectors, 'decode', 'render', 'execute', 'loop', 'lint', 'guard', 'document', 'node'],
  cli: ['index[.]ts$', '[^/]+/index[.]ts$', `${collectors}(/analysis)?/index[.]ts$`],
}

const folders = Object.keys(mayImport).join('|')
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

const direction = Object.entries(mayImport).map(([folder, allowed]) =>
  rule(
    `${folder}-imports`,
    { path: `^src/${folder}/` },
    { path: '^src/', pathNot: [folder, ...allowed].map((path) => `^src/${path}${path.endsWith('$') ? '' : '/'}`) },
    `${folder} may import ${allowed.length === 0 ? 'nothing else' : allowed.join(', ')}`,
  ),
)

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('every-folder-has-a-row', { path: '^src/[^/]+/', pathNot: `^src/(${folders}|collectors)/` }, {}),
    rule('only-index-at-the-top', { path: '^src/[^/]+$', pathNot: '^src/index[.]ts$' }, {}),
    ...direction,
    rule(
      'collector-imports',
      { path: '^src/(collectors/[^/]+)/' },
      { path: '^src/', pathNot: '^src/($1|core|internal)/' },
      'a collector knows core, internal and itself',
    ),
    rule(
      'kubernetes-siblings',
      {
        path: '^src/collectors/kubernetes/([^/]+)/',
        pathNot: '^src/collectors/kubernetes/(together|cascade)/',
      },
      { path: '^src/collectors/kubernetes/[^/]+/', pathNot: '^src/collectors/kubernetes/($1|scopes|api)/' },
      'the collectors of kubernetes share the files beside their folders, scopes and api, not each other; together and cascade join them',
    ),
    rule('no-node-modules-of-node', { path: '^src/', pathNot: '^src/cli/' }, { dependencyTypes: ['core'] }),
    rule(
      'published-dependencies-only',
      { path: '^src/', pathNot: `^src/(cli/|${withPeers})` },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/(fp-ts|io-ts)/' },
      'the bundle of the command line carries its packages; the library may use what a user installs',
    ),
    rule(
      'optional-peers-in-their-entry',
      { path: `^src/${withPeers}` },
      {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown'],
        pathNot: 'node_modules/(fp-ts|io-ts|fast-check|vitest|expect)/',
      },
    ),
    rule(
      'nobody-needs-optional-peers',
      { path: '^src/', pathNot: `^src/${withPeers}` },
      { path: `^src/${withPeers}` },
      'everything else loads without the packages of tests',
    ),
    rule(
      'io-ts-at-the-border',
      { path: '^src/', pathNot: '^src/(decode/|document/|render/json|cli/)' },
      { path: 'node_modules/io-ts/' },
    ),
    rule(
      'collectors-load-no-fp-ts',
      { path: '^src/(core|internal|collectors)/' },
      { path: 'node_modules/fp-ts/', dependencyTypesNot: ['type-only'] },
      'values of fp-ts are plain records; core/either and core/option make them without loading the package',
    ),
    rule('no-unresolved', {}, { couldNotResolve: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.test.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
