/** The programs of `examples/` on the fake cluster behind HTTP, and on the real control plane where it was built. */
import { absent } from '../skip.js'
import type { Suite, Tally } from '../suites.js'
import { runGate } from './gate.js'
import { runLifecycle } from './lifecycle.js'
import { hasControlPlane, lackingKubectl } from './place.js'

type Program = (on: 'fake' | 'real') => Promise<Tally>

const onFake = (run: Program) => (): Promise<Tally> => {
  const because = lackingKubectl()
  return because === undefined ? run('fake') : Promise.resolve(absent(because))
}

const onReal = (run: Program) => (): Promise<Tally> => {
  const because = lackingKubectl()
  if (because !== undefined) return Promise.resolve(absent(because))
  const said = 'skipped: Kubernetes 1.20.2 is not built (npm run e2e:kubernetes)'
  return hasControlPlane() ? run('real') : Promise.resolve({ passed: 0, failed: 0, skipped: 1, said })
}

/** Each program on each cluster. */
export const exampleSuites: ReadonlyArray<Suite> = [
  { name: 'example-admission-gate', worlds: 1, run: onFake(runGate) },
  { name: 'example-admission-gate-1.20', worlds: 1, run: onReal(runGate) },
  { name: 'example-lifecycle-controller', worlds: 1, run: onFake(runLifecycle) },
  { name: 'example-lifecycle-controller-1.20', worlds: 1, run: onReal(runLifecycle) },
]
