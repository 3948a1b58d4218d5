/**
 * The endpoints controller: an Endpoints object for each Service with a selector, and none where the Service is gone, whoever
 * wrote it.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/endpoint/endpoints_controller.go syncService
 */
import { type Change, type Controller, type Requests, noKeys } from '../controller.js'
import { namespacedKey, partsOf } from '../keys.js'
import {
  endpointsNamed,
  isEndpoints,
  isExternalName,
  isLeaderRecord,
  isService,
  selectsPods,
  serviceNamed,
} from '../services.js'

/** Why an Endpoints object comes or goes. */
export type EndpointsWhy =
  /**
   * Its Service is gone.
   * @upstream kubernetes 1.36.2 pkg/controller/endpoint/endpoints_controller.go syncService
   */
  | { readonly _tag: 'EndpointsWithoutService'; readonly service: string }
  /**
   * Its Service has a selector.
   * @upstream kubernetes 1.36.2 pkg/controller/endpoint/endpoints_controller.go syncService
   */
  | { readonly _tag: 'EndpointsMissing'; readonly service: string }

/** What it is called. */
const endpointsControllerName = 'endpoints-controller'

/** The rules of one endpoints controller. */
export interface EndpointsRules {
  /** False where nobody is to make anything. Default: true. */
  readonly makesEndpoints?: boolean | undefined
  /**
   * True for one that starts: it deletes all Endpoints without a Service, but those that keep who leads. One that is at work
   * already deletes them only when it sees the Service go.
   */
  readonly isStarting?: boolean | undefined
}

/** The controller; its keys are `namespace/name` of Services. */
export const endpointsController = ({
  makesEndpoints = true,
  isStarting = false,
}: EndpointsRules = {}): Controller<EndpointsWhy> => withRules(makesEndpoints, isStarting ? 'about to list' : 'at work')

type Stage = 'about to list' | 'listing' | 'at work'

const withRules = (makes: boolean, stage: Stage): Controller<EndpointsWhy> => ({
  name: endpointsControllerName,
  /** @upstream kubernetes 1.36.2 pkg/controller/endpoint/endpoints_controller.go handleErr */
  retries: 'refusals',
  watches: ['Service', 'Endpoints'],
  keysOf: keysOf(stage),
  reconcile: (view) => (key) => {
    const [namespace, service] = partsOf(key)
    const found = view.get(serviceNamed(namespace, service))
    const address = endpointsNamed(namespace, service)
    const endpoints = view.get(address)
    if (found === undefined) {
      const why: EndpointsWhy = { _tag: 'EndpointsWithoutService', service }
      return endpoints === undefined || !view.covers('v1', 'Service', namespace)
        ? { requests: [], why }
        : { requests: [{ _tag: 'Delete', object: address, options: {} }], why }
    }
    const isMissing = makes && endpoints === undefined && selectsPods(found) === true && !isExternalName(found)
    return isMissing && view.covers('v1', 'Endpoints', namespace)
      ? made(namespace, service)
      : { requests: [], why: { _tag: 'EndpointsMissing', service } }
  },
  ...(stage === 'at work' ? {} : { fold: () => withRules(makes, stage === 'about to list' ? 'listing' : 'at work') }),
})

/** Endpoints whose Service was never seen wake it only while it lists what is there. */
const keysOf =
  (stage: Stage) =>
  ({ _tag, object }: Change): ReadonlyArray<string> => {
    if (isService(object)) return namespacedKey(object)
    if (!isEndpoints(object)) return noKeys
    return _tag === 'Deleted' || (stage === 'listing' && !isLeaderRecord(object)) ? namespacedKey(object) : noKeys
  }

const made = (namespace: string, service: string): Requests<EndpointsWhy> => ({
  requests: [
    {
      _tag: 'Create',
      object: {
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: {
          namespace,
          name: service,
          uid: '',
          labels: { 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' },
        },
      },
    },
  ],
  why: { _tag: 'EndpointsMissing', service },
})
