/**
 * Answers what a text is that is no JSON, by its first lines.
 */
import { option as O } from 'fp-ts'

import { parseRfc3339 } from './instant.js'
import type { FileKind } from './kinds.js'

/** What a text is that no decoder reads; `Unrecognized` if it may be broken JSON. */
export const identifyText = (text: string): FileKind['_tag'] => {
  const start = text.slice(0, 65_536).trimStart()
  if (start === '') return 'Empty'
  const mark = marks.find(([pattern]) => pattern.test(start))
  if (mark !== undefined) return mark[1]
  return O.isSome(parseRfc3339(start.trimEnd())) ? 'Time' : 'Unrecognized'
}

const marks: ReadonlyArray<readonly [RegExp, FileKind['_tag']]> = [
  [/^CONTAINER +IMAGE +CREATED /, 'CrictlPsTable'],
  [/^CONTAINER +(NAME +)?CPU/, 'CrictlStatsTable'],
  [/^POD ID +CREATED /, 'CrictlPodsTable'],
  [/^IMAGE +TAG +(DIGEST +)?IMAGE ID/, 'CrictlImagesTable'],
  [/^ID: \S+\r?\nRepo/, 'CrictlImagesListing'],
  [/^Version: +\S+\r?\nRuntimeName: /, 'CrictlVersion'],
  [/^(CONTAINER ID|REPOSITORY|IMAGE ID|VOLUME NAME|DRIVER|TYPE) +[A-Z]/, 'DockerTable'],
  [/^NAME +SHORTNAMES +APIVERSION +NAMESPACED +KIND/, 'ApiResources'],
  [/^NAME(SPACE)? +[A-Z]/, 'KubectlTable'],
  [/^Client Version: v/, 'KubectlVersion'],
  [/^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ /, 'KubeletLog'],
  [/^(containers|items|images|status|stats|info):(\r?\n| )/, 'CrictlYaml'],
  [/^kind: *["']?KubeletConfiguration\b/m, 'KubeletConfigurationYaml'],
  [/^(---\r?\n|#.*\r?\n)*(apiVersion|kind): /, 'KubernetesYaml'],
]
