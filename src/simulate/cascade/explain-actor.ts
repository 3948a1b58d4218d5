import type { Actor } from './actor.js'

/**
 * One line for who has to act.
 *
 * @example
 * ```ts
 * import { explainActor } from 'gcplan/simulate/cascade'
 *
 * console.log(explainActor({ _tag: 'Kubelet', node: 'worker-1' })) // the kubelet of worker-1 has to confirm that it stopped
 * ```
 */
export const explainActor = (actor: Actor): string => {
  switch (actor._tag) {
    case 'Collector':
      return 'the collector acts next'
    case 'CollectorRestart':
      return 'the collector acts when it starts again, not before'
    case 'FinalizerController':
      return actor.domain === undefined
        ? `whoever set the finalizer ${actor.finalizer} has to take it off`
        : `the controller of ${actor.domain} has to take the finalizer ${actor.finalizer} off`
    case 'Kubelet':
      return `the kubelet${actor.node === undefined ? '' : ` of ${actor.node}`} has to confirm that it stopped`
    case 'NamespaceController':
      return 'the namespace controller has to see that nothing is left'
    case 'Controller':
      return `the controller ${actor.name} acts next`
    case 'Nobody': {
      const { kind, namespace, name } = actor.edit
      return `no component ever acts: somebody has to edit ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
    }
    case 'NotNeeded':
      return 'nobody has to act: its deletion is not asked for'
    case 'Unknown':
      return 'what the snapshot does not cover decides'
  }
}
