/** The program of Docker's page says what unused images free, and removes these and no others. */
import { observe } from '../../src/adapters/docker/index.js'
import { type Outcome, comparing, countsOf } from '../compare.js'
import { buildWorld, removeContainers } from '../docker/build.js'
import type { Live } from '../docker/daemon.js'
import { randomFrom } from '../random.js'
import { right } from '../right.js'
import { removalsIn } from './document.js'
import { printed, programOf, runCommand, runProgram } from './run.js'

/** One world. */
export const runDocker = async (live: Live, name: string, seed: number): Promise<Outcome> => {
  const { daemon } = live
  await buildWorld(daemon, seed, randomFrom(seed))
  const before = await seen(live)
  const layersBefore = await live.layers()
  const { differences, same } = comparing({ daemon: `program ${name}`, seed, world: before.files })
  for (const ask of [
    ['plan', 'kubelet-container'],
    ['compare', 'reclaim', '--free-bytes', '1', ...stated],
  ])
    printed(await runCommand([...ask, '--docker', daemon.socket]))
  const ask = ['plan', 'kubelet-image', '--docker', daemon.socket, '--entrance', 'eviction', '-o', 'json']
  const commanded = removalsIn(printed(await runCommand([...ask, ...stated])))
  const program = programOf('docker.md', { '/var/run/docker.sock': daemon.socket })
  const [first = '', ...rest] = printed(await runProgram('docker', program))
    .trim()
    .split('\n')
  const after = await seen(live)
  const left = new Set(after.images.map(({ id }) => id))
  const used = new Set(before.node.containers.map(({ imageId }) => imageId))
  const went = before.images.map(({ id }) => id).filter((id) => !left.has(id))
  same(
    'images that went',
    before.images.map(({ id }) => id).filter((id) => !used.has(id)),
    went,
  )
  same('what the command says', commanded, went)
  same(
    'removals that failed',
    [],
    rest.filter((line) => !line.includes('"_tag":"Right"')),
  )
  if (layersBefore !== undefined) {
    const layersAfter = new Set(await live.layers())
    same(
      'layers that went from the disk',
      (JSON.parse(first) as Freed).right.layers,
      layersBefore.filter((id) => !layersAfter.has(id)),
    )
  }
  await removeContainers(daemon, before.node.containers)
  return {
    records: before.images.length + before.node.containers.length,
    removed: went.length,
    reasons: countsOf(['program', 'plan kubelet-image', 'plan kubelet-container', 'compare reclaim']),
    differences,
  }
}

const stated = ['--assume-first-detected', 'long-ago', '--assume-last-used', 'never']

interface Freed {
  readonly right: { readonly layers: ReadonlyArray<string> }
}

const seen = async ({ daemon }: Live) => right(await observe(daemon)())
