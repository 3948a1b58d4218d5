/**
 * Writes the messages of the adapters from their `.proto` files: each `src/adapters/X/proto/*.proto` gives a module in
 * `src/adapters/X/wire`, and the same for what the live tests send. All import each other as `X/proto/FILE.proto`. Needs
 * `protoc` (Debian: protobuf-compiler), by path in `PROTOC` or on the `PATH`; the output is committed, so that nobody else
 * needs it.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { root } from './package.mjs'
import { run } from './run.mjs'

const protoc = process.env['PROTOC'] ?? 'protoc'
const adapters = join(root, 'src/adapters')

/**
 * @param {string} wire where the modules go
 * @param {string} folder that file names begin in, beside the adapters'
 * @param {ReadonlyArray<string>} files
 */
const write = async (wire, folder, files) => {
  const scratch = mkdtempSync(join(tmpdir(), 'gcplan-wire-'))
  const { code, output } = await run(protoc, [
    `--plugin=protoc-gen-es=${join(root, 'node_modules/.bin/protoc-gen-es')}`,
    ...[adapters, folder].map((path) => `--proto_path=${path}`),
    `--es_out=${scratch}`,
    ...['--es_opt=target=ts', '--es_opt=import_extension=js'],
    ...files,
  ])
  if (code !== 0) process.exitCode = 1
  else {
    rmSync(join(root, wire), { recursive: true, force: true })
    mkdirSync(join(root, wire))
    for (const file of files) {
      const made = file.replace(/\.proto$/, '_pb.ts')
      const text = readFileSync(join(scratch, made), 'utf8')
      const moved = text.replaceAll(/"\.\/(\w+)\/proto\//g, '"../../src/adapters/$1/wire/')
      writeFileSync(join(root, wire, basename(made)), moved)
    }
  }
  rmSync(scratch, { recursive: true })
  console.log(`${wire}: ${files.length} files${output === '' ? '' : `\n${output}`}`)
}

for (const name of readdirSync(adapters).filter((each) => existsSync(join(adapters, each, 'proto'))))
  await write(
    `src/adapters/${name}/wire`,
    adapters,
    readdirSync(join(adapters, name, 'proto'))
      .sort()
      .map((file) => `${name}/proto/${file}`),
  )
await write('e2e/wire', join(root, 'e2e/proto'), readdirSync(join(root, 'e2e/proto')).sort())
