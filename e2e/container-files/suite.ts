/**
 * The images of the examples, each built on a base from Debian's archive: the image runs its program as a user who can
 * change no file of it, and the program says what it lacks.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { freshFolder, removeFolder } from '../folder.js'
import { canRunDaemons, needsRoot } from '../skip.js'
import type { Suite, Tally } from '../suites.js'
import { baseName, buildBase } from './base.js'
import { type Buildah, buildahIn, lackingTools } from './buildah.js'

const root = process.cwd()
const examples = join(root, 'examples')

/** The names of the examples that are deployed. */
const exampleNames = (): ReadonlyArray<string> =>
  existsSync(examples) ? readdirSync(examples).filter((name) => existsSync(join(examples, name, 'deploy'))) : []

/** What has to hold inside of an image: who runs, what that user may write, and what the program says without its configuration. */
const probe = `
const { accessSync, constants } = require('node:fs')
const writable = (path) => { try { accessSync(path, constants.W_OK); return true } catch { return false } }
const open = ['/', '/app', '/app/main.js', '/usr/bin', '/etc'].filter(writable)
console.log(JSON.stringify({ uid: process.getuid(), open }))
`

/** What is wrong with an image; nothing where all is right. */
const faultOf = (buildah: Buildah, name: string): string | undefined => {
  const image = `localhost/gcplan-${name}`
  const file = join(examples, 'Containerfile')
  // The certificates of the machine: its registry may be known by them alone.
  const certificates = ['--volume', '/etc/ssl/certs:/etc/ssl/certs:ro']
  const told = ['--build-arg', `BASE=${baseName}`, '--build-arg', `PROGRAM=${name}`]
  const built = buildah(['build', ...certificates, ...told, '--tag', image, '--file', file, root])
  if (built.status !== 0) return `does not build: ${built.said}`
  const container = buildah(['from', '--pull-never', image])
  if (container.status !== 0) return container.said
  const id = container.stdout.trim()
  const probed = buildah(['run', id, '--', 'node', '-e', probe])
  if (probed.stdout.trim() !== '{"uid":65532,"open":[]}') return `runs as ${probed.stdout.trim() || probed.said}`
  const started = buildah([
    'run',
    '--env',
    'GCPLAN_CONFIG=/nowhere',
    '--env',
    'POLICY=/nowhere',
    '--env',
    'STATE_FILE=/nowhere/memory.json',
    id,
    '--',
    'node',
    '/app/main.js',
  ])
  if (started.status === 0) return 'starts without a configuration'
  return /\/nowhere|config/i.test(`${started.stdout}${started.said}`) ? undefined : `says ${started.said}`
}

const onExamples = (): Tally => {
  const names = exampleNames()
  const skipped = (because: string): Tally => ({ passed: 0, failed: 0, skipped: 1, said: `skipped: ${because}` })
  if (!canRunDaemons()) return skipped(needsRoot)
  if (names.length === 0) return { passed: 0, failed: 1, skipped: 0, said: `no example in ${examples}` }
  const lacking = lackingTools()
  if (lacking.length > 0) return skipped(`${lacking.join(' and ')} not installed`)
  const place = freshFolder()
  mkdirSync(join(place, 'storage'))
  const buildah = buildahIn(place)
  try {
    const without = buildBase(buildah, place)
    if (without !== undefined) return { passed: 0, failed: 1, skipped: 0, said: `no base: ${without}` }
    const faults = names.flatMap((name) => {
      const fault = faultOf(buildah, name)
      return fault === undefined ? [] : [`${name} ${fault}`]
    })
    const passed = names.length - faults.length
    return {
      passed,
      failed: faults.length,
      skipped: 0,
      said: faults.join('; ') || `${names.join(', ')}: as they should be`,
    }
  } finally {
    buildah(['rm', '--all'])
    removeFolder(place)
  }
}

/** Images of the examples. */
export const containerFileSuites: ReadonlyArray<Suite> = [
  { name: 'container-files', worlds: 1, run: () => Promise.resolve(onExamples()) },
]
