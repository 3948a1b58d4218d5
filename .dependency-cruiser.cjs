/**
 * Answers which folder of src may import which. One row per folder; a folder without a row is refused, so a new one
 * starts by saying where it stands. Every folder may import itself; what words a file may use is eslint's matter.
 */
const manifest = require('./package.json')

/** The faces that the exports map publishes, as sources. */
const published = Object.values(manifest.exports)
  .filter((target) => typeof target !== 'string')
  .map((target) => (target.import ?? target).types.replace('./dist/esm/', '').replace('.d.ts', '[.]ts$'))

const collectors = ['kubelet', 'containerd', 'controllers']

/** The files of a collector or of the API server that hold only what is read, known and remembered, its schemas, and its public face. */
const factFiles = '(index|snapshot|policy|presets|memory|object|scopes?|(record-|policy-)?schema)[.]ts$'
const facts = [`(apiserver|containerd)/${factFiles}`, `(kubelet|containerd|controllers|apiserver)/[^/]+/${factFiles}`]

/** How files of gcplan's own are read and written. */
const codecs = 'decode/((codec|leaf|error)|document/(read|write|document))[.]ts$'

/** Entries that need a package which is otherwise optional: somebody's tests, or a way to talk to a daemon. */
const withPeers =
  '(testing/(arbitrary/|vitest[.]ts$|jest[.]ts$)|adapters/(containerd/|cri/|node/|socket/(attempt|connection|daemon)[.]ts$))'

/** The folders that touch the world. Nothing in the library imports them. */
const ofTheWorld = '(cli|adapters)/'

/** The fake cluster over HTTP is served by Node. */
const listener = 'testing/http/listen[.]ts$'

/** Adapters that are made of others, and of nothing else. */
const joins = 'adapters/(node|program)/'

/** What adapters and the command line know of the machine alike. */
const ofTheMachine = 'adapters/(clock|no-such-file)[.]ts$'

/** Folder of src to the folders or files it may import, from the ground floor up. */
const mayImport = {
  core: [],
  internal: ['core'],
  apiserver: ['core', 'internal'],
  kubelet: ['core', 'internal'],
  containerd: ['core', 'internal'],
  controllers: ['core', 'internal', 'apiserver'],
  execute: ['core'],
  guard: ['core', 'internal'],
  reclaim: ['core', 'internal', 'kubelet'],
  simulate: ['core', 'internal', 'apiserver', ...collectors, 'reclaim', 'execute'],
  // What a deletion cascades to is held against guards; everything else of them knows no collector.
  'guard/admission': ['core', 'internal', 'apiserver', 'controllers/owner', 'simulate/(cascade|consequence)', 'guard'],
  // It cuts snapshots and joins plans; what is found of a node or a cluster is made by simulations.
  fleet: ['core', 'internal', 'apiserver', ...collectors, 'reclaim', 'simulate'],
  lint: ['core', 'internal', 'apiserver', ...collectors, 'simulate/cascade'],
  view: ['core', 'internal', 'apiserver', ...collectors, 'simulate', 'reclaim'],
  // Printers print models, and models know no printer.
  render: ['core', 'internal', 'view'],
  decode: [
    'core',
    'internal',
    ...facts,
    'kubelet/eviction/(observation|pod|signal)[.]ts$',
    'kubelet/image/key[.]ts$',
    'reclaim/layers/store[.]ts$',
    'simulate/control-plane/(policy|snapshot)[.]ts$',
  ],
  document: [
    ...['core', 'internal', codecs],
    ...['guard/(approval|sightings|protection)[.]ts$', 'simulate/node/measured-growth[.]ts$'],
  ],
  // It joins what is told of one node: collections, eviction, settings, and what could go before.
  outlook: [
    ...['core', 'internal', 'kubelet', 'reclaim', 'simulate', 'decode', 'guard', 'lint', 'document', 'view', 'render'],
  ],
  upgrade: [
    ...['core', 'internal', 'apiserver', ...collectors, 'simulate', 'document'],
    'decode/kubelet-config/switches[.]ts$',
  ],
  testing: [
    ...['core', 'internal', 'apiserver', ...collectors, 'reclaim', 'simulate'],
    ...['decode', 'render', 'execute', 'lint', 'guard', 'document'],
  ],
  adapters: [
    ...[
      'core',
      'internal',
      'apiserver',
      ...collectors,
      'reclaim',
      'simulate',
      'execute',
      'decode',
      'document',
      'guard',
      'outlook',
    ],
  ],
  cli: [...published, 'internal/edits[.]ts$', ofTheMachine],
}

const folders = Object.keys(mayImport).join('|')
/** Folders inside of one that have a row of their own. */
const roomsIn = (folder) => Object.keys(mayImport).filter((other) => other.startsWith(`${folder}/`))
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

const direction = Object.entries(mayImport).map(([folder, allowed]) =>
  rule(
    `${folder}-imports`,
    { path: `^src/${folder}/`, pathNot: roomsIn(folder).map((room) => `^src/${room}/`) },
    { path: '^src/', pathNot: [folder, ...allowed].map((path) => `^src/${path}${path.endsWith('$') ? '' : '/'}`) },
    `${folder} may import ${allowed.length === 0 ? 'nothing else' : allowed.join(', ')}`,
  ),
)

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('every-folder-has-a-row', { path: '^src/[^/]+/', pathNot: `^src/(${folders})/` }, {}),
    rule('only-index-at-the-top', { path: '^src/[^/]+$', pathNot: '^src/index[.]ts$' }, {}),
    ...direction,
    rule(
      'collectors-apart',
      { path: '^src/(kubelet/(?:container|image)|controllers/[^/]+)/' },
      { path: '^src/(kubelet|controllers)/[^/]+/', pathNot: '^src/($1|controllers/workload)/' },
      'a collector knows no other; simulate joins them, and controllers of workloads share one folder',
    ),
    rule(
      'no-node-modules-of-node',
      { path: '^src/', pathNot: `^src/(${ofTheWorld}|${listener})` },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'published-dependencies-only',
      { path: '^src/', pathNot: `^src/(cli/|adapters/|${withPeers})` },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/(fp-ts|io-ts)/' },
      'the bundle of the command line carries its packages; the library may use what a user installs',
    ),
    rule(
      'optional-peers-in-their-entry',
      { path: `^src/${withPeers}` },
      {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown'],
        pathNot: 'node_modules/(fp-ts|io-ts|fast-check|vitest|expect|@bufbuild|@connectrpc)/',
      },
    ),
    rule(
      'nobody-needs-optional-peers',
      { path: '^src/', pathNot: `^src/(cli/|${withPeers})` },
      { path: `^src/${withPeers}` },
      'everything else loads without those packages; the bundle of the command line carries its own',
    ),
    rule(
      'io-ts-at-the-border',
      { path: '^src/', pathNot: '^src/(decode/|document/|render/json|cli/)' },
      { path: 'node_modules/io-ts/' },
    ),
    rule(
      'collectors-load-no-fp-ts',
      { path: '^src/(core|internal|apiserver|kubelet|containerd|controllers|view)/' },
      { path: 'node_modules/fp-ts/', dependencyTypesNot: ['type-only'] },
      'values of fp-ts are plain records; core/fp makes them without loading the package',
    ),
    rule(
      'adapters-apart',
      { path: '^src/adapters/([^/]+)/', pathNot: `^src/${joins}` },
      { path: '^src/adapters/', pathNot: `^src/(adapters/($1/|socket/)|${ofTheMachine})` },
      'each is an entry point of its own; they share what they know of the machine, and those behind a socket how it is spoken to',
    ),
    rule(
      'adapters-load-their-own-peers',
      { path: '^src/adapters/(kubernetes|program|serving)/' },
      { path: 'node_modules/', pathNot: 'node_modules/(fp-ts|io-ts|date-fns)/' },
      'the user supplies the client, and what writes metrics',
    ),
    rule('no-unresolved', {}, { couldNotResolve: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
