/** Named sets of controllers that take part in a simulation beside the owner collector and kubelets. */
import type { Controller } from '../../controllers/controller.js'
import { crdController } from '../../controllers/crd/controller.js'
import { namespaceController } from '../../controllers/namespace/controller.js'
import type { Why } from './controllers.js'

/** Those of a kube-controller-manager 1.36 in the recordings of `vectors/kubernetes-actors`. */
export const recordedControllers = (): ReadonlyArray<Controller<Why>> => [crdController(), namespaceController()]
