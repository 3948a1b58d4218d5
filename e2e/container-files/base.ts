/**
 * A base for images, from Debian's archive: the files of an essential system and of Node, unpacked without being configured, and the
 * npm of this machine, since that of the archive is older than what programs need.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { cache, configuredMirror } from '../archive.js'
import type { Buildah } from './buildah.js'

/** The name of the base. */
export const baseName = 'localhost/gcplan-base'

const monthOfMillis = 30 * 86_400_000

/** The archive's system as a tar file, at most a month old; or why there is none. */
const systemTar = (): { readonly tar: string } | { readonly lacking: string } => {
  const tar = join(cache, 'base-trixie.tar')
  if (existsSync(tar) && Date.now() - statSync(tar).mtimeMs < monthOfMillis) return { tar }
  const mirror = configuredMirror()
  if (mirror === undefined) return { lacking: 'apt is not configured with a Debian mirror' }
  mkdirSync(cache, { recursive: true })
  const beside = `${tar}.new-${process.pid}`
  const { status, stderr, error } = spawnSync(
    'mmdebstrap',
    ['--variant=extract', '--include=ca-certificates,coreutils,dash,nodejs', '--format=tar', 'trixie', beside, mirror],
    { encoding: 'utf8', timeout: 600_000 },
  )
  if (status !== 0) return { lacking: `mmdebstrap: ${error?.message ?? stderr.trim().split('\n').at(-1) ?? ''}` }
  renameSync(beside, tar)
  return { tar }
}

/** What the packages would link and make when they are configured. */
const completeSystem = (folder: string): void => {
  mkdirSync(join(folder, 'usr/bin'), { recursive: true })
  for (const made of ['root', 'proc', 'sys', 'run']) mkdirSync(join(folder, made))
  for (const linked of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${linked}`, join(folder, linked))
  for (const command of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${command}-cli.js`, join(folder, 'usr/bin', command))
}

/** The folder of this machine's npm. */
const npmFolder = (): string => {
  const { stdout } = spawnSync('which', ['npm'], { encoding: 'utf8' })
  return dirname(dirname(realpathSync(stdout.trim())))
}

/** Builds the base below a folder; says why where it cannot. */
export const buildBase = (buildah: Buildah, place: string): string | undefined => {
  const system = systemTar()
  if ('lacking' in system) return system.lacking
  const context = join(place, 'base')
  mkdirSync(context)
  try {
    linkSync(system.tar, join(context, 'system.tar'))
  } catch {
    cpSync(system.tar, join(context, 'system.tar'))
  }
  cpSync(npmFolder(), join(context, 'npm'), { recursive: true })
  completeSystem(join(context, 'completed'))
  writeFileSync(
    join(context, 'Containerfile'),
    'FROM scratch\nADD system.tar /\nCOPY npm /usr/lib/node_modules/npm\nCOPY completed /\n',
  )
  const built = buildah(['build', '--quiet', '--tag', baseName, context])
  return built.status === 0 ? undefined : `buildah: ${built.said}`
}
