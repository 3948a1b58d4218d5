/** Images of a small node and the layers that they share, and what goes when some of them are removed. */
import { drawForest, formatBytes } from 'gcplan/render'
import { type LayerStore, exactly, freedBy } from 'gcplan/reclaim/layers'

const layer = (id: string, bytes: number, parent?: string) => ({
  id,
  unpacked: exactly(bytes),
  ...(parent === undefined ? {} : { parent }),
})

const store: LayerStore = {
  layers: [
    layer('debian', 117e6),
    layer('java', 210e6, 'debian'),
    layer('python', 150e6, 'debian'),
    layer('shop 1', 34e6, 'java'),
    layer('shop 2', 36e6, 'java'),
    layer('mail', 18e6, 'java'),
    layer('model', 920e6, 'python'),
  ],
  images: [
    ['shop:1', 'shop 1'],
    ['shop:2', 'shop 2'],
    ['mail:7', 'mail'],
    ['model:3', 'model'],
  ].map(([id = '', topLayer = '']) => ({ id, topLayer, own: exactly(0) })),
  holders: [],
}

/** The images that can be removed. */
export const images: ReadonlyArray<string> = store.images.map(({ id }) => id)

/** The node without some of its images: what is said of it, and drawn. */
export const shopWithout = (gone: ReadonlySet<string>): { readonly said: string; readonly svg: string } => {
  const freed = freedBy(store)(gone)
  const layers = new Set(freed._tag === 'Right' ? freed.right.layers : [])
  const bytes = freed._tag === 'Right' ? Number(freed.right.bytes.least) : 0
  const counted = store.images
    .filter(({ id }) => gone.has(id))
    .reduce((sum, { topLayer }) => sum + heightOf(topLayer), 0)
  const said =
    gone.size === 0
      ? 'Remove an image, and see what becomes free.'
      : `The kubelet counts ${formatBytes(counted)}. The disk gets back ${formatBytes(bytes)}.`
  const svg = drawForest({
    title: said,
    layers: store.layers.map(({ id, parent, unpacked: { least } }) => ({
      id,
      label: id,
      bytes: Number(least),
      goes: layers.has(id),
      ...(parent === undefined ? {} : { parent }),
    })),
    images: store.images.map(({ id, topLayer }) => ({
      label: id,
      goes: gone.has(id),
      ...(topLayer === undefined ? {} : { layer: topLayer }),
    })),
  })
  return { said, svg }
}

/** Bytes of a layer and all below it. */
const heightOf = (id: string | undefined): number => {
  const found = store.layers.find((one) => one.id === id)
  return found === undefined ? 0 : Number(found.unpacked.least) + heightOf(found.parent)
}
