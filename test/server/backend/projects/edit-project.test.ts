import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { recordActivity } from '../../../../server/backend/projects/activity.ts'
import { projectEdits, type Transaction } from '../../../../server/backend/projects/edit-project.ts'
import { everything } from '../../../../server/backend/projects/scope.ts'
import type { Database } from '../../../../server/backend/storage/database.ts'
import type { ServerEvent } from '../../../../shared/contracts/events.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'

await forEachDatabase(t, (t, database) => {
  async function scene(t: Parameters<typeof testBackend>[0]) {
    const { storage, signUp } = await testBackend(t, { database })
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject()
    const published: ServerEvent[] = []
    const editProject = projectEdits(storage.db, { publish: event => published.push(event) })
    const changed: ServerEvent = { type: 'changed', noun: 'sites', projectId }
    return { db: storage.db, projectId, sight: everything(projectId, 'a test'), published, editProject, changed }
  }

  t.test('events of an edit are published once it is on disk in order', async t => {
    const { db, sight, projectId, published, editProject, changed } = await scene(t)
    const answer = await editProject(sight, async ({ transaction, publish }) => {
      await transaction.updateTable('project').set({ title: 'Edited' }).where('id', '=', projectId).execute()
      publish(changed)
      publish({ ...changed, noun: 'media' })
      t.same(published, [], 'none before the commit')
      return 'done'
    })
    t.equal(answer, 'done')
    t.same(published, [changed, { ...changed, noun: 'media' }])
    t.match(await db.selectFrom('project').select('title').where('id', '=', projectId).executeTakeFirst(), { title: 'Edited' })
  })

  t.test('an edit that fails publishes nothing and leaves nothing behind', async t => {
    const { db, sight, projectId, published, editProject, changed } = await scene(t)
    const failing = editProject(sight, async ({ transaction, publish }) => {
      await transaction.updateTable('project').set({ title: 'Half' }).where('id', '=', projectId).execute()
      publish(changed)
      throw new Error('cut short')
    })
    await t.rejects(failing, { message: 'cut short' })
    t.same(published, [])
    t.match(await db.selectFrom('project').select('title').where('id', '=', projectId).executeTakeFirst(), { title: 'Reef survey' })
  })

  t.test('an edit that waits for another one has a later time than that', async t => {
    const { sight, editProject } = await scene(t)
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
    let firstEnd = ''
    const first = editProject(sight, async () => {
      begin()
      await pause(50)
      firstEnd = new Date().toISOString()
    })
    await hasBegun
    const second = editProject(sight, async ({ at }) => at)
    await first
    t.ok((await second) >= firstEnd)
  })

  t.test('a plain connection, a transaction without the lock and a project that nobody opened do not compile', async t => {
    const { db, sight, projectId, editProject } = await scene(t)
    const underLock = async (_transaction: Transaction) => {}
    // @ts-expect-error a plain connection
    const plain = () => underLock(db)
    // @ts-expect-error no lock
    const unlocked = () => db.transaction().execute(transaction => underLock(transaction))
    const activity = { projectId, actorId: '', event: 'publication.revised', detail: {} } as const
    // @ts-expect-error an activity apart from its change
    const apart = () => recordActivity(db, activity)
    // @ts-expect-error a project that nobody opened
    const unopened = () => editProject({ projectId }, async () => {})
    const reading = async (_db: Database) => {}
    await editProject(sight, async ({ transaction }) => {
      await underLock(transaction)
      await reading(transaction)
    })
    for (const refused of [plain, unlocked, apart, unopened]) t.type(refused, 'function')
  })
})
