import { expect, it } from 'vitest'

import { deleteJob, deleteReplicaSet, deleteRevision } from '../../../src/controllers/history/action.js'
import { sendHistory } from '../../../src/testing/cluster/requests.js'
import { fakeCluster, job } from '../../../src/testing/index.js'

it('an object of a history that is not found counts as gone where its controller takes it for that, else as an error', () => {
  const { api } = fakeCluster()
  const none = job('none')
  const answers = [deleteReplicaSet, deleteRevision, deleteJob].map((call) => sendHistory(api, call(none))?.code)
  expect(answers).toEqual([undefined, 404, 404])
})
