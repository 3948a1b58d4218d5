import type { Actor } from './actor.js'

/**
 * One line for who has to act.
 *
 * @example
 * ```ts
 * import { explainActor } from 'gcplan/simulate/cascade'
 *
 * console.log(explainActor({ _tag: 'Kubelet', node: 'worker-1' })) // the kubelet of worker-1 must confirm that the pod stopped
 * ```
 */
export const explainActor = (actor: Actor): string => {
  switch (actor._tag) {
    case 'Collector':
      return 'the garbage collector acts next'
    case 'CollectorRestart':
      return 'the garbage collector acts only after a restart'
    case 'FinalizerController':
      return actor.domain === undefined
        ? `whoever set the finalizer ${actor.finalizer} has to remove it`
        : `the controller of ${actor.domain} has to remove the finalizer ${actor.finalizer}`
    case 'Kubelet':
      return `the kubelet${actor.node === undefined ? '' : ` of ${actor.node}`} must confirm that the pod stopped`
    case 'NamespaceController':
      return 'the namespace controller has to find the namespace empty'
    case 'Controller':
      return `the controller ${actor.name} acts next`
    case 'Nobody': {
      const { kind, namespace, name } = actor.edit
      return `no component will ever act: somebody has to edit ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
    }
    case 'NotNeeded':
      return 'nobody has to act: it is not being deleted'
    case 'Unknown':
      return 'unknown: it depends on what the snapshot does not cover'
  }
}
