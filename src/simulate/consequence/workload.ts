/** Workloads that run whoever takes a finalizer off. */
import type { Need } from './holder.js'

/** A workload by its name, or by the beginning or the end of one with `*` there. */
export const workload = (kind: 'Deployment' | 'StatefulSet' | 'DaemonSet', name: string): Need => ({
  what: `the ${kind} ${name.replace(/^\*-?|\*$/g, '')}`,
  group: 'apps',
  kind,
  name,
})
