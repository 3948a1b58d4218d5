/** Ports of the collectors on a fake cluster, for those whose calls are made outside the engine. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import type { Job } from '../../controllers/ttl/snapshot.js'
import type { Port } from '../../simulate/control-plane/action.js'
import { explainSecondThought } from '../../controllers/ttl/explain.js'
import { never } from '../ports.js'
import { type ApiAnswer, type ApiError, apiError } from '../../apiserver/answer.js'
import { apiOf } from './api.js'
import { markPod, namedBy, namedJob, namedPod, sendLifecycle } from './requests.js'
import type { State } from './state.js'

/** The ports of all collectors on a cluster. Its own controllers do not run during a call. */
export const portsOf = (state: State): Port<ApiError> => {
  const api = apiOf(state, 'port')
  const call =
    (ask: () => ApiAnswer | null): TE.TaskEither<ApiError, ApiAnswer | null> =>
    async () => {
      const answer = ask()
      if (state.hangs) await never
      return answer?._tag === 'Refused' ? E.left(answer) : E.right(answer)
    }
  return {
    pod: {
      patchStatus: (pod, { body }) => call(() => markPod(state, api, pod, body)),
      delete: (pod, options) => call(() => api.delete(namedPod(pod), options)),
    },
    ttl: {
      get: (job) =>
        F.pipe(
          call(() => api.get(namedJob(job))),
          TE.map((found) => (found?._tag === 'Stays' ? (found.object as Job) : undefined)),
          TE.orElse((error) => (error.code === 404 ? TE.right(undefined) : TE.left(error))),
        ),
      delete: (job, options) => call(() => api.delete(namedJob(job), options)),
      now: () => state.now,
      stays: (why) => apiError(409, 'Stays', explainSecondThought(why)),
    },
    history: {
      delete: (object, options) => call(() => api.delete(namedBy(object), options)),
      patch: (object, patch) => call(() => api.patch(namedBy(object), patch)),
      isNotFound: ({ code }) => code === 404,
    },
    lifecycle: {
      delete: (object, options) => call(() => api.delete(namedBy(object), options)),
      setMark: (object, mark) => call(() => sendLifecycle(state, api, { _tag: 'SetMark', object, mark })),
      clearMark: (object, uid) => call(() => sendLifecycle(state, api, { _tag: 'ClearMark', object, uid })),
    },
    owner: {
      delete: (object, options) => call(() => api.delete(namedBy(object), options)),
      patch: (object, { patchType, body }) => call(() => api.patch(namedBy(object), body, patchType)),
      isUnsupportedMediaType: ({ code }) => code === 415,
    },
  }
}
