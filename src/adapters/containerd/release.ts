/** Finds the rules of the release that a daemon states. */
import { either as E } from 'fp-ts'

import { type Policy, presets } from '../../containerd/index.js'
import { explainReleaseError, presetOfVersion } from '../../core/release.js'
import type { SocketError } from '../socket/error.js'

/** Every release line with rules; 2.1 changed none of those of 2.0. */
const lines = { ...presets, containerd_2_1: presets.containerd_2_0 }

/** The rules of a version such as `1.7.24~ds1`. */
export const policyOfVersion = (version: string): E.Either<SocketError, Policy> =>
  E.mapLeft((error: Parameters<typeof explainReleaseError>[0]): SocketError => ({
    _tag: 'UnknownRelease',
    version,
    message: explainReleaseError(error),
  }))(presetOfVersion(lines)(version.replace(/^(v?\d+\.\d+\.\d+).*$/, '$1')))
