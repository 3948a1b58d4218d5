/** What releases change in the API server: one row for each rule. */
import type { Switches } from '../core/switch.js'
import type { ServerPolicy } from './policy.js'

const staging = 'kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg'

export const switches: Switches<ServerPolicy> = {
  hurriedPod: {
    decides: 'when a pod ends that is asked to end earlier than it was first, at a time that has passed by now',
    upstream: `${staging}/registry/rest/delete.go BeforeDelete`,
    example:
      'a pod that was given 60 s a minute ago is deleted with 50 s: it was to end 10 s ago; it ends within a second from now',
  },
  unreadableOptions: {
    decides: 'whether delete options that cannot be read are a bad request or an internal error',
    upstream: `${staging}/endpoints/handlers/delete.go DeleteResource`,
    example: 'a DELETE with a body that is no JSON: it is answered with 500; it is answered with 400',
  },
  negativeGrace: {
    decides: 'when a pod ends whose grace period is negative',
    upstream: `${staging}/registry/rest/delete.go BeforeDelete`,
    example: 'a running pod is deleted with -1 s: it is gone at once; it ends after a second',
  },
}
