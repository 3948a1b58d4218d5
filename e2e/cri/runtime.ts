/** Starts a containerd that can run pods. */
import { runc, unpacked } from '../archive.js'
import { type Live, type releases, startContainerd } from '../containerd/daemon.js'
import { absent, canRunDaemons, needsRoot } from '../skip.js'
import type { Tally } from '../suites.js'
import { sandboxImage } from './build.js'

/** Where the release lies, and what starts one. */
export interface Runtime {
  readonly folder: string
  readonly version: string
  readonly start: () => Promise<Live>
}

/** The runtime of a release, or what to count where it cannot be started. */
export const runtimeOf = (release: (typeof releases)[number]): Runtime | { readonly absent: Tally } => {
  if (!canRunDaemons()) return { absent: absent(needsRoot) }
  const found = unpacked(release)
  const programs = unpacked(runc)
  if (found._tag === 'Lacking') return { absent: absent(found.because) }
  if (programs._tag === 'Lacking') return { absent: absent(programs.because) }
  const { folder, version } = found
  const pods = { runc: programs.folder, sandboxImage: sandboxImage.names[0] ?? '' }
  return { folder, version, start: () => startContainerd(release.line, folder, pods) }
}
