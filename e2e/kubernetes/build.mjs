/**
 * Builds Kubernetes 1.20.2 from Debian's source package, once, into a cache folder outside the project: the newest release
 * whose whole source Debian's archive carries. Gives the folder of the programs.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where it is built, unless GCPLAN_E2E_KUBERNETES says another place. */
export const cacheFolder = () =>
  process.env['GCPLAN_E2E_KUBERNETES'] ?? join(homedir(), '.cache/gcplan-e2e/kubernetes-1.20.2')

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Packages of other suites than the machine's: an old Go builds an old Kubernetes. */
const PACKAGES = ['golang-1.15-go', 'golang-1.15-src', 'etcd-server/bookworm']

/** The base of Debian's archive, as this machine is set up to reach it. @returns {string} */
const archive = () => {
  const targets = execFileSync(
    'apt-get',
    ['indextargets', '--format', '$(ORIGIN)|$(CODENAME)|$(REPO_URI)', 'Created-By: Packages'],
    {
      encoding: 'utf8',
    },
  )
  const found = targets.split('\n').find((line) => line.startsWith('Debian|bookworm|'))
  if (found === undefined) throw new Error("the machine does not know Debian's archive: run apt-get update")
  return found.split('|')[2] ?? ''
}

/** @param {string} folder @returns {NodeJS.ProcessEnv} the environment of an apt that changes nothing of the machine's */
const privateApt = (folder) => {
  for (const part of ['lists/partial', 'cache/archives/partial', 'state'])
    mkdirSync(join(folder, 'apt', part), { recursive: true })
  const signed = `[signed-by=${KEYRING}] ${archive()}`
  writeFileSync(
    join(folder, 'apt/sources.list'),
    ['deb bookworm', 'deb-src bookworm', 'deb bullseye']
      .map((line) => {
        const [type, suite] = line.split(' ')
        return `${type} ${signed} ${suite} main\n`
      })
      .join(''),
  )
  writeFileSync(
    join(folder, 'apt/apt.conf'),
    [
      `Dir::State "${folder}/apt/state";`,
      `Dir::State::lists "${folder}/apt/lists";`,
      `Dir::Cache "${folder}/apt/cache";`,
      `Dir::Etc::sourcelist "${folder}/apt/sources.list";`,
      'Dir::Etc::sourceparts "-";',
      'Acquire::Check-Valid-Until "false";',
      'APT::Sandbox::User "root";',
      '',
    ].join('\n'),
  )
  return { ...process.env, APT_CONFIG: join(folder, 'apt/apt.conf') }
}

/**
 * Builds what is not there yet: about ten minutes on two idle cores.
 *
 * @param {(line: string) => void} say
 * @returns {{ bin: string, etcd: string }} the folder of the programs, and etcd
 */
export const built = (say) => {
  const folder = cacheFolder()
  const bin = join(folder, 'bin')
  const etcd = join(folder, 'tools/usr/bin/etcd')
  if (existsSync(join(bin, 'kube-controller-manager')) && existsSync(etcd)) return { bin, etcd }
  mkdirSync(bin, { recursive: true })
  const env = privateApt(folder)
  /** @param {string} program @param {ReadonlyArray<string>} args @param {string} cwd @param {NodeJS.ProcessEnv} variables */
  const run = (program, args, cwd = folder, variables = env) =>
    execFileSync(program, [...args], { cwd, env: variables, stdio: ['ignore', 'ignore', 'inherit'] })
  say('reading the archive')
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['source', '-qq', '--download-only', 'kubernetes'])
  run('apt-get', ['download', '-qq', ...PACKAGES])
  for (const file of readdirSync(folder)) if (file.endsWith('.deb')) run('dpkg', ['-x', file, 'tools'])
  const source = join(folder, 'gopath/src/k8s.io/kubernetes')
  mkdirSync(source, { recursive: true })
  const tar = readdirSync(folder).find((file) => file.endsWith('.orig.tar.gz')) ?? ''
  run('tar', ['xzf', tar, '--strip-components=1', '-C', source])
  const go = join(folder, 'tools/usr/lib/go-1.15')
  const goEnv = {
    ...process.env,
    ...{
      GOROOT: go,
      GOPATH: join(folder, 'gopath'),
      GO111MODULE: 'off',
      GOCACHE: join(folder, 'gocache'),
      GOFLAGS: '',
    },
    ...{ CGO_ENABLED: '0', PATH: `${join(go, 'bin')}:${process.env['PATH'] ?? ''}` },
  }
  say('making the one file that the source lacks')
  run('go', ['build', '-o', join(bin, 'openapi-gen'), './vendor/k8s.io/kube-openapi/cmd/openapi-gen'], source, goEnv)
  const marked = execFileSync(
    'grep',
    ['-rlE', '--include=*.go', '\\+k8s:openapi-gen=', 'pkg', 'cmd', 'staging/src/k8s.io'],
    {
      cwd: source,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    },
  )
  const packages = new Set(
    marked
      .split('\n')
      .filter((file) => file !== '' && !/\/(code-generator|sample-apiserver|testdata)\//.test(file))
      .map((file) => file.replace(/\/[^/]+$/, '').replace(/^staging\/src\//, 'vendor/'))
      .map((path) => `k8s.io/kubernetes/${path}`),
  )
  run(
    join(bin, 'openapi-gen'),
    [
      ...['-i', [...packages].sort().join(','), '-p', 'k8s.io/kubernetes/pkg/generated/openapi'],
      ...['-O', 'zz_generated.openapi', '-h', 'vendor/k8s.io/code-generator/hack/boilerplate.go.txt'],
      ...['-r', join(folder, 'violations.txt'), '-o', join(folder, 'gopath/src')],
    ],
    source,
    goEnv,
  )
  // What a build from a checkout knows from its tag.
  const version = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version']
    .flatMap((path) => [path, `k8s.io/kubernetes/vendor/${path}`])
    .flatMap((path) =>
      ['gitVersion=v1.20.2', 'gitMajor=1', 'gitMinor=20', 'gitTreeState=clean'].map((set) => `-X ${path}.${set}`),
    )
  for (const program of ['kube-apiserver', 'kube-controller-manager']) {
    say(`building ${program}`)
    run(
      'nice',
      ['go', 'build', '-ldflags', ['-s', '-w', ...version].join(' '), '-o', join(bin, program), `./cmd/${program}`],
      source,
      goEnv,
    )
  }
  return { bin, etcd }
}
