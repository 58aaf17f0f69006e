import t from 'tap'
import { forEachDatabase } from '../../../../support/backend.ts'
import { cataloguingProject } from '../../../../support/cataloguing.ts'
import { leaveWhileRead } from '../../../../support/leaving.ts'
import { startedThreads } from '../../../../support/started-threads.ts'

const longList = () => `name\n${Array.from({ length: 150_000 }, (_, at) => `Taxon ${at}`).join('\n')}`

await forEachDatabase(t, (t, database) => {
  t.test('a thread reads a list and imports it, from a file or another project', async t => {
    const { owner, project, take, tree } = await cataloguingProject(t, { database })
    const started = await startedThreads(t, 'labels')
    t.match(await take('id,parent_id,name\n1,,Porifera\n2,1,Geodia'), { newCount: 2 })
    t.same(await tree(), ['Porifera', '  Geodia'])
    t.same(
      started.map(({ name }) => name),
      ['labels']
    )
    const other = await owner.makeProject()
    const copied = await owner.post(`/projects/${other.id}/labels/copy`, { from: project.id })
    t.match(copied.json(), { newCount: 2, refusedCount: 0 })
    t.same(await tree(other.id), ['Porifera', '  Geodia'])
    const elsewhere = await owner.post(`/projects/${other.id}/labels/copy`, { from: project.id, labelId: 'nowhere' })
    t.match(elsewhere.json(), { status: 422, code: 'INVALID_REQUEST', errors: [{ path: '/labelId' }] })
  })

  t.test('a client that disconnects while a list is read ends its thread, and nothing is imported', async t => {
    const { app, owner, project, take, tree } = await cataloguingProject(t, { database })
    const started = await startedThreads(t, 'labels')
    await leaveWhileRead(started, { app, by: owner, url: `/projects/${project.id}/labels/import`, body: longList() })
    t.same(await tree(), [])
    t.match(await take('name\nPorifera'), { newCount: 1 }, 'the next list of the same person can start')
    t.equal(started.length, 2)
  })
})
