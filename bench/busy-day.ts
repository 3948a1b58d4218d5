/**
 * Prints what a busy cluster of a virtual clock keeps after hours of it: served by a server in memory, behind the admission gate, with
 * controllers that follow it. Run by `node scripts/run-ts.mjs bench/busy-day.ts`; hours may be given.
 */
import { busyDay } from '../test/examples/busy-day.js'
import { collectGarbage } from './measure.js'

/** MiB of the heap that are in use after a collection. */
const kept = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const hours = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 3, 6, 12, 24]
const before = kept()
const day = await busyDay()
const began = process.cpuUsage()
console.log('hours  heap MiB  objects  changes remembered  processor s')
let passed = 0
for (const hour of hours) {
  for (; passed < hour; passed++) await day.passHour()
  const { stored, remembered } = day.standing()
  const { user, system } = process.cpuUsage(began)
  console.log(
    [
      String(hour).padStart(5),
      (kept() - before).toFixed(1).padStart(8),
      String(stored).padStart(7),
      String(remembered).padStart(18),
      ((user + system) / 1e6).toFixed(1).padStart(11),
    ].join('  '),
  )
}
day.stop()
