import { describe, expect, it } from 'vitest'

import { call } from './call.js'

const asked = (release: string) =>
  call(`plan containerd captures/containerd-2.1.9/metadata/0-initial.json -o json --release ${release}`)

describe('gcplan digest', () => {
  it('prints one digest for one plan, from a file or piped in', async () => {
    const { stdout: plan } = await asked('2.3')
    const printed = await call('digest', { '-': plan })
    expect(printed).toMatchObject({ exitCode: 0, stderr: '' })
    expect(printed.stdout).toMatch(/^[0-9a-f]{64}\n$/)
    expect(await call('digest plan.json', { 'plan.json': plan })).toEqual(printed)
  })

  it('says what is no plan', async () => {
    const { exitCode, stderr } = await call('digest plan.json', { 'plan.json': '{"kind": "gcplan/approval"}' })
    expect(exitCode).toBe(1)
    expect(stderr).toContain('gcplan: plan.json: kind: expected "gcplan/plan", got "gcplan/approval"\n')
    expect((await call('digest a b')).exitCode).toBe(1)
  })
})

describe('gcplan diff', () => {
  it('prints nothing for one plan, and exits with 0', async () => {
    const { stdout: plan } = await asked('2.3')
    expect(await call('diff a b', { a: plan, b: plan })).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  })

  it('says each difference in a sentence of the collector, and exits with 2', async () => {
    const { stdout: plan } = await asked('2.3')
    const document = JSON.parse(plan) as { passes: { kept: { target: { id: string; _tag: string } }[] }[] }
    const gone = document.passes[0]?.kept.shift()?.target
    const { exitCode, stdout } = await call('diff a b', { a: plan, b: JSON.stringify(document) })
    expect(exitCode).toBe(2)
    expect(stdout).toMatch(/^sweep: \w+ \S+ is no longer in the plan; it was kept \(an? /)
    expect(stdout).toContain(`${gone?._tag ?? ''} ${gone?.id ?? ''} is no longer`)
    const asJson = await call('diff a b -o json', { a: plan, b: JSON.stringify(document) })
    expect(JSON.parse(asJson.stdout)).toMatchObject([{ difference: { _tag: 'Disappeared', pass: 'sweep' } }])
  })

  it('refuses plans of two collectors, and anything but two plans', async () => {
    const { stdout: plan } = await asked('2.3')
    const other = plan.replace('"collector": "containerd"', '"collector": "mine"')
    expect((await call('diff a b', { a: plan, b: other })).stderr).toBe(
      'gcplan: expected two plans of one collector, got containerd and mine\n',
    )
    expect((await call('diff a', { a: plan })).stderr).toContain('expected two plans: BEFORE AFTER')
    expect((await call('diff a b', { a: plan, b: '{' })).exitCode).toBe(1)
    expect((await call('diff a b', { a: '[]', b: plan })).exitCode).toBe(1)
  })

  it('falls back to tags for what a collector never says', async () => {
    const { stdout: plan } = await asked('2.3')
    const changed = plan.replace(/"_tag": "(ImageUnexpired|LeaseUnexpired)"/, '"_tag": "Strange"')
    const { exitCode, stdout } = await call('diff a b', { a: plan, b: changed })
    expect(exitCode).toBe(2)
    expect(stdout).toContain('(now: Strange; before:')
  })
})
