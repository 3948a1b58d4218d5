/** Sentences for what the endpoints controller does. */
import type { EndpointsWhy } from './controller.js'

/** One line for why an Endpoints object comes or goes. */
export const explainEndpoints = ({ _tag, service }: EndpointsWhy): string =>
  _tag === 'EndpointsMissing'
    ? `Service ${service} selects pods and has no Endpoints`
    : `Service ${service}, whose addresses it lists, is gone`
