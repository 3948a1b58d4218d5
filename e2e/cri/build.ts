/** Makes pods and containers on a runtime, by the calls that a kubelet makes. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Client, createClient } from '@connectrpc/connect'
import { option as O } from 'fp-ts'

import { servicesOf } from '../../src/adapters/cri/daemon.js'
import { transportOf } from '../../src/adapters/socket/connection.js'
import type { KubeletPod } from '../../src/decode/index.js'
import type { Live } from '../containerd/daemon.js'
import { type ImagePlan, archiveOf } from '../images/archive.js'
import type { Random } from '../random.js'
import { RuntimeService } from '../wire/cri_pb.js'

/** The image of sandboxes. */
export const sandboxImage: ImagePlan = { layers: ['pause'], names: ['localhost/pause:1'] }

/** Imports images, and waits until the runtime lists them. */
export const importImages = async (
  { daemon, place, socket }: Live,
  folder: string,
  images: ReadonlyArray<ImagePlan>,
): Promise<void> => {
  const file = join(place, 'images.tar')
  const { made, tar } = archiveOf(images)
  writeFileSync(file, tar)
  const args = ['--address', socket, '--namespace', 'k8s.io', 'images', 'import', file]
  const { status, stderr } = spawnSync(join(folder, 'usr/bin/ctr'), args, { encoding: 'utf8' })
  rmSync(file)
  if (status !== 0) throw new Error(`ctr images import: ${stderr}`)
  const names = new Set(made.flatMap((image) => image.names))
  for (let tries = 0; tries < 200; tries++) {
    const { images: listed } = await servicesOf(daemon).images.listImages({})
    const found = listed.flatMap(({ repoTags }) => repoTags).filter((tag) => names.has(tag))
    if (found.length === names.size) return
    await sleep(50)
  }
  throw new Error('the runtime does not list what was imported')
}

/** Asks again, as a kubelet does: a shim that ends while it is told to kill gives an error. */
const stopped = async (stop: () => Promise<unknown>, tries = 10): Promise<void> => {
  const failed = await stop().then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (failed === undefined) return
  if (tries === 1) throw failed.error
  await sleep(300)
  await stopped(stop, tries - 1)
}

/** Where the logs of a daemon's pods are. */
export const foldersOf = ({ place }: Live) => ({ pods: join(place, 'pods'), containers: join(place, 'containers') })

/** Makes pods with containers; answers those of which a kubelet would still know. */
export const buildPods = async (
  live: Live,
  seed: number,
  { below, chance, pick }: Random,
  images: ReadonlyArray<ImagePlan>,
): Promise<ReadonlyArray<KubeletPod>> => {
  const runtime = createClient(RuntimeService, transportOf(live.daemon))
  const { runtime: own } = servicesOf(live.daemon)
  const { pods, containers } = foldersOf(live)
  mkdirSync(pods, { recursive: true })
  mkdirSync(containers, { recursive: true })
  const known: KubeletPod[] = []
  for (let place = 0; place < 1 + below(3); place++) {
    const [name, uid] = [`p${place}`, `u${seed}-${place}`]
    const end = pick(['runs', 'ended', 'gone'] as const)
    const folder = join(pods, `ns_${name}_${uid}`)
    for (let attempt = 0; attempt <= (chance(0.3) ? 1 : 0); attempt++) {
      const sandbox = await makePod(
        runtime,
        { name, uid, attempt, folder, images, draw: { below, chance, pick } },
        containers,
      )
      if (end !== 'runs' || attempt < 1)
        if (end !== 'runs' || chance(0.3)) await stopped(() => own.stopPodSandbox({ podSandboxId: sandbox }))
    }
    if (end !== 'gone') known.push({ uid, name, ...listed })
  }
  if (chance(0.3)) mkdirSync(join(pods, `ns_long-gone_x${seed}`))
  if (chance(0.3)) symlinkSync(join(pods, 'nowhere'), join(containers, `p_ns_c-${'0'.repeat(60)}${1000 + seed}.log`))
  return known
}

const listed = {
  aliases: [],
  namespace: 'ns',
  phase: 'Running',
  reason: '',
  deletionTimestamp: O.none,
  running: false,
}

interface PodPlan {
  readonly name: string
  readonly uid: string
  readonly attempt: number
  readonly folder: string
  readonly images: ReadonlyArray<ImagePlan>
  readonly draw: Random
}

const makePod = async (
  runtime: Client<typeof RuntimeService>,
  { name, uid, attempt, folder, images, draw: { below, chance, pick } }: PodPlan,
  links: string,
): Promise<string> => {
  const labels = {
    'io.kubernetes.pod.name': name,
    'io.kubernetes.pod.namespace': 'ns',
    'io.kubernetes.pod.uid': uid,
  }
  const config = {
    metadata: { name, uid, namespace: 'ns', attempt },
    labels,
    logDirectory: folder,
    // Of the node: no network has to be made.
    linux: { securityContext: { namespaceOptions: { network: 2 } } },
  }
  mkdirSync(folder, { recursive: true })
  const { podSandboxId } = await runtime.runPodSandbox({ config })
  for (const container of ['a', 'b'].slice(0, 1 + below(2))) {
    const image = pick(pick(images).names)
    const tries = 1 + below(3)
    for (let number = 0; number < tries; number++) {
      const metadata = { name: container, attempt: attempt * 10 + number }
      const state = number < tries - 1 ? 'exited' : pick(['created', 'running', 'exited'])
      const log = `${container}-${attempt}-${number}.log`
      const { containerId } = await runtime.createContainer({
        podSandboxId,
        config: {
          metadata,
          image: { image },
          command: [state === 'exited' ? '/end' : '/wait'],
          labels: { ...labels, 'io.kubernetes.container.name': container },
          logPath: log,
        },
        sandboxConfig: config,
      })
      if (state !== 'created') await runtime.startContainer({ containerId })
      writeFileSync(join(folder, `${log}.1`), 'rotated')
      symlinkSync(join(folder, chance(0.8) ? log : 'lost'), join(links, `${name}_ns_${container}-${containerId}.log`))
    }
  }
  return podSandboxId
}

/** Ends every pod, whose processes would outlive the daemon. */
export const removePods = async ({ daemon }: Live): Promise<void> => {
  const { runtime } = servicesOf(daemon)
  const { items } = await runtime.listPodSandbox({})
  for (const { id } of items) {
    await stopped(() => runtime.stopPodSandbox({ podSandboxId: id }))
    await runtime.removePodSandbox({ podSandboxId: id })
  }
}
