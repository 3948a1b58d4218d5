/**
 * Decides which modules share a file of the built package. A file holds what the same entries load; what is small lies
 * with what nearly the same entries load, since every file costs its loader something too. No entry is given a package to
 * load that it would not load without its neighbours. What is long is cut: npm packs files of one name side by side and
 * gzip sees 32 kB, so that the forms of a short file take little more room than one.
 */

/**
 * What the bundler would put into one file by itself.
 * @typedef {object} Part
 * @property {ReadonlyArray<string>} modules in the order in which they run
 * @property {number} size characters before they are minified, by which they fall to two fifths
 * @property {ReadonlySet<string>} entries that load it
 * @property {ReadonlySet<string>} packages that it loads, and modules of Node
 * @property {ReadonlySet<string>} needs modules of other parts, which run before it
 */

/** Both found by trying: bytes of the tarball, and characters that an import reads in vain, against files that it reads. */
const SMALL = 45_000
const LONG = 70_000

/** @template T @param {Iterable<T>} all @param {ReadonlySet<T>} some */
const without = (all, some) => [...all].filter((each) => !some.has(each))

/** @param {ReadonlyArray<Part>} parts @returns {(from: Iterable<string>) => ReadonlySet<Part>} all that these modules need */
const closureIn = (parts) => {
  const holding = new Map(parts.flatMap((part) => part.modules.map((module) => [module, part])))
  return (from) => {
    /** @type {Set<Part>} */
    const reached = new Set()
    /** @param {Iterable<string>} modules */
    const add = (modules) => {
      for (const module of modules) {
        const part = holding.get(module)
        if (part !== undefined) reached.add(part)
      }
    }
    add(from)
    for (const part of reached) add(part.needs)
    return reached
  }
}

/** @param {ReadonlyArray<Part>} parts @returns {(entry: string) => ReadonlySet<string>} packages that it loads */
const packagesIn = (parts) => {
  /** @type {Map<string, Set<string>>} */
  const found = new Map()
  for (const { entries, packages } of parts)
    for (const entry of entries) found.set(entry, new Set([...(found.get(entry) ?? []), ...packages]))
  return (entry) => found.get(entry) ?? new Set()
}

/**
 * Characters that entries would load in vain if two parts were one: all together, and one at most. Infinite if one would
 * load a package in vain.
 *
 * @param {(from: Iterable<string>) => ReadonlySet<Part>} closure
 * @param {(entry: string) => ReadonlySet<string>} packagesOf
 * @returns {(a: Part, b: Part) => { all: number, most: number }}
 */
const wasteWith = (closure, packagesOf) => (a, b) => {
  /** What an entry of one comes to load with the other. @param {Part} more @param {Part} have */
  const gains = (more, have) => {
    const entries = without(have.entries, more.entries)
    const loaded = entries.length > 0 ? [...closure(more.modules)] : []
    return entries.map((entry) => {
      const parts = loaded.filter((part) => !part.entries.has(entry))
      const clean = parts.every(({ packages }) => without(packages, packagesOf(entry)).length === 0)
      return clean ? parts.reduce((sum, { size }) => sum + size, 0) : Infinity
    })
  }
  const each = [...gains(a, b), ...gains(b, a)]
  return { all: each.reduce((sum, gain) => sum + gain, 0), most: Math.max(0, ...each) }
}

/** @param {Part} first @param {Part} second needs the other, or neither does @returns {Part} */
const joined = (first, second) => {
  const modules = [...first.modules, ...second.modules]
  return {
    modules,
    size: first.size + second.size,
    entries: new Set([...first.entries, ...second.entries]),
    packages: new Set([...first.packages, ...second.packages]),
    needs: new Set(without([...first.needs, ...second.needs], new Set(modules))),
  }
}

/** @param {Part} a @param {Part} b @returns {number} the smaller first, then by name */
const bySize = (a, b) => a.size - b.size || ((a.modules[0] ?? '') < (b.modules[0] ?? '') ? -1 : 1)

/** @param {ReadonlyArray<Part>} given @returns {ReadonlyArray<Part>} */
const withoutSmall = (given) => {
  const packagesOf = packagesIn(given)
  let parts = given
  /** By their first module. @type {Set<string | undefined>} */
  const alone = new Set()
  for (;;) {
    const [small] = parts.filter((part) => !alone.has(part.modules[0]) && part.size < SMALL).toSorted(bySize)
    if (small === undefined) return parts
    const closure = closureIn(parts)
    const waste = wasteWith(closure, packagesOf)
    /** Whether one needs the other by way of a third: in one file, it would need itself. @param {Part} from @param {Part} to */
    const roundabout = (from, to) => closure(without(from.needs, new Set(to.modules))).has(to)
    const [best] = parts
      .filter((part) => part !== small)
      .map((part) => ({ part, ...waste(small, part) }))
      .filter(
        ({ part, all, most }) => all < Infinity && most < SMALL && !roundabout(small, part) && !roundabout(part, small),
      )
      .toSorted((a, b) => a.all - b.all || bySize(a.part, b.part))
    if (best === undefined) alone.add(small.modules[0])
    else {
      const { part } = best
      const one = closure(part.needs).has(small) ? joined(small, part) : joined(part, small)
      const needed = closure(one.needs)
      parts = [
        ...without(parts, new Set([small, part])).map((other) =>
          needed.has(other) ? { ...other, entries: new Set([...other.entries, ...one.entries]) } : other,
        ),
        one,
      ]
    }
  }
}

/**
 * @param {ReadonlyArray<string>} modules
 * @param {ReadonlyMap<string, number>} sizes
 * @returns {ReadonlyArray<ReadonlyArray<string>>} pieces of about equal size, in the order in which they run
 */
const cut = (modules, sizes) => {
  const whole = modules.reduce((sum, module) => sum + (sizes.get(module) ?? 0), 0)
  const length = whole / Math.ceil(whole / LONG)
  let before = 0
  /** @type {string[][]} */
  const pieces = []
  for (const module of modules) {
    const size = sizes.get(module) ?? 0
    const at = Math.floor((before + size / 2) / length)
    pieces[at] = [...(pieces[at] ?? []), module]
    before += size
  }
  return pieces.filter((piece) => piece !== undefined)
}

/**
 * @param {ReadonlyArray<Part>} parts
 * @param {ReadonlyMap<string, number>} sizes characters of each module
 * @returns {ReadonlyMap<string, string>} by module, the largest module of its file, after which that is named
 */
export const chunksOf = (parts, sizes) =>
  new Map(
    withoutSmall(parts)
      .flatMap(({ modules }) => cut(modules, sizes))
      .flatMap((modules) => {
        const [largest = ''] = modules.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
        return modules.map((module) => /** @type {[string, string]} */ ([module, largest]))
      }),
  )
