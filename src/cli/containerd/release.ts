/** Picks the containerd release, and with it the policy, of a command. */
import { either as E, option as O } from 'fp-ts'

import { type Policy, presets } from '../../containerd/index.js'
import { ContainerdScheduler } from '../../simulate/loop/index.js'
import type { Flag, Given } from '../command.js'

const { releases } = ContainerdScheduler

/** The flag that says the release. */
export const releaseFlag: Flag = {
  name: 'release',
  value: 'VERSION',
  about: 'containerd release, 1.6 to 2.3, e.g. 2.1, 1.7.24 or containerd://1.7.27 (default 2.3)',
}

/** The rules of one release, for what is collected and for when. */
export interface Release {
  readonly policy: Policy
  readonly scheduler: ContainerdScheduler.Release
}

const lines: ReadonlyMap<string, Release> = new Map([
  ['1.6', { policy: presets.containerd_1_6, scheduler: releases.containerd_1_6 }],
  ['1.7', { policy: presets.containerd_1_7, scheduler: releases.containerd_1_7 }],
  ['2.0', { policy: presets.containerd_2_0, scheduler: releases.containerd_2_0 }],
  ['2.1', { policy: presets.containerd_2_0, scheduler: releases.containerd_2_0 }],
  ['2.2', { policy: presets.containerd_2_2, scheduler: releases.containerd_2_2 }],
  ['2.3', { policy: presets.containerd_2_3, scheduler: releases.containerd_2_3 }],
])

/** The patch release from which on a line counts an average pause as 5 ms at least. */
const flooredFrom: ReadonlyMap<string, number> = new Map([
  ['1.6', 32],
  ['1.7', 16],
])

/** A version as a Node states it: `containerd://1.7.27`. */
export const withoutRuntime = (version: string): string => version.replace(/^containerd:\/\//, '')

/** Reads `--release`. */
export const releaseOf = (given: Given): E.Either<string, Release> => {
  const text = O.getOrElse(() => '2.3')(given.value(releaseFlag.name))
  const [, line = '', patch] = /^v?(\d+\.\d+)(?:\.(\d+)(?:[-+~].*)?)?$/.exec(withoutRuntime(text)) ?? []
  const release = lines.get(line)
  if (release === undefined)
    return E.left(`--${releaseFlag.name}: expected one of ${[...lines.keys()].join(', ')}, got ${JSON.stringify(text)}`)
  const floored = flooredFrom.get(line)
  return E.right(
    patch === undefined || floored === undefined
      ? release
      : { ...release, scheduler: { ...release.scheduler, pauseFloor: Number(patch) >= floored } },
  )
}
