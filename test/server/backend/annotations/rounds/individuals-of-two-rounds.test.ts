import t from 'tap'
import type { Abundance } from '../../../../../shared/contracts/results.ts'
import { forEachDatabase, type Person } from '../../../../support/backend.ts'
import { blindScene, boxAt } from '../../../../support/blind-session.ts'
import { finishedJobs } from '../../../../support/jobs.ts'
import { until } from '../../../../support/until.ts'

await forEachDatabase(t, async (t, database) => {
  async function scene(t: Parameters<typeof blindScene>[0]) {
    const base = await blindScene(t, { database, runJobs: true })
    const { owner, project, signUp } = base
    const di = await signUp('di@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: di.email, role: 'editor' })
    const abundance = async (by: Person = owner) =>
      (await by.get(`/projects/${project.id}/results/abundance?groupBy=site`)).json<Abundance>()
    const grouped = async (id: string) =>
      (await base.storage.db.selectFrom('annotation_session').select('grouped_at').where('id', '=', id).executeTakeFirst())?.grouped_at ??
      null
    async function end({ id }: { id: string }) {
      t.equal((await owner.post(`/annotation-sessions/${id}/end`)).statusCode, 200)
      await until(
        () => grouped(id),
        at => at !== null
      )
      await finishedJobs(owner, project.id)
    }
    return { ...base, di, abundance, end }
  }

  t.test('an individual counts by the annotation that does not await another session, and once after both', async t => {
    const { bo, cy, di, addLabel, begin, mark, abundance, end } = await scene(t)
    const coral = await addLabel('Anthozoa')
    const [first, second] = [await begin(), await begin({ name: 'Second round', memberIds: [bo.id, di.id] })]
    for (const who of [bo, cy, di]) await mark(who, boxAt(0), coral.id)
    await end(first)
    const between = await abundance()
    // Of the individual of bo and cy, bo's annotation waits for the second session, as does di's.
    t.equal(between.individuals, 1)
    t.equal(between.pendingMarks, 2)
    await end(second)
    const after = await abundance()
    t.equal(after.individuals, 1, 'bo annotated the individuals of both cy and di')
    t.same(after.blindSessions, { marks: 3, things: 1, notSettled: 0 })
  })

  t.test('a comparison cancelled while a session ran is repeated at its end', async t => {
    const { owner, bo, cy, project, addLabel, begin, mark, abundance, end, storage } = await scene(t)
    const coral = await addLabel('Anthozoa')
    const session = await begin()
    for (const who of [bo, cy]) await mark(who, boxAt(0), coral.id)
    const limits = { leastOverlap: 0.5, mostDistancePx: 20 }
    t.equal((await owner.post(`/annotation-sessions/${session.id}/agreement`, limits)).statusCode, 202)
    await finishedJobs(owner, project.id)
    await storage.db.updateTable('job').set({ state: 'cancelled' }).where('kind', '=', 'annotations.agreement').execute()
    await end(session)
    t.equal((await abundance()).individuals, 1)
  })

  t.test('individuals of removed images are neither listed nor open', async t => {
    const { owner, bo, cy, mediaIds, addLabel, begin, mark, abundance, end } = await scene(t)
    const coral = await addLabel('Anthozoa')
    const session = await begin()
    for (const mediaId of mediaIds) for (const who of [bo, cy]) await mark(who, boxAt(0), coral.id, mediaId)
    const remove = async (id: string) => owner.delete(`/media/${id}`)
    t.equal((await remove(mediaIds[0] ?? '')).statusCode < 300, true, 'removed before the end')
    await end(session)
    t.same((await abundance()).blindSessions, { marks: 2, things: 1, notSettled: 0 })
    t.equal((await remove(mediaIds[1] ?? '')).statusCode < 300, true, 'removed after the end')
    t.equal((await abundance()).blindSessions, undefined)
    const { agreedOpenCount } = (await owner.get(`/annotation-sessions/${session.id}/agreement`)).json()
    t.equal(agreedOpenCount, 0)
  })
})
