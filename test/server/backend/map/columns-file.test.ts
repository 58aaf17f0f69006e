import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { columnsFiles } from '../../../../server/backend/map/columns-file.ts'
import { keptColumns } from '../../../../server/backend/map/kept-columns.ts'
import { settleSome } from '../../../../server/backend/map/settled-places.ts'
import { everything } from '../../../../server/backend/projects/scope.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { insertAnnotationRows } from '../../../support/annotation-rows.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

await forEachDatabase(t, async (t, database) => {
  const { owner, project, mediaIds, storage, addLabel } = await annotatingProject(t, { database, images: 6 })
  const { db } = storage
  const folder = temporaryFolder(t)
  const files = columnsFiles(folder)
  const sight = { projectId: project.id, accountId: owner.id, places: { role: 'owner', isBlind: false } } as const
  const shown = { isExact: true } as Parameters<ReturnType<typeof keptColumns>['of']>[2]
  const label = await addLabel('Coral')
  const place = async (id: string, degrees: number) => {
    await db.updateTable('media').set({ decimal_longitude: degrees, decimal_latitude: 60 }).where('id', '=', id).execute()
  }
  const settle = async () => {
    for (let some = 1; some > 0; ) some = await settleSome(db, everything(project.id, 'a test'))
  }
  const current = (at: string) => keptColumns(at).of(db, sight as never, shown)

  for (const [index, id] of mediaIds.entries()) await place(id, index)
  await insertAnnotationRows(
    db,
    mediaIds.map(id => ({ project_id: project.id, media_id: id, label_id: label.id }))
  )
  await settle()
  const { sequence, columns } = await current(temporaryFolder(t))
  t.equal(columns.count, 12, 'six images with an annotation each')

  t.test('columns are the same after a restart', async t => {
    await files.write(project.id, sequence, columns)
    t.same(await files.read(project.id), { sequence, columns })
  })

  t.test('changes since the file are read from the database', async t => {
    await place(mediaIds[0]!, 170)
    await settle()
    const [fromFile, fresh] = [await current(folder), await current(temporaryFolder(t))]
    t.ok(fromFile.sequence > sequence)
    for (const name of ['cells', 'longitudes', 'depths', 'flags'] as const) t.same(fromFile.columns[name], fresh.columns[name], name)
    t.equal(Math.max(...fromFile.columns.longitudes), 1_700_000_000)
  })

  t.test('a damaged, truncated or foreign file is ignored', async t => {
    const path = join(folder, `${project.id}.cols`)
    const whole = readFileSync(path)
    const changed = Buffer.from(whole)
    changed[whole.length - 20]! ^= 1
    for (const bytes of [changed, whole.subarray(0, 300), whole.subarray(0, 2), Buffer.from('{}'), Buffer.alloc(64)]) {
      writeFileSync(path, bytes)
      t.equal(await files.read(project.id), null)
    }
    t.equal((await current(folder)).columns.count, 12, 'the rows are read from the database')
  })

  t.test('files of projects that are gone are deleted', async t => {
    await files.write(project.id, sequence, columns)
    await files.write('00000000-0000-7000-8000-000000000000', sequence, columns)
    await files.sweep(db)
    t.ok(await files.read(project.id))
    t.equal(await files.read('00000000-0000-7000-8000-000000000000'), null)
  })
})
