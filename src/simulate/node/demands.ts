/**
 * Starts and stops containers in a forecast: images are pulled, used and released. Under disk pressure nothing is
 * admitted.
 */
import type { Demand } from './node.js'
import { instant } from '../../core/time.js'
import { isActive } from './eviction-pass.js'
import { type NodeSimulation, bumpVersion, changeUsage } from './state.js'

/** Something that a demand does. */
export interface DemandEvent {
  readonly at: number
  readonly begins: boolean
  readonly demand: number
  readonly imageId: string
}

/** Everything that demands do, in order; of one instant ends come first, then the order of the demands. */
export const demandEvents = (demands: ReadonlyArray<Demand>, start: number): ReadonlyArray<DemandEvent> =>
  demands
    .flatMap(({ at, until, image: { id } }, demand): ReadonlyArray<DemandEvent> => {
      const begin = { at: Math.max(start, at.getTime()), begins: true, demand, imageId: id }
      if (until === undefined) return [begin]
      return until.getTime() < start ? [] : [begin, { ...begin, at: until.getTime(), begins: false }]
    })
    .sort((a, b) => a.at - b.at || Number(a.begins) - Number(b.begins) || a.demand - b.demand)

/** Carries one out; `taken` remembers which demands were let in. */
export const applyDemandEvent = (
  simulation: NodeSimulation,
  { at, begins, demand, imageId }: DemandEvent,
  admitted: Set<number>,
): void => {
  if (!begins) {
    if (admitted.has(demand)) {
      simulation.images.release(imageId, at)
      bumpVersion(simulation)
    }
    return
  }
  const wanted = simulation.node.demands?.[demand]
  if (wanted === undefined) return
  if (isActive(simulation.log, 'DiskPressure')) {
    simulation.log.refusals.push({ at: instant(at), imageId })
    return
  }
  if (!simulation.images.has(imageId)) pull(simulation, at, wanted)
  simulation.images.use(imageId, at)
  admitted.add(demand)
  bumpVersion(simulation)
}

const pull = (simulation: NodeSimulation, at: number, { image }: Demand): void => {
  const place = simulation.stack.imageAt.get(image.id)
  const bytes = place === undefined ? 0 : simulation.layers.add(place)
  simulation.images.come(image, at)
  changeUsage(simulation, at, bytes)
  simulation.log.pulls.push({ at: instant(at), imageId: image.id, bytes, again: simulation.gone.has(image.id) })
}
