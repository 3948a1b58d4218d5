/** Asks a cluster through Headlamp what it serves, and what version it is. */
import { ApiProxy, K8s } from '@kinvolk/headlamp-plugin/lib'
import { either as E } from 'fp-ts'
import { type Discovered, aggregatedIn, discoveryAccept, groupsIn, kindsIn } from '../model/discovery.js'

/** What a cluster serves, or why that is unknown. */
export type Discovery = E.Either<string, { readonly discovered: Discovered; readonly version: string | undefined }>

/** So long an answer holds; a definition that was made since shows up after it. */
const holdsFor = 60_000

const answers = new Map<string, { readonly at: number; readonly answer: Promise<Discovery> }>()

/** What a cluster serves. Failures are asked again at once. */
export const discoveryOf = (cluster: string): Promise<Discovery> => {
  const before = answers.get(cluster)
  if (before !== undefined && Date.now() - before.at < holdsFor) return before.answer
  const answer = ask(cluster)
  answers.set(cluster, { at: Date.now(), answer })
  void answer.then((found) => {
    if (E.isLeft(found)) answers.delete(cluster)
  })
  return answer
}

const ask = async (cluster: string): Promise<Discovery> => {
  try {
    const [core, groups, version] = await Promise.all([
      get(cluster, '/api', discoveryAccept),
      get(cluster, '/apis', discoveryAccept),
      versionOf(cluster),
    ])
    const inOne = [core, groups].flatMap((body) => aggregatedIn(body) ?? [])
    const parts =
      inOne.length === 2 ? inOne : await Promise.all(groupsIn(groups).map((group) => ofGroup(cluster, group)))
    return E.right({ discovered: joined(parts), version })
  } catch (error) {
    return E.left(messageOf(error))
  }
}

const ofGroup = async (
  cluster: string,
  { group, versions }: ReturnType<typeof groupsIn>[number],
): Promise<Discovered> => {
  try {
    const kinds = await Promise.all(
      versions.map(async (version) =>
        kindsIn(group, version, await get(cluster, group === '' ? `/api/${version}` : `/apis/${group}/${version}`)),
      ),
    )
    return { kinds: kinds.flat(), undiscoveredGroups: [] }
  } catch {
    return { kinds: [], undiscoveredGroups: [group] }
  }
}

const joined = (parts: ReadonlyArray<Discovered>): Discovered => ({
  kinds: parts.flatMap(({ kinds }) => kinds),
  undiscoveredGroups: parts.flatMap(({ undiscoveredGroups }) => undiscoveredGroups),
})

const versionOf = async (cluster: string): Promise<string | undefined> => {
  try {
    const { gitVersion } = await K8s.getVersion(cluster)
    return typeof gitVersion === 'string' ? gitVersion : undefined
  } catch {
    return undefined
  }
}

const get = (cluster: string, path: string, accept = 'application/json'): Promise<unknown> =>
  ApiProxy.clusterRequest(path, { cluster, headers: { Accept: accept }, autoLogoutOnAuthError: false })

/** The status of an error that Headlamp throws. */
export const statusOf = (error: unknown): number | undefined => {
  const status =
    typeof error === 'object' && error !== null ? (error as { readonly status?: unknown }).status : undefined
  return typeof status === 'number' ? status : undefined
}

/** Its message. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
