import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { either as E, option as O } from 'fp-ts'
import { afterAll, describe, expect, it } from 'vitest'

import { explainError, readIfThere, writeWhole } from '../../../src/adapters/files/index.js'

const folder = mkdtempSync(join(tmpdir(), 'gcplan-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const said = <A>(result: E.Either<Parameters<typeof explainError>[0], A>): unknown =>
  E.isLeft(result) ? explainError(result.left) : result.right

describe('a file that is kept', () => {
  it('is nothing before it is written, and then what was written last', async () => {
    const path = join(folder, 'kept')
    expect(await readIfThere(path)()).toStrictEqual(E.right(O.none))
    for (const text of ['one, ö', '', 'three']) {
      expect(await writeWhole(path)(text)()).toStrictEqual(E.right(undefined))
      expect(await readIfThere(path)()).toStrictEqual(E.right(O.some(text)))
    }
    expect(readdirSync(folder)).toStrictEqual(['kept'])
  })

  it('is written though a program of the same number ended while it wrote', async () => {
    const path = join(folder, 'cut-off')
    writeFileSync(`${path}.${process.pid}.tmp`, 'hal')
    expect(await writeWhole(path)('whole')()).toStrictEqual(E.right(undefined))
    expect(readFileSync(path, 'utf8')).toBe('whole')
    expect(readdirSync(folder).filter((name) => name.startsWith('cut-off'))).toStrictEqual(['cut-off'])
  })

  it('stays as it was where it can not be replaced, and nothing is left beside it', async () => {
    const path = join(folder, 'taken')
    mkdirSync(join(path, 'inside'), { recursive: true })
    const written = await writeWhole(path)('x')()
    expect(written).toMatchObject({ left: { _tag: 'FileError', path, because: 'other' } })
    expect(readdirSync(folder).filter((name) => name.startsWith('taken'))).toStrictEqual(['taken'])
  })

  it('says why it can not be read or written', async () => {
    const nowhere = join(folder, 'no', 'file')
    expect(said(await writeWhole(nowhere)('x')())).toBe(`${nowhere}: no such file`)
    expect(said(await readIfThere(folder)())).toMatch(/^\/.*: EISDIR/)
    const binary = join(folder, 'binary')
    writeFileSync(binary, new Uint8Array([0x61, 0xff]))
    expect(said(await readIfThere(binary)())).toBe(`${binary}: is not UTF-8`)
  })
})
