/** The command says which images are unused, and the program of the page on runtimes removes these and no others. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { observe } from '../../src/adapters/cri/index.js'
import { type Outcome, comparing, countsOf } from '../compare.js'
import type { Live } from '../containerd/daemon.js'
import { buildPods, importImages } from '../cri/build.js'
import { imagesOf } from '../images/world.js'
import { randomFrom } from '../random.js'
import { right } from '../right.js'
import { removalsIn } from './document.js'
import { printed, programOf, runCommand, runProgram } from './run.js'

const stated = ['--assume-first-detected', 'long-ago', '--assume-last-used', 'never', '-o', 'json']

/** One world. */
export const runCri = async (live: Live, folder: string, line: string, seed: number): Promise<Outcome> => {
  const random = randomFrom(seed)
  const plans = imagesOf(seed, random, { mayDangle: false })
  await importImages(live, folder, plans)
  await buildPods(live, seed, random, plans)
  const before = await seen(live)
  const { differences, same } = comparing({ daemon: `program cri ${line}`, seed, world: before.files })
  const ask = ['plan', 'kubelet-image', '--cri', live.socket, '--entrance', 'eviction']
  const commanded = removalsIn(printed(await runCommand([...ask, ...stated])))
  printed(await runCommand(['plan', 'kubelet-container', '--cri', live.socket]))
  const memory = join(live.place, 'memory.json')
  printed(await runCommand(['remember', '--memory', memory, '--cri', live.socket]))
  const remembered = JSON.parse(readFileSync(memory, 'utf8')) as Remembered
  const program = programOf('cri.md', { '/run/containerd/containerd.sock': live.socket })
  const told = removedIn(printed(await runProgram('cri', program)))
  const left = new Set((await seen(live)).images.map(({ id }) => id))
  const went = before.images.map(({ id }) => id).filter((id) => !left.has(id))
  const used = new Set(before.containers.flatMap(({ imageId, imageRef }) => [imageId, imageRef]))
  const unused = before.images.filter(
    ({ id, pinned, tags }) => !pinned && ![id, ...tags].some((name) => used.has(name)),
  )
  same(
    'images that went',
    unused.map(({ id }) => id),
    went,
  )
  same(
    'images that are remembered',
    before.images.map(({ id }) => id),
    remembered.records.map(({ id }) => id),
  )
  same('what the program says', told, went)
  same('what the command says', commanded, went)
  return {
    records: before.images.length + before.containers.length,
    removed: went.length,
    reasons: countsOf(['program', 'remember', 'plan kubelet-image', 'plan kubelet-container']),
    differences,
  }
}

const seen = async ({ daemon }: Live) => right(await observe(daemon)())

interface Remembered {
  readonly records: ReadonlyArray<{ readonly id: string }>
}

interface Report {
  readonly passes: ReadonlyArray<{
    readonly outcomes: ReadonlyArray<{
      readonly _tag: string
      readonly removal: { readonly target: { readonly imageId: string } }
    }>
  }>
}

const removedIn = (text: string): ReadonlyArray<string> =>
  (JSON.parse(text) as Report).passes.flatMap(({ outcomes }) =>
    outcomes.flatMap(({ _tag, removal }) => (_tag === 'Removed' ? [removal.target.imageId] : [])),
  )
