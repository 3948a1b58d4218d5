/**
 * Prints what one event costs on a memory of so many objects: the median and the longest of many, kind by kind, each on
 * the memory that the one before it left; and the first listing of a fresh process.
 */
import { defaultPolicy } from '../src/controllers/owner/index.js'
import { added, deleted, memoryOf, observe, updated } from '../src/controllers/owner/memory/index.js'
import type { Observation } from '../src/controllers/owner/memory/index.js'
import type { KubeObject } from '../src/apiserver/object.js'
import { decoded, objectsOf } from './kubernetes-owner.input.js'
import { seeded } from './random.js'

const size = Number(process.argv[2] ?? 1_000_000)
const events = 20_000

const objects = decoded(objectsOf(size))
const start = performance.now()
let memory = memoryOf(defaultPolicy)(objects)
process.stdout.write(`${objects.length} objects: first listing ${(performance.now() - start).toFixed(0)} ms\n`)

const random = seeded(7)
const any = (): KubeObject => objects[Math.floor(random() * objects.length)] as KubeObject
const anyPod = (): KubeObject => {
  for (;;) {
    const object = any()
    if (object.metadata.ownerReferences !== undefined) return object
  }
}

const changed = (object: KubeObject): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, deletionTimestamp: new Date(0) },
})
const released = ({ metadata, ...object }: KubeObject): KubeObject => ({
  ...object,
  metadata: { ...metadata, ownerReferences: [] },
})
let serial = 0
const another = (object: KubeObject): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, uid: `new-${serial++}`, name: `new-${serial}` },
})

const measure = (name: string, next: () => Observation): void => {
  const times: number[] = []
  for (let index = 0; index < events; index++) {
    const event = next()
    const before = process.hrtime.bigint()
    memory = observe(defaultPolicy)(event)(memory)
    times.push(Number(process.hrtime.bigint() - before) / 1000)
  }
  times.sort((a, b) => a - b)
  const at = (part: number): string => (times[Math.floor(part * (times.length - 1))] ?? NaN).toFixed(2)
  process.stdout.write(`  ${name.padEnd(32)} median ${at(0.5)} us, 99 % ${at(0.99)} us, longest ${at(1)} us\n`)
}

measure('a pod is added', () => added(another(anyPod())))
measure('an update that changes nothing', () => {
  const object = any()
  return updated(object, object)
})
measure('a deletion begins', () => {
  const object = any()
  return updated(changed(object), object)
})
measure('a pod loses its owner', () => {
  const object = anyPod()
  return updated(released(object), object)
})
measure('a pod is gone', () => deleted(anyPod()))
measure('an owner is gone', () => deleted(any()))
