/** Answers when things happened in the worlds of a kubelet: all of them are looked at in the same instant. */

const NOW = Date.UTC(2026, 2, 1, 12)

/** So many milliseconds before now; null for never. */
export const ago = (age: number | null): string | null => (age === null ? null : new Date(NOW - age).toISOString())

/** The same in nanoseconds since the epoch. */
export const nanosecondsAgo = (age: number): string => `${NOW - age}000000`

/** What the kubelet writes on the containers and sandboxes of a pod. */
export const podLabels = (name: string, uid: string): Readonly<Record<string, string>> => ({
  'io.kubernetes.pod.name': name,
  'io.kubernetes.pod.namespace': 'default',
  'io.kubernetes.pod.uid': uid,
})

/** What it writes on a container besides. */
export const containerLabels = (container: string, name: string, uid: string): Readonly<Record<string, string>> => ({
  'io.kubernetes.container.name': container,
  ...podLabels(name, uid),
})
