import t from 'tap'
import { modules } from '../../../server/backend/modules.ts'
import { everyContract } from '../../../shared/every-contract.ts'
import { activityEvents } from '../../../shared/nouns.ts'
import { texts } from '../../../web/features/administration/texts.ts'
import { nameOf } from '../../support/contract-calls.ts'

t.test('each call and each event belongs to one module', async t => {
  const calls = modules.flatMap(({ contracts = [] }) => contracts.flatMap(group => Object.values(group)))
  t.same(calls.map(nameOf).sort(), everyContract.map(nameOf).sort())
  const events = modules.flatMap(({ activity = {} }) => Object.keys(activity))
  t.same(events.sort(), Object.keys(activityEvents).sort())
})

t.test('each kind of job belongs to one module, and has a name in Administration', async t => {
  const kinds = modules.flatMap(({ jobs = {} }) => Object.keys(jobs))
  t.equal(new Set(kinds).size, kinds.length)
  t.same(Object.keys(texts.jobs.kinds).sort(), kinds.sort())
})
