/**
 * File detection for text that is not JSON, by its first lines.
 */
import { option as O } from 'fp-ts'

import { parseRfc3339 } from './instant.js'
import type { FileKind } from './kinds.js'

/** What a text is that no decoder reads; `Unrecognized` if it may be broken JSON. */
export const identifyText = (text: string): FileKind['_tag'] => {
  const start = text.slice(0, markedLength).trimStart()
  if (start === '') return 'Empty'
  const mark = marks.find(([pattern]) => pattern.test(start))
  if (mark !== undefined) return mark[1]
  return O.isSome(parseRfc3339(start.trimEnd())) ? 'Time' : 'Unrecognized'
}

/** How much of a text is looked at. */
export const markedLength = 65_536

const marks: ReadonlyArray<readonly [RegExp, FileKind['_tag']]> = [
  [/^REF +TYPE +DIGEST +SIZE +PLATFORMS +LABELS\b/, 'CtrImages'],
  [/^REF +TYPE +DIGEST +STATUS\b/, 'CtrImagesCheck'],
  [/^DIGEST\t+SIZE\t+AGE\t+LABELS\b/, 'CtrContent'],
  [/^REF\t+SIZE\t+AGE\b/, 'CtrIngests'],
  [/^KEY +PARENT +KIND\b/, 'CtrSnapshots'],
  [/^KEY +SIZE +INODES\b/, 'CtrSnapshotUsages'],
  [/^CONTAINER +IMAGE +RUNTIME\b/, 'CtrContainers'],
  [/^ID +CREATED AT +LABELS\b/, 'CtrLeases'],
  [/^NAME +LABELS\b/, 'CtrNamespaces'],
  [/^TASK +PID +STATUS\b/, 'CtrTasks'],
  [/^\S+(?:\r?\n \S+)*\r?\n +\\_ /, 'CtrSnapshotTree'],
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
  [/^kind: *["']?gcplan\/lifecycle-policy\b/m, 'LifecyclePolicy'],
  [/^(---\r?\n|#.*\r?\n)*(apiVersion|kind): /, 'KubernetesYaml'],
]
