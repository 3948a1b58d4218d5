/** `gcplan fleet merge`: what all shards of a fleet found, as one worker would have found it. */
import { either as E, function as F, option as O } from 'fp-ts'

import { type MergeError, mergeShards } from '../../fleet/index.js'
import type { Command } from '../command.js'
import { shardsIn } from '../fleet/lines.js'
import { failed, resultOf } from '../plan/print.js'

/** The command. */
export const fleetMerge: Command = {
  words: ['fleet', 'merge'],
  summary: 'join what the shards of a fleet found',
  usage: '[FILES]',
  about: [
    'Prints the rows of all shards by name, the same whatever the number of shards. Fails if a shard is missing, cut short, or found something else when it ran again.',
  ],
  groups: [{ heading: 'Output', flags: [{ name: 'help', short: 'h', about: 'print this help' }] }],
  examples: ['gcplan fleet merge shard-*.ndjson > fleet.ndjson', 'cat shard-*.ndjson | gcplan fleet merge'],
  exitCodes: { 0: 'joined', 2: null, 3: null },
  prepare: ({ files }) =>
    E.right({
      paths: files,
      stdin: 'required',
      run: ({ read }, stdin) =>
        F.pipe(
          O.isSome(stdin) ? [stdin.value] : files.map(read),
          E.traverseArray(shardsIn),
          E.flatMap((shards) =>
            E.mapLeft(sayMergeError)(mergeShards<string>((one, other) => one === other)(shards.flat())),
          ),
          E.match(failed, (members) => resultOf(members.map(({ found }) => `${found}\n`).join(''), [], 0)),
        ),
    }),
}

const sayMergeError = (error: MergeError): string => {
  switch (error._tag) {
    case 'ShardCountsDiffer':
      return `expected shards of ${error.expected}, got one of ${error.actual}`
    case 'ShardMissing':
      return `shard ${error.index} of ${error.of} is missing`
    case 'ShardsDisagree':
      return `shard ${error.index} ran twice and found something else of ${error.name}`
    case 'NamedTwice':
      return `shard ${error.index} has ${error.name} twice`
    case 'Misplaced':
      return `shard ${error.index} has ${error.name}, which falls to another one`
  }
}
