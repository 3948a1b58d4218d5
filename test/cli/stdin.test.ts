import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { commands } from '../../src/cli/commands/index.js'
import { program } from '../../src/cli/program.js'
import { toml } from '../../src/cli/toml.js'
import { yaml } from '../../src/cli/yaml.js'
import { noCluster } from './call.js'

it.each(['gather', 'completion bash', 'gather --now --cri /no/such.sock', 'collect'])(
  '%s reads no standard input, whose end may never come',
  async (command) => {
    const result = program(commands)({
      readFile: (path) => Promise.resolve(E.left(`${path}: no such file`)),
      openGathered: () => Promise.resolve(E.right(undefined)),
      readStdin: () => Promise.reject(new Error('read')),
      stdinIsTerminal: false,
      stdoutIsTerminal: false,
      environment: new Map(),
      clock: () => new Date(0),
      version: () => Promise.resolve('0.0.0'),
      acting: noCluster,
      loadYaml: () => Promise.resolve(yaml),
      loadToml: () => Promise.resolve(toml),
    })(command.split(' '))
    await expect(result).resolves.toHaveProperty('exitCode')
  },
)
