/** What declarations keep of their comments in the package: what an editor can show. Lines stay, since maps count them. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import ts from 'typescript'

/**
 * The upstream functions behind each decision are in the sources, the reference and docs/fidelity.md.
 *
 * @param {string} code
 */
export const withoutSources = (code) => code.replaceAll(/^( *\*) @upstream .*$/gm, '$1')

/**
 * Examples are in the sources and the reference; here they would be 40 kB.
 *
 * @param {string} code
 */
export const withoutExamples = (code) =>
  code.replaceAll(/^ *\* @example *$(?:\n(?! *\*\/| *\* @\w).*$)*/gm, (block) => block.replaceAll(/^( *\*).*$/gm, '$1'))

/** Those of the ES form are what editors show; here they would be a fiftieth of the package. @param {string} code */
export const withoutComments = (code) =>
  ts.createPrinter({ removeComments: true }).printFile(ts.createSourceFile('module.d.ts', code, ts.ScriptTarget.ES2022))

/**
 * Names of values that entry points export, as their modules call them.
 *
 * @param {ReadonlyArray<string>} entries declarations and modules; only the former are read
 * @returns {ReadonlySet<string>}
 */
export const exportedFrom = (entries) => {
  const names = new Set()
  const whole = new Set(entries.filter((file) => file.endsWith('.d.ts')))
  for (const file of whole) {
    const code = readFileSync(file, 'utf8')
    for (const [, from = ''] of code.matchAll(/^export (?:type )?\*(?: as \w+)? from ['"](.+)['"]/gm))
      if (from.startsWith('.')) whole.add(join(dirname(file), from.replace(/\.js$/, '.d.ts')))
    for (const [, list = ''] of code.matchAll(/^export \{([^}]*)\}/gm))
      for (const [name] of list.matchAll(/\w+/g)) names.add(name)
    for (const [, name] of code.matchAll(/^export declare (?:const|function) (\w+)/gm)) names.add(name)
  }
  return names
}

/**
 * No editor shows what stands at the head of a module, or at a value that no entry point exports. At entry points heads
 * describe the module, with `@module`, and stay.
 *
 * @param {ReadonlySet<string>} shown names of values
 * @returns {(code: string) => string}
 */
export const withoutHidden = (shown) => (code) =>
  code
    .replace(/^\/\*\*(?:(?!\*\/|@module)[^])*\*\/\n(?=import|export (?:\*|\{|type \{|type \*)|\/\*\*|\n)/, linesOf)
    .replaceAll(
      /^\/\*\*(?:(?!\*\/)[^])*\*\/\n(?=export declare (?:const|function) (\w+))/gm,
      (/** @type {string} */ comment, /** @type {string} */ name) => (shown.has(name) ? comment : linesOf(comment)),
    )

/** @param {string} text */
const linesOf = (text) => text.replaceAll(/[^\n]/g, '')
