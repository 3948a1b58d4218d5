/** Answers how CustomResourceDefinitions are written down in a test. */
import type { KubeObject, ObjectMeta, WholeObject } from '../../src/apiserver/object.js'
import { object } from '../controllers/owner/build.js'

/** The definition of the kind `Widget` of `example.com/v1`, as it is after `more` has happened to it. */
export const widgetDefinition = (
  uid = 'widgets',
  more: Partial<ObjectMeta> = {},
  spec: object = {},
  status?: unknown,
): WholeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com', uid, resourceVersion: '7', ...more },
  spec: {
    group: 'example.com',
    names: { kind: 'Widget', plural: 'widgets' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true }],
    ...spec,
  },
  ...(status === undefined ? {} : { status }),
})

/** An instance of it. */
export const widget = (uid: string, more: Partial<ObjectMeta> = {}, apiVersion = 'example.com/v1'): KubeObject =>
  object(uid, [], more, 'Widget', apiVersion)
