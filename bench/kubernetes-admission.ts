/** Prints the quantiles of single reviews in a cluster of 100,000 objects: `node scripts/run-ts.mjs bench/kubernetes-admission.ts`. */
import { admissionQuantiles } from './kubernetes-admission.bench.js'

const rounds = Number(process.argv[2] ?? 300)
for (const size of [10, 100, 1000]) {
  const figures = Object.entries(admissionQuantiles(size, rounds)).map(([name, value]) => `${name} ${value.toFixed(2)}`)
  console.log(`${size} objects: ${figures.join(', ')}`)
}
