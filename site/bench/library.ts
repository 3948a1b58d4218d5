/** The library alone in a worker: what reads a list and plans it, without pauses, progress or a page. */
import { either as E } from 'fp-ts'
import { scopes_1_36 } from 'gcplan/apiserver'
import { assumed } from 'gcplan'
import { decodeKubectlObjects, kubernetesClusterSnapshot, parseJsonText } from 'gcplan/decode'
import * as ControlPlane from 'gcplan/simulate/control-plane'
import { planView } from 'gcplan/view'

const must = <A>(what: E.Either<unknown, A>): A => {
  if (E.isLeft(what)) throw new Error(JSON.stringify(what.left))
  return what.right
}

/** From bytes, as a page gets them, to rows. */
const planned = async (file: Blob): Promise<number> => {
  const value = must(parseJsonText('list')(await file.text()))
  const listings = [must(decodeKubectlObjects(value))]
  const nodes = assumed<ReadonlyArray<string>>([], 'there are none')
  const parts = { at: new Date('2026-02-01T00:00:00Z'), listings, scopes: scopes_1_36.scopes, covers: [] }
  const look = must(kubernetesClusterSnapshot({ ...parts, apiNodes: nodes }))
  const policies = ControlPlane.defaultPolicies
  const snapshot = { ...look, memory: ControlPlane.observe(policies)(look)(look.memory) }
  const plan = must(ControlPlane.planKubernetes(policies)(snapshot))
  return planView({ explain: ControlPlane.explain })(plan).passes.length
}

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  const begun = performance.now()
  void planned(data).then((passes) => {
    self.postMessage({ took: performance.now() - begun, passes })
  })
})
