/** Runs the fixture of the guide for Python under pytest, where there is one. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { freshFolder, removeFolder } from '../folder.js'
import type { Kubectl } from './kubectl.js'
import type { Check } from './users.js'

const test = `
def kubectl(*words):
    return subprocess.run(["kubectl", *words], capture_output=True, text=True)

def test_a_foreground_deletion_ends(collector):
    assert kubectl("create", "namespace", "pytest").returncode == 0
    assert kubectl("create", "configmap", "owner", "-n", "pytest").returncode == 0
    assert kubectl("delete", "configmap", "owner", "-n", "pytest", "--cascade=foreground", "--timeout=30s").returncode == 0

def test_a_namespace_goes(collector):
    assert kubectl("delete", "namespace", "pytest", "--timeout=60s").returncode == 0
`

const before = `
import os, signal, subprocess
import pytest

@pytest.fixture(scope="session")
def kubeconfig():
    return os.environ["KUBECONFIG"]

`

/** The checks; one that is skipped says so by its name. */
export const pytest = ({ folder: clients, kubeconfig }: Kubectl): ReadonlyArray<Check> => {
  if (spawnSync('python3', ['-c', 'import pytest']).status !== 0)
    return [{ name: 'skipped: there is no pytest for the fixture of the guide', wrong: '' }]
  const fixture = /```python\n([\s\S]*?)```/.exec(readFileSync('docs/guide-collect.md', 'utf8'))?.[1] ?? ''
  const folder = freshFolder()
  try {
    const bin = join(folder, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{}')
    writeFileSync(
      join(bin, 'gcplan'),
      `#!/bin/sh\ncd ${resolve('.')} && exec ${process.execPath} scripts/run-ts.mjs src/cli/main.ts "$@"\n`,
    )
    chmodSync(join(bin, 'gcplan'), 0o755)
    writeFileSync(join(folder, 'test_collect.py'), `${before}${fixture}${test}`)
    const { status, stdout, stderr } = spawnSync('python3', ['-m', 'pytest', '-q', 'test_collect.py'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 180_000,
      env: { ...process.env, KUBECONFIG: kubeconfig, PATH: `${clients}:${process.env['PATH'] ?? ''}` },
    })
    return [{ name: 'the fixture for pytest collects', wrong: status === 0 ? '' : `${status} ${stdout}${stderr}` }]
  } finally {
    removeFolder(folder)
  }
}
