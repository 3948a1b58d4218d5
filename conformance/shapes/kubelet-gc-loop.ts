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
import { KubeletLoop } from '../../src/loop/index.js'
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

/** Drives the loops until every script is used up. */
const drive = (
  config: KubeletLoop.Config,
  results: Input['results'],
): Readonly<Record<'container' | 'image', Run[]>> => {
  const runs: Record<'container' | 'image', Run[]> = { container: [], image: [] }
  const timers = new Map<KubeletLoop.Loop, Date>()
  let at = new Date(epoch)
  let [state, pending] = KubeletLoop.start(config)(at)

  const take = (signal: KubeletLoop.Signal): ReadonlyArray<KubeletLoop.Command> => {
    const [next, commands] = KubeletLoop.step(config)(state, signal)
    state = next
    return commands
  }
  const collect = (collector: 'container' | 'image'): ReadonlyArray<KubeletLoop.Command> => {
    const result = results[collector][runs[collector].length]
    if (result === undefined) return []
    const run: Run = { at: offset(at), collector, event: null }
    runs[collector].push(run)
    const error = result === '' ? O.none : O.some(result)
    const loop = collector === 'container' ? 'container-gc' : 'image-gc'
    const commands = take({ _tag: 'RunEnded', loop, error, at })
    for (const command of commands) if (command._tag === 'RecordEvent') run.event = command.event
    return commands
  }
  const obey = (command: KubeletLoop.Command): ReadonlyArray<KubeletLoop.Command> => {
    switch (command._tag) {
      case 'RunContainerGC':
        return collect('container')
      case 'RunImageGC':
        return collect('image')
      case 'SetTimer':
        timers.set(command.loop, command.at)
        return []
      case 'Detect':
      case 'RefreshImageList':
      case 'RecordEvent':
        return []
    }
  }
  while (pending.length > 0) {
    for (let queue = [...pending]; queue.length > 0;) {
      const [command, ...rest] = queue
      queue = command === undefined ? [] : [...rest, ...obey(command)]
    }
    const [due] = [...timers].sort(([, a], [, b]) => a.getTime() - b.getTime())
    if (due === undefined) break
    timers.delete(due[0])
    at = due[1]
    pending = take({ _tag: 'TimerDue', loop: due[0], at })
  }
  return runs
}

const isInput = (input: unknown): input is Input => {
  if (typeof input !== 'object' || input === null || !('results' in input)) return false
  const { results } = input
  if (typeof results !== 'object' || results === null) return false
  const isScript = (script: unknown): boolean =>
    Array.isArray(script) && script.every((result) => typeof result === 'string')
  return 'container' in results && 'image' in results && isScript(results.container) && isScript(results.image)
}

const replay = ({ input }: Case): Replayed => {
  if (!isInput(input)) return { _tag: 'Skipped', because: 'input without scripted results' }
  const decoded = decodeKubeletConfiguration(input)
  if (E.isLeft(decoded)) return { _tag: 'Skipped', because: 'input that is no configuration' }
  const { imageGCHighThresholdPercent, imageMaximumGCAge } = effectiveConfiguration(noFlags)(decoded.right)
  const maxAge = E.getOrElse(() => 0n)(parseGoDuration(imageMaximumGCAge))
  const config = {
    ...KubeletLoop.presets.kubelet_1_36,
    highThresholdPercent: imageGCHighThresholdPercent,
    maxAge: millis(Number(maxAge) / 1e6),
  }
  return { _tag: 'Replayed', actual: drive(config, input.results) }
}

/** Runs of both loops with their times and events. */
export const kubeletGcLoop: Shape = {
  shape: 'kubelet/gc-loop',
  compared: { container: 'ordered', image: 'ordered' },
  replay: (recorded) => Promise.resolve(replay(recorded)),
}
