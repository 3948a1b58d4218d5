/** `gcplan digest`: the digest of the actions of a plan, which an approval names. */
import { either as E, function as F, option as O } from 'fp-ts'

import { digest } from '../../guard/index.js'
import type { Command } from '../command.js'
import { readPlan } from '../plan/document.js'
import { sayProblems } from '../plan/errors.js'
import { failed, resultOf } from '../plan/print.js'

/** The command. */
export const digestCommand: Command = {
  words: ['digest'],
  summary: 'print the digest of a plan written with -o json',
  usage: '[PLAN]',
  about: ['Plans that would do the same have the same digest, whatever times, ages and sizes they show.'],
  groups: [{ heading: 'Output', flags: [{ name: 'help', short: 'h', about: 'print this help' }] }],
  examples: ['gcplan digest plan.json', 'gcplan plan containerd -o json snapshot.json | gcplan digest'],
  exitCodes: { 0: 'printed', 2: null, 3: null },
  prepare: (given) => {
    const [first, ...others] = given.files
    if (others.length > 0) return E.left('expected one plan')
    return E.right({
      paths: first === undefined ? [] : [first],
      stdin: 'required',
      run: (environment, stdin) =>
        F.pipe(
          first === undefined ? stdin : O.some(environment.read(first)),
          E.fromOption(() => 'expected a plan'),
          E.flatMap(readPlan),
          E.flatMap(({ plan }) => F.pipe(digest(plan), E.mapLeft(sayProblems('')))),
          E.match(failed, (found) => resultOf(`${found}\n`, [], 0)),
        ),
    })
  },
}
