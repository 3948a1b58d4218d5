/**
 * Answers how a recorded course of the kubelet's collection loops is replayed: a simulated clock that jumps to the next
 * timer, runs that take no time and end as scripted, and loops that are left alone after their last scripted run.
 */
import { either as E, option as O } from 'fp-ts'

import { millis } from '../../src/core/index.js'
import {
  decodeKubeletConfiguration,
  effectiveConfiguration,
  formatGoDuration,
  noFlags,
  parseGoDuration,
} from '../../src/decode/kubelet-config/index.js'
import { KubeletLoop } from '../../src/simulate/loop/index.js'
import type { Case, Replayed, Shape } from '../shape.js'

interface Input {
  readonly imageGCHighThresholdPercent: number
  readonly imageMaximumGCAge: string
  readonly results: { readonly container: ReadonlyArray<string>; readonly image: ReadonlyArray<string> }
}

interface Run {
  readonly at: string
  readonly collector: 'container' | 'image'
  event: KubeletLoop.NodeEvent | null
}

const epoch = Date.UTC(2026, 0, 1)
const offset = (at: Date): string => formatGoDuration(BigInt(at.getTime() - epoch) * 1_000_000n)

/** Drives the loops until every script is used up: then their last runs never end. */
const drive = async (
  config: KubeletLoop.Config,
  results: Input['results'],
): Promise<Readonly<Record<'container' | 'image', Run[]>>> => {
  const runs: Record<'container' | 'image', Run[]> = { container: [], image: [] }
  const time = simulatedTime()
  const collect = (collector: 'container' | 'image'): Promise<O.Option<string>> => {
    const result = results[collector][runs[collector].length]
    if (result === undefined) return new Promise(() => undefined)
    runs[collector].push({ at: offset(time.clock.now()), collector, event: null })
    return Promise.resolve(result === '' ? O.none : O.some(result))
  }
  const loops = KubeletLoop.drive(config)({ clock: time.clock })({
    collectContainers: () => collect('container'),
    collectImages: () => () => collect('image'),
    detect: () => new Promise(() => undefined),
    listImages: () => new Promise(() => undefined),
    recordEvent: (event) => () => {
      const [run] = runs[event.reason === 'ContainerGCFailed' ? 'container' : 'image'].slice(-1)
      if (run !== undefined) run.event = event
      return Promise.resolve()
    },
  })
  while (await time.passes()) continue
  loops.stop()
  return runs
}

/** A clock that jumps to the next moment for which somebody waits. */
const simulatedTime = () => {
  let now = epoch
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>()
  return {
    clock: {
      now: () => new Date(now),
      sleep: (span: number) => () =>
        new Promise<void>((wake) => {
          sleepers.add({ until: now + span, wake })
        }),
    },
    /** Lets everybody come to rest, then time pass; false when nobody waits. */
    passes: async (): Promise<boolean> => {
      await new Promise((rested) => setImmediate(rested))
      const [next] = [...sleepers].sort((a, b) => a.until - b.until)
      if (next === undefined) return false
      sleepers.delete(next)
      now = next.until
      next.wake()
      return true
    },
  }
}

const isInput = (input: unknown): input is Input => {
  if (typeof input !== 'object' || input === null || !('results' in input)) return false
  const { results } = input
  if (typeof results !== 'object' || results === null) return false
  const isScript = (script: unknown): boolean =>
    Array.isArray(script) && script.every((result) => typeof result === 'string')
  return 'container' in results && 'image' in results && isScript(results.container) && isScript(results.image)
}

const replay = async ({ input }: Case): Promise<Replayed> => {
  if (!isInput(input)) return { _tag: 'Skipped', because: 'input without scripted results' }
  const decoded = decodeKubeletConfiguration(input)
  if (E.isLeft(decoded)) return { _tag: 'Skipped', because: 'input that is no configuration' }
  const { imageGCHighThresholdPercent, imageMaximumGCAge } = effectiveConfiguration(noFlags)(decoded.right)
  const maxAge = E.getOrElse(() => 0n)(parseGoDuration(imageMaximumGCAge))
  const config = {
    ...KubeletLoop.presets.kubernetes_1_36,
    highThresholdPercent: imageGCHighThresholdPercent,
    maxAge: millis(Number(maxAge) / 1e6),
  }
  return { _tag: 'Replayed', actual: await drive(config, input.results) }
}

/** Runs of both loops with their times and events. */
export const kubeletGcLoop: Shape = {
  shape: 'kubelet/gc-loop',
  compared: { container: 'ordered', image: 'ordered' },
  replay,
}
