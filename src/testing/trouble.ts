/**
 * Scripted failures for fakes: which calls fail, how often, and with what error. A script names the call and its
 * object; the error is the one that the caller sees.
 */

/** How a call fails, if not every time. */
export interface Trouble<Err> {
  readonly _tag: 'Trouble'
  /** `refused`: not done. `lost`: done, but returns an error. `hangs`: not done, never returns. */
  readonly how: 'refused' | 'lost' | 'hangs'
  readonly error: Err
  /** The number of calls that fail; later ones succeed. */
  readonly times: number
}

/** A plain error means that every call is refused. */
export type Script<Err> = Err | Trouble<Err>

/** Scripts by call and object; `*` matches any object not named. */
export type Failures<Call extends string, Err> = {
  readonly [C in Call]?: Readonly<Record<string, Script<Err>>> | undefined
}

/**
 * A call that is refused the given number of times, and then succeeds.
 *
 * @example
 * ```ts
 * import { fails, KubeletImage, fakeNode } from 'gcplan/testing'
 *
 * const node = fakeNode({ images: [KubeletImage.image('sha256:a')], failures: { removeImage: { 'sha256:a': fails(1, 'busy') } } })
 * const remove = node.imagePort.removeImage('sha256:a')
 * void remove().then(async (first) => {
 *   console.log(first._tag, (await remove())._tag) // Left Right
 * })
 * ```
 */
export const fails = <Err>(times: number, error: Err): Trouble<Err> => ({
  _tag: 'Trouble',
  how: 'refused',
  error,
  times,
})

/** A call that takes effect but returns an error, the given number of times. */
export const dropsResponse = <Err>(times: number, error: Err): Trouble<Err> => ({
  _tag: 'Trouble',
  how: 'lost',
  error,
  times,
})

/** A call that never returns, the given number of times. In synchronous use it fails with the error. */
export const hangs = <Err>(times: number, error: Err): Trouble<Err> => ({ _tag: 'Trouble', how: 'hangs', error, times })

/** The failure scripted for the next call on an object, which may have several names. Asking counts as a call. */
export type Troubles<Call extends string, Err> = (call: Call, names: ReadonlyArray<string>) => Trouble<Err> | undefined

/** A script that counts. */
export const troublesOf = <Call extends string, Err>(failures: Failures<Call, Err>): Troubles<Call, Err> => {
  const counts = new Map<string, number>()
  return (call, names) => {
    const scripts: Readonly<Record<string, Script<Err>>> = failures[call] ?? {}
    const name = [...names, '*'].find((each) => Object.hasOwn(scripts, each))
    if (name === undefined) return undefined
    const script = scripts[name] as Script<Err>
    if (!isTrouble(script)) return { _tag: 'Trouble', how: 'refused', error: script, times: Infinity }
    const key = `${call} ${name}`
    const before = counts.get(key) ?? 0
    counts.set(key, before + 1)
    return before < script.times ? script : undefined
  }
}

const isTrouble = <Err>(script: Script<Err>): script is Trouble<Err> =>
  (script as { readonly _tag?: unknown } | null | undefined)?._tag === 'Trouble'
