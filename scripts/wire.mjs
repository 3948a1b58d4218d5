/**
 * Writes the messages of the adapters from their `.proto` files: each `src/adapters/X/proto/*.proto` gives a module in
 * `src/adapters/X/wire`, and the same for what the live tests send. Needs `protoc` (Debian: protobuf-compiler), by path
 * in `PROTOC` or on the `PATH`; the output is committed, so that nobody else needs it.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './package.mjs'
import { run } from './run.mjs'

const protoc = process.env['PROTOC'] ?? 'protoc'
const adapters = readdirSync(join(root, 'src/adapters')).map((name) => `src/adapters/${name}/proto`)
for (const proto of [...adapters, 'e2e/proto'].filter((folder) => existsSync(join(root, folder)))) {
  const out = join(root, proto, '../wire')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)
  const files = readdirSync(join(root, proto)).sort()
  const { code, output } = await run(protoc, [
    `--plugin=protoc-gen-es=${join(root, 'node_modules/.bin/protoc-gen-es')}`,
    `--proto_path=${join(root, proto)}`,
    `--es_out=${out}`,
    ...['--es_opt=target=ts', '--es_opt=import_extension=js'],
    ...files,
  ])
  console.log(`${proto}: ${files.length} files${output === '' ? '' : `\n${output}`}`)
  if (code !== 0) process.exitCode = 1
}
