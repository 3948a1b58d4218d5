/**
 * Answers whether the library ever looks at the host: while the tests run, reading the clock, chance, the time zone or
 * the locale throws when library code asks for it, also through a package it calls. Tests and their tools read freely.
 */
import { pureCaller } from './caller.js'

/** Refuses when the nearest caller that is the project's own code lies in the library. */
const guard = (what: string): void => {
  const file = pureCaller()
  if (file !== undefined) throw new Error(`${file} reads the host: ${what}`)
}

type Method = (this: unknown, ...args: ReadonlyArray<unknown>) => unknown

/** Puts a guard before a method; `unless` tells calls that read nothing. */
const guardMethod = (owner: object, name: string | symbol, label: string): void => {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name)
  const original = descriptor?.value as Method | undefined
  if (descriptor === undefined || typeof original !== 'function') throw new Error(`${label} is not a method`)
  const guarded: Method = function (...args) {
    guard(label)
    return original.apply(this, [...args])
  }
  Object.defineProperty(owner, name, { ...descriptor, value: guarded })
}

guardMethod(Math, 'random', 'Math.random')
guardMethod(Object.getPrototypeOf(performance) as object, 'now', 'performance.now')
guardMethod(Date, 'now', 'Date.now')
guardMethod(Date, 'parse', 'Date.parse')

/** Methods of Date that answer in the time zone or the language of the host: all but the UTC ones and the epoch. */
const LOCAL = /^(to(String|DateString|TimeString|Locale.*)|get(?!Time$|UTC).*|set(?!Time$|UTC).*)$/
for (const name of Object.getOwnPropertyNames(Date.prototype).filter((method) => LOCAL.test(method)))
  guardMethod(Date.prototype, name, `Date.prototype.${name}`)

guardMethod(String.prototype, 'localeCompare', 'localeCompare')
for (const [owner, label] of [
  [String.prototype, 'String'],
  [Number.prototype, 'Number'],
  [BigInt.prototype, 'BigInt'],
  [Array.prototype, 'Array'],
] as const)
  for (const name of Object.getOwnPropertyNames(owner).filter((method) => method.startsWith('toLocale')))
    guardMethod(owner, name, `${label}.prototype.${name}`)

/** A Date is made from one number or another Date; none, text and calendar fields read the clock or the time zone. */
const RealDate = Date
const GuardedDate = function (this: unknown, ...args: ReadonlyArray<unknown>): unknown {
  if (new.target === undefined || args.length !== 1 || typeof args[0] === 'string') guard('Date of no number')
  if (new.target === undefined) return RealDate()
  return Reflect.construct(RealDate, args, new.target === GuardedDate ? RealDate : new.target) as unknown
}
Object.defineProperties(GuardedDate, Object.getOwnPropertyDescriptors(RealDate))
Object.defineProperty(RealDate.prototype, 'constructor', { value: GuardedDate, writable: true, configurable: true })
globalThis.Date = GuardedDate as unknown as DateConstructor

/** Intl reads the locale of the host as soon as anything of it is made. */
globalThis.Intl = new Proxy(Intl, {
  get: (target, name): unknown => {
    if (typeof name === 'string') guard(`Intl.${name}`)
    return Reflect.get(target, name)
  },
})
