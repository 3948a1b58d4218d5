/** The program of containerd's page and the command say what the daemon then collects. */
import { collect } from '../../src/adapters/containerd/index.js'
import { type Outcome, comparing, countsOf } from '../compare.js'
import { buildWorld } from '../containerd/build.js'
import type { Live } from '../containerd/daemon.js'
import { abilitiesOf, worldOf } from '../containerd/world.js'
import { right } from '../right.js'
import { removalsIn } from './document.js'
import { printed, programOf, runCommand, runProgram } from './run.js'

/** One world, without unfinished writes: what those expect, only a plan in the know can say. */
export const runContainerd = async ({ daemon, socket }: Live, line: string, seed: number): Promise<Outcome> => {
  const world = worldOf(seed, abilitiesOf(line)).map(({ name, steps }) => ({
    name,
    steps: steps.filter(({ _tag }) => _tag !== 'Ingest'),
  }))
  await buildWorld(daemon, world)
  const { differences, same } = comparing({ daemon: `program containerd ${line}`, seed, world })
  const program = programOf('containerd.md', { '/run/containerd/containerd.sock': socket })
  const lines = printed(await runProgram('containerd', program)).split('\n')
  const told = lines.map((text) => text.split(' ')[0] ?? '').filter((id) => id !== '')
  const commanded = removalsIn(printed(await runCommand(['plan', 'containerd', '--containerd', socket, '-o', 'json'])))
  for (const command of ['retained', 'upgrade'])
    printed(await runCommand([command, 'containerd', '--containerd', socket]))
  const went = right(await collect(daemon)()()).removed.map(({ id }) => id)
  same('what the program says', told, went)
  same('what the command says', commanded, went)
  return {
    records: world.reduce((sum, { steps }) => sum + steps.length, 0),
    removed: went.length,
    reasons: countsOf(['program', 'plan', 'retained', 'upgrade']),
    differences,
  }
}
