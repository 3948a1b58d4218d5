/**
 * Real daemons from Debian's archive, unpacked into a folder of their own: nothing is installed. apt runs with a private
 * configuration over three suites of the mirror that the machine's own configuration names.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A package of one suite, at the version on which the recorded results rest; another version is used, and said. */
export interface Package {
  readonly name: string
  readonly suite: 'bookworm' | 'trixie' | 'sid'
  readonly version: string
}

/** A package that is there, or why it is not. */
export type Unpacked =
  | { readonly _tag: 'There'; readonly folder: string; readonly version: string }
  | { readonly _tag: 'Lacking'; readonly because: string }

/** What every daemon runs containers with. */
export const runc: Package = { name: 'runc', suite: 'bookworm', version: '1.1.5+ds1-1+deb12u1' }

/** What is kept between runs. */
export const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'gcplan-e2e')

/** The first mirror of a `main` component that apt is configured with. */
export const configuredMirror = (): string | undefined => {
  const files = ['/etc/apt/sources.list', ...inFolder('/etc/apt/sources.list.d')].filter((file) => existsSync(file))
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const found = file.endsWith('.sources')
      ? /^URIs:\s*(\S+\/debian)\/?\s*$/m.exec(text)
      : /^deb\s+(?:\[[^\]]*\]\s+)?(\S+\/debian)\/?\s+\S+\s+.*\bmain\b/m.exec(text)
    if (found?.[1] !== undefined) return found[1]
  }
  return undefined
}

const inFolder = (folder: string): ReadonlyArray<string> =>
  existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : []

const aptFolder = join(cache, 'apt')
const aptEnvironment = { ...process.env, APT_CONFIG: join(aptFolder, 'apt.conf'), LC_ALL: 'C' }

const apt = (command: string, args: ReadonlyArray<string>, cwd: string) =>
  spawnSync(command, args, { cwd, env: aptEnvironment, encoding: 'utf8', timeout: 300_000 })

/** Lists of the three suites, not older than a day; a sentence where they cannot be had. */
const updateLists = (): string | undefined => {
  const stamp = join(aptFolder, 'updated')
  if (existsSync(stamp) && Date.now() - Number(readFileSync(stamp, 'utf8')) < 86_400_000) return undefined
  const mirror = configuredMirror()
  if (mirror === undefined) return 'apt is not configured with a Debian mirror'
  for (const folder of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(aptFolder, folder), { recursive: true })
  const signed = '[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
  const sources = ['bookworm', 'trixie', 'sid'].map((suite) => `deb ${signed} ${mirror} ${suite} main\n`)
  writeFileSync(join(aptFolder, 'sources.list'), sources.join(''))
  writeFileSync(
    join(aptFolder, 'apt.conf'),
    [
      `Dir::State "${aptFolder}";`,
      'Dir::State::status "/dev/null";',
      `Dir::Cache "${join(aptFolder, 'cache')}";`,
      `Dir::Etc::sourcelist "${join(aptFolder, 'sources.list')}";`,
      'Dir::Etc::sourceparts "/dev/null";',
      'Acquire::Check-Valid-Until "false";',
      'Acquire::Languages "none";',
      'APT::Sandbox::User "root";',
      '',
    ].join('\n'),
  )
  const { status, stderr, error } = apt('apt-get', ['update', '-q'], aptFolder)
  if (status !== 0) return `apt-get update: ${error?.message ?? stderr.trim().split('\n').at(-1) ?? ''}`
  writeFileSync(stamp, String(Date.now()))
  return undefined
}

const debOf = (folder: string): string | undefined =>
  existsSync(folder) ? readdirSync(folder).find((file) => file.endsWith('.deb')) : undefined

/** A package, from the cache or from the archive. */
export const unpacked = ({ name, suite, version }: Package): Unpacked => {
  const folder = join(cache, `${name}-${suite}-${version.replace(/[^\w.+~-]/g, '_')}`)
  if (existsSync(join(folder, 'root'))) {
    const found = decodeURIComponent(debOf(folder)?.split('_')[1] ?? version)
    return { _tag: 'There', folder: join(folder, 'root'), version: found }
  }
  const stale = updateLists()
  if (stale !== undefined) return { _tag: 'Lacking', because: stale }
  const beside = `${folder}.new-${process.pid}`
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside, { recursive: true })
  // sid moves on: its pinned version is tried first, then whatever it has now.
  const found = [`${name}=${version}`, `${name}/${suite}`].some(
    (wanted) => apt('apt-get', ['download', '-q', wanted], beside).status === 0,
  )
  const deb = debOf(beside)
  if (!found || deb === undefined) return { _tag: 'Lacking', because: `the archive has no ${name} of ${suite}` }
  const { status, stderr } = spawnSync('dpkg', ['-x', deb, 'root'], { cwd: beside, encoding: 'utf8' })
  if (status !== 0) return { _tag: 'Lacking', because: `dpkg -x ${deb}: ${stderr.trim()}` }
  rmSync(folder, { recursive: true, force: true })
  renameSync(beside, folder)
  return { _tag: 'There', folder: join(folder, 'root'), version: decodeURIComponent(deb.split('_')[1] ?? version) }
}
