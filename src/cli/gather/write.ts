/** Gathers at once, from sockets, what the script would gather. */
import { type either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import type { Environment, Given, Result } from '../command.js'
import { clusterAsked } from '../kubernetes/cluster-flags.js'
import { failed, resultOf } from '../plan/print.js'
import { type Found, type Written, manifestOf, ofDaemons, ofNode, ofSettings, together } from './now.js'

const nothing: Found = { written: [], failed: [] }

/** Writes a directory as the script would. The manifest comes last: without it, a directory is none that was gathered. */
export const gatheredNow = (given: Given, { acting, live, clock }: Environment): Promise<Result> => {
  const host = acting.hostName()
  const node = O.toUndefined(given.value('node'))
  const path = given.files[0] ?? `gcplan-${node ?? host}-${clock.toISOString().replace(/[-:]|\.\d+/g, '')}`
  const named = { host, node: node ?? host, containerd: live?.release ?? '' }
  const daemons: Found = { ...nothing, written: live === undefined ? [] : ofDaemons(live) }
  return F.pipe(
    serverSays(node, given, acting),
    TE.bindTo('server'),
    TE.bind('machine', () => TE.fromTask(() => ofSettings(acting.files.readIfThere))),
    TE.map(({ server, machine }) => together([daemons, server, machine])),
    TE.tap(() => () => acting.files.makeDirectory(path)),
    TE.tap((found) =>
      F.pipe(
        [...found.written, manifestOf(clock, named, found)],
        TE.traverseSeqArray(
          ({ file, text }: Written) =>
            () =>
              acting.files.write(`${path}/${file}`, text),
        ),
      ),
    ),
    TE.match(failed, (found) =>
      resultOf(
        `${path}\n`,
        [
          ...(live?.notes ?? []),
          ...found.failed.map(({ file, command, because }) => `not gathered: ${file}: ${command}: ${because}`),
        ],
        0,
      ),
    ),
  )()
}

const serverSays = (
  node: string | undefined,
  given: Given,
  acting: Environment['acting'],
): TE.TaskEither<string, Found> => {
  if (node === undefined) return TE.right(nothing)
  const read = async (): Promise<E.Either<string, Found>> => {
    const { readNode } = await import('../live/node.js')
    return F.pipe(
      () => acting.withCluster(clusterAsked(given))(readNode(node, acting)),
      TE.chainTaskK((seen) => () => ofNode(seen)),
    )()
  }
  return read
}
