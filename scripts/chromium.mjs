/**
 * Finds Chromium: the installed one, or else the package of the archive that the machine's apt is configured with, unpacked together with
 * what it needs and the machine lacks into a folder of its own. Nothing is installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * @typedef {{ path: string, libraries?: string }} Chromium libraries: where the loader finds what was unpacked beside it
 * @typedef {Chromium | { lacking: string }} Found
 */

const installed = ['/usr/lib/chromium/chromium', '/usr/bin/chromium']
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gcplan-site')
const unpacked = join(cache, 'chromium')

/** @param {ReadonlyArray<string>} args @returns {string | null} what went wrong */
const apt = (args) => {
  const options = {
    'Dir::State::Lists': join(cache, 'lists'),
    'Dir::Cache': join(cache, 'cache'),
    'Debug::NoLocking': 'true',
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
  }
  const given = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const { status, stderr, error } = spawnSync('apt-get', [...given, '-q', ...args], {
    encoding: 'utf8',
    timeout: 300_000,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0 ? null : `apt-get ${args[0]}: ${error?.message ?? stderr.trim().split('\n').at(-1) ?? ''}`
}

/** @returns {Found} */
const ofFolder = () => {
  const libraries = ['usr/lib', 'lib']
    .map((folder) => join(unpacked, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => folder.endsWith('-linux-gnu'))
  const path = join(unpacked, 'usr/lib/chromium/chromium')
  return libraries.length === 0 ? { path } : { path, libraries: libraries.join(':') }
}

/** @param {ReadonlyArray<string>} [places] where an installed one would be @returns {Found} */
export const findChromium = (places = installed) => {
  const there = places.find((path) => existsSync(path))
  if (there !== undefined) return { path: there }
  if (existsSync(unpacked)) return ofFolder()
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(cache, folder), { recursive: true })
  const failed =
    apt(['update']) ?? apt(['install', '--download-only', '--reinstall', '--yes', 'chromium', 'chromium-common'])
  if (failed !== null) return { lacking: failed }
  const beside = `${unpacked}.new-${process.pid}`
  const archives = join(cache, 'cache/archives')
  for (const deb of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
    const { status, stderr } = spawnSync('dpkg', ['-x', join(archives, deb), beside], { encoding: 'utf8' })
    if (status !== 0) return { lacking: `dpkg -x ${deb}: ${stderr.trim()}` }
  }
  renameSync(beside, unpacked)
  rmSync(archives, { recursive: true, force: true })
  return ofFolder()
}
