import t, { type Test } from 'tap'
import { localEventBus } from '../../../../server/backend/events/bus.ts'
import type { JobContext } from '../../../../server/backend/jobs/queue.ts'
import { placeImages } from '../../../../server/backend/navigation/placement-steps.ts'
import { readTrackFile } from '../../../../server/backend/navigation/read-job.ts'
import { forgetNavigation } from '../../../../server/backend/navigation/upkeep.ts'
import { purgeProjects } from '../../../../server/backend/projects/repository.ts'
import type { Placement, Track } from '../../../../shared/contracts/navigation.ts'
import { type DatabaseKind, forEachDatabase } from '../../../support/backend.ts'
import { navigatingProject, trackTable } from '../../../support/navigating.ts'
import { until } from '../../../support/until.ts'
import { waitingStatements } from '../../../support/waiting-statements.ts'

class Killed extends Error {}

/** A project without workers: the test runs and interrupts its jobs. */
async function scene(t: Test, database: DatabaseKind, images: number) {
  const base = await navigatingProject(
    t,
    Array.from({ length: images }, (_, at) => at / 2),
    { database, runJobs: false }
  )
  const { db } = base.storage
  const services = { db, events: localEventBus(), dataDir: base.config.dataDir }
  const handlers = { 'navigation.read': readTrackFile(services), 'navigation.place': placeImages(services) }

  /** Runs a job to its end, or kills it at its nth report of progress. */
  async function work(kind: keyof typeof handlers, payload: JobContext['payload'], killedAt = Number.POSITIVE_INFINITY): Promise<void> {
    let reportCount = 0
    const context: JobContext = {
      payload,
      signal: new AbortController().signal,
      lastTry: false,
      attempt: 1,
      hold: async () => {},
      async progress() {
        if (++reportCount >= killedAt) throw new Killed()
      }
    }
    await handlers[kind](context).catch(error => {
      if (!(error instanceof Killed)) throw error
    })
  }
  /** Marks the jobs as abandoned, as the queue would find them. */
  const giveJobsUp = () => db.updateTable('job').set({ state: 'failed', failure: 'The server stopped' }).execute()
  const trackNow = async (id: string) => (await base.owner.get(`/navigation/${id}`)).json<Track>()
  const placements = async () => (await base.owner.get(`/projects/${base.project.id}/placements`)).json<{ items: Placement[] }>().items
  const placed = async () => (await db.selectFrom('media').select('id').where('depth_in_meters', 'is not', null).execute()).length
  return { ...base, db, work, giveJobsUp, trackNow, placements, placed }
}

await forEachDatabase(t, (t, database) => {
  t.test('interrupted reading begins again and ends with the same track', async t => {
    const { bring, work, trackNow, db } = await scene(t, database, 0)
    const { id } = (await bring(trackTable(30_000))).json<Track>()
    await work('navigation.read', { trackId: id }, 3)
    t.match(await trackNow(id), { state: 'reading', fixCount: 0, report: null })
    await work('navigation.read', { trackId: id })
    t.match(await trackNow(id), { state: 'ready', fixCount: 30_000 })
    const { sum } = await db
      .selectFrom('nav_block')
      .select(({ fn }) => fn.sum<number>('fix_count').as('sum'))
      .where('track_id', '=', id)
      .executeTakeFirstOrThrow()
    t.equal(Number(sum), 30_000, 'no block twice')
    await work('navigation.read', { trackId: id })
    t.match(await trackNow(id), { state: 'ready', fixCount: 30_000 }, 'repeating a finished job does nothing')
  })

  t.test('an interrupted placement continues, or its completed part is undone', async t => {
    const { bring, work, owner, settings, giveJobsUp, placements, placed, media } = await scene(t, database, 1300)
    const { id } = (await bring(trackTable(1000))).json<Track>()
    await work('navigation.read', { trackId: id })
    const seenAt = new Date().toISOString()
    const begin = async () => (await owner.post(`/navigation/${id}/placements`, { ...settings(), seenAt })).json<Placement>().id

    const one = await begin()
    t.match((await owner.post(`/placements/${one}/undo`)).json(), { status: 409, code: 'PLACEMENT_RUNNING' })
    await work('navigation.place', { placementId: one }, 2)
    t.equal(await placed(), 500, 'one page is written completely')
    await work('navigation.place', { placementId: one })
    t.match((await placements())[0], { state: 'done', changedCount: 1300 })
    t.match(await media(1299), { depthInMeters: 1064.95, revision: 2 }, 'no image is written twice')

    await giveJobsUp()
    t.equal((await owner.post(`/placements/${one}/undo`)).statusCode, 202)
    await work('navigation.place', { placementId: one }, 2)
    t.equal(await placed(), 800)
    await giveJobsUp()
    t.equal((await owner.post(`/placements/${one}/undo`)).statusCode, 202, 'an interrupted undo can be requested again')
    await work('navigation.place', { placementId: one })
    t.match((await placements())[0], { state: 'undone', restoredCount: 1300, keptCount: 0 })
    t.equal(await placed(), 0)

    const other = await begin()
    await work('navigation.place', { placementId: other }, 3)
    t.equal(await placed(), 1000)
    await giveJobsUp()
    t.match((await placements())[0], { id: other, state: 'running', changedCount: 1000, job: { state: 'failed' } })
    await owner.post(`/placements/${other}/undo`)
    await work('navigation.place', { placementId: other })
    t.match((await placements())[0], { state: 'undone', restoredCount: 1000 })
    t.equal(await placed(), 0)
  })

  if (database === 'postgres')
    t.test('a placement and its undo keep a correction that is made meanwhile', async t => {
      const { bring, work, owner, settings, giveJobsUp, media, mediaIds, db } = await scene(t, database, 2)
      const { id } = (await bring(trackTable(1000))).json<Track>()
      await work('navigation.read', { trackId: id })
      const seenAt = new Date().toISOString()
      const placementId = (await owner.post(`/navigation/${id}/placements`, { ...settings(), seenAt })).json<Placement>().id
      /** Runs the job while a correction of the first image is not yet committed. */
      const during = async (correction: { altitude_in_meters?: number; depth_in_meters?: number; metadata?: string }) => {
        const { job } = await db.transaction().execute(async transaction => {
          await transaction.updateTable('media').set(correction).where('id', '=', mediaIds[0]!).execute()
          const working = work('navigation.place', { placementId })
          await until(
            () => waitingStatements(db),
            count => count === 1
          )
          return { job: working }
        })
        await job
      }
      await during({ depth_in_meters: 7, metadata: '{"station":"A"}' })
      t.match(await media(0), { depthInMeters: 7, metadata: { station: 'A' } })
      t.not((await media(1)).depthInMeters, null)
      await giveJobsUp()
      await owner.post(`/placements/${placementId}/undo`)
      await during({ metadata: '{"station":"B"}' })
      t.match(await media(0), { depthInMeters: 7, metadata: { station: 'B' } })
      t.equal((await media(1)).depthInMeters, null)
    })

  t.test('undoing the first of two overlapping placements keeps the values of the second', async t => {
    const { bring, work, owner, settings, giveJobsUp, media } = await scene(t, database, 3)
    const ids: string[] = []
    for (const text of [trackTable(100), trackTable(100).replaceAll(',-30,', ',-31,')]) {
      const { id } = (await bring(text)).json<Track>()
      await work('navigation.read', { trackId: id })
      ids.push(id)
    }
    const seenAt = new Date().toISOString()
    const placements: string[] = []
    for (const id of ids) {
      const body = { ...settings({ facts: ['position'], overwrite: true }), seenAt }
      const { id: placementId } = (await owner.post(`/navigation/${id}/placements`, body)).json<Placement>()
      await work('navigation.place', { placementId })
      placements.push(placementId)
    }
    await giveJobsUp()
    for (const [at, longitude] of [
      [0, -31],
      [1, -30]
    ] as const) {
      await owner.post(`/placements/${placements[at]}/undo`)
      await work('navigation.place', { placementId: placements[at]! })
      t.match(await media(0), { decimalLongitude: longitude })
    }
  })

  t.test('a deleted track is removed after 30 days, as are placements, and a project with all its blocks', async t => {
    const { bring, work, owner, db, config, project, settings } = await scene(t, database, 1)
    const tracks: string[] = []
    for (let round = 0; round < 2; round += 1) {
      const { id } = (await bring(trackTable(8000))).json<Track>()
      await work('navigation.read', { trackId: id })
      tracks.push(id)
    }
    const [gone = '', stays = ''] = tracks
    await owner.post(`/navigation/${stays}/placements`, { ...settings(), seenAt: new Date().toISOString() })
    await owner.delete(`/navigation/${gone}`)
    const rows = async () => {
      const of = async (table: 'nav_track' | 'nav_block' | 'nav_placement') =>
        (
          await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n
      return [await of('nav_track'), await of('nav_block'), await of('nav_placement')]
    }
    await forgetNavigation(db, config.dataDir)
    t.same(await rows(), [2, 6, 1])
    const laterMs = Date.now() + 31 * 86_400_000
    await forgetNavigation(db, config.dataDir, laterMs)
    t.same(await rows(), [1, 3, 0])
    t.equal((await owner.post(`/navigation/${gone}/restore`)).statusCode, 404)
    await owner.delete(`/projects/${project.id}`)
    t.same(await purgeProjects(db, laterMs), [project.id])
    t.same(await rows(), [0, 0, 0])
  })
})
