/** Images as `docker save` writes them, which every daemon loads. */
import { createHash } from 'node:crypto'

import { ends, waits } from './program.js'
import { type TarFile, tarOf } from './tar.js'

/** An image to make: what its layers hold, lowest first, and its names; without names it is dangling. */
export interface ImagePlan {
  readonly layers: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
}

/** An image that was made. */
export interface Made extends ImagePlan {
  /** Digest of its configuration, by which daemons that keep no manifests call it. */
  readonly id: string
}

const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex')
const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** The lowest layer of every image also has the programs that its containers run. */
const layerOf = (text: string, isLowest: boolean): Uint8Array =>
  tarOf([
    ...(isLowest
      ? [
          { name: 'wait', data: waits },
          { name: 'end', data: ends },
        ]
      : []),
    { name: `file-${sha256(utf8(text)).slice(0, 12)}`, data: new TextEncoder().encode(text) },
  ])

/** One archive of images. */
export const archiveOf = (
  plans: ReadonlyArray<ImagePlan>,
): { readonly made: ReadonlyArray<Made>; readonly tar: Uint8Array<ArrayBuffer> } => {
  const files = new Map<string, TarFile>()
  const add = (name: string, data: Uint8Array): string => {
    files.set(name, { name, data })
    return name
  }
  const images = plans.map((plan, index) => {
    const tars = plan.layers.map((text, place) => layerOf(text, place === 0))
    const config = utf8({
      architecture: 'amd64',
      os: 'linux',
      config: { Cmd: ['/wait'], Labels: { image: `${index}` } },
      created: '2026-01-01T00:00:00Z',
      history: tars.map(() => ({ created: '2026-01-01T00:00:00Z', created_by: 'gcplan' })),
      rootfs: { type: 'layers', diff_ids: tars.map((tar) => `sha256:${sha256(tar)}`) },
    })
    const id = sha256(config)
    return {
      made: { ...plan, id: `sha256:${id}` },
      entry: {
        Config: add(`${id}.json`, config),
        RepoTags: plan.names.length === 0 ? null : plan.names,
        Layers: tars.map((tar) => add(`${sha256(tar)}/layer.tar`, tar)),
      },
    }
  })
  const manifest = { name: 'manifest.json', data: utf8(images.map(({ entry }) => entry)) }
  return { made: images.map(({ made }) => made), tar: tarOf([manifest, ...files.values()]) }
}
