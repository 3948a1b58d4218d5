/**
 * Records what the library decides in universes of our own, which no real code decides, so that a change of any decision in
 * any of their small worlds shows in a review. The one file of theirs that prints and writes.
 */
import { readdirSync, writeFileSync } from 'node:fs'

import { type OwnAtlas, casesIn, decisionsOf, digestsIn, folder, lineOf, readOwn, recorded } from './own/universe.js'

const usage = `usage: atlas:record            records the digests of all universes of ${folder}
       atlas:record -- --check    compares them instead
       atlas:record -- NAME --block B    prints the decisions of one block`

const names = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ''))
  .sort()

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const record = (name: string): void => {
  const atlas = readOwn(name)
  const now = recorded(atlas, decisionsOf(name, atlas))
  const changed = now.blocks.filter((digest, block) => digest !== atlas.blocks[block]).length
  writeFileSync(`${folder}/${name}.json`, textOf(now))
  print(`${name}: ${casesIn(now)} cases, ${changed} of ${now.blocks.length} blocks changed`)
}

/** One line for each dimension, block and example, so that a change is one line of a diff. */
const textOf = ({ about, universe, blockSize, blocks, examples }: OwnAtlas): string => {
  const list = (items: ReadonlyArray<unknown>): string => items.map((item) => `\n  ${JSON.stringify(item)}`).join()
  return `{
 "about": ${JSON.stringify(about)},
 "universe": { "dimensions": [${list(universe.dimensions)}
 ] },
 "blockSize": ${blockSize},
 "blocks": [${list(blocks)}
 ],
 "examples": [${list(examples)}
 ]
}
`
}

const check = (name: string): boolean => {
  const atlas = readOwn(name)
  const now = digestsIn(atlas, decisionsOf(name, atlas))
  const different = now.flatMap((digest, block) => (digest === atlas.blocks[block] ? [] : [block]))
  print(`${name}: ${now.length - different.length} of ${now.length} blocks equal`)
  const [first] = different
  if (first !== undefined)
    print(
      `  block ${first} differs; see its decisions before and after: npm run atlas:record -- ${name} --block ${first}`,
    )
  return different.length === 0 && now.length === atlas.blocks.length
}

const show = (name: string, block: number): void => {
  const atlas = readOwn(name)
  const decide = decisionsOf(name, atlas)
  const begin = block * atlas.blockSize
  for (let index = begin; index < Math.min(begin + atlas.blockSize, casesIn(atlas)); index++)
    print(`${index} ${lineOf(decide(index))}`)
}

const [first, second, third] = process.argv.slice(2)
if (first === undefined) names.forEach(record)
else if (first === '--check' && second === undefined) process.exitCode = names.map(check).every(Boolean) ? 0 : 1
else if (names.includes(first) && second === '--block' && /^\d+$/.test(third ?? '')) show(first, Number(third))
else {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
}
