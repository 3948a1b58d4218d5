/** Writes the schema of the lifecycle controller's spec into its definition: `npm run crd`; `npm run crd:check` says whether it is there. */
import { readFileSync, writeFileSync } from 'node:fs'

import { definitionWith, specSchema } from './schema.js'

const file = 'examples/lifecycle-controller/deploy/crd.yaml'
const text = readFileSync(file, 'utf8')
const made = definitionWith(text, specSchema(JSON.parse(readFileSync('schema/lifecycle-policy.json', 'utf8'))))

if (!process.argv.includes('--check')) writeFileSync(file, made)
else if (made !== text) {
  console.error(`${file} is out of date: run npm run crd`)
  process.exitCode = 1
}
