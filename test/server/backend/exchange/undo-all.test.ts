import { sql } from 'kysely'
import t from 'tap'
import { migrations } from '../../../../server/backend/schema.ts'
import { migrate } from '../../../../server/backend/storage/migrate.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { Import } from '../../../../shared/contracts/exchange.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import type { Label } from '../../../../shared/contracts/taxonomy.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { beforeImportedFacts } from '../../../support/earlier-schemas.ts'
import { exchangingProject, type ImageOfTest } from '../../../support/exchanging.ts'

const names: ImageOfTest[] = ['a.jpg', 'b.jpg', 'c.jpg'].map(fileName => ({ fileName, width: 400, height: 300 }))

const facts = {
  'image-datetime': '2024-06-02 04:29:27.25',
  'image-latitude': 40.5,
  'image-longitude': -30.25,
  'image-altitude-meters': -1874.5,
  'image-meters-above-ground': 2.1,
  'image-area-square-meters': 5.1
}
const ifdo = (items: object) => JSON.stringify({ 'image-set-header': {}, 'image-set-items': items })

const categories = ['Brisinga', 'Gadus', 'Sand'].map((name, at) => ({ id: at + 1, name }))
const coco = (of: { category_id: number; file?: number }[], given = categories) =>
  JSON.stringify({
    images: names.map(({ fileName }, at) => ({ id: at + 1, file_name: fileName, width: 400, height: 300 })),
    annotations: of.map(({ category_id, file = 1 }, at) => ({
      id: at + 1,
      image_id: file,
      category_id,
      bbox: [(10 * at) % 390, 10 + 5 * Math.floor(at / 39), 5, 5]
    })),
    categories: given
  })

await forEachDatabase(t, async (t, database) => {
  async function scene(t: Parameters<typeof exchangingProject>[0]) {
    const base = await exchangingProject(t, names, { database })
    const { owner, project, settled } = base
    const undo = async ({ id }: Import) => {
      const { revision } = await base.importOf(id)
      return settled(await owner.post(`/imports/${id}/undo`, { revision }))
    }
    const labels = async () => (await owner.get(`/projects/${project.id}/labels`)).json<{ items: Label[] }>().items
    const labelNames = async () => (await labels()).map(({ name }) => name)
    const labelNamed = async (name: string) => {
      const found = (await labels()).find(label => label.name === name)
      if (!found) throw new Error(`no label ${name}`)
      return found
    }
    const mediaOf = async (id: string | undefined) => (await owner.get(`/media/${id}`)).json<Media>()
    const edit = (operation: Record<string, unknown>) =>
      owner.post(`/projects/${project.id}/annotations/operations`, { operations: [{ id: newId(), ...operation }] })
    return { ...base, undo, labelNames, labelNamed, mediaOf, edit }
  }

  t.test('an undo deletes the new labels of an import, even one without annotations, and no others', async t => {
    const { apply, importFile, map, preview, undo, labelNames, owner, project } = await scene(t)
    await owner.post(`/projects/${project.id}/labels`, { name: 'Sand' })
    const brought = await importFile(coco([{ category_id: 1 }, { category_id: 2 }, { category_id: 3 }]))
    t.match(brought, { isUndoable: true, result: { annotationCount: 3, newLabelCount: 2 } })
    t.same(await labelNames(), ['Brisinga', 'Gadus', 'Sand'])
    t.match(await undo(brought), {
      state: 'undone',
      result: { undone: { removedCount: 3, keptCount: 0, removedLabelCount: 2, keptLabelCount: 0 } }
    })
    t.same(await labelNames(), ['Sand'])
    t.match((await owner.get(`/projects/${project.id}/activity`)).json().items[0], {
      event: 'annotations.import.undone',
      detail: { count: 3, labelCount: 2, imageCount: 0 }
    })
    const checked = await preview(coco([]))
    const added = (checked.preview?.labels ?? []).filter(({ name }) => name !== 'Sand')
    const bare = await apply(await map(checked, { labels: added.map(({ id }) => ({ id, target: { kind: 'new' } })) }))
    t.match(bare, { isUndoable: true, result: { annotationCount: 0, newLabelCount: 2 } }, 'and can be imported again')
    t.match((await undo(bare)).result?.undone, { removedCount: 0, removedLabelCount: 2 })
    t.same(await labelNames(), ['Sand'])
  })

  t.test('labels that others use since stay, and those that were changed', async t => {
    const { importFile, undo, annotationsOf, edit, labelNames, labelNamed, owner, project } = await scene(t)
    const five = ['Brisinga', 'Gadus', 'Sand', 'Coral', 'Litter'].map((name, at) => ({ id: at + 1, name }))
    const file = coco(
      five.map(({ id }) => ({ category_id: id })),
      five
    )
    const brought = await importFile(file)
    const [mediaId = ''] = project.mediaIds
    const brisinga = await labelNamed('Brisinga')
    const confirmed = (await annotationsOf(mediaId)).find(({ labelId }) => labelId === brisinga.id)
    await edit({ kind: 'revise', annotationId: confirmed?.id, revision: 1, reviewState: 'confirmed' })
    const own = newId()
    const gadus = await labelNamed('Gadus')
    await edit({ kind: 'create', annotationId: own, mediaId, shape: { kind: 'point', x: 9, y: 9 }, labelId: gadus.id })
    await edit({ kind: 'remove', annotationId: own, revision: 1 })
    const sand = await labelNamed('Sand')
    await owner.patch(`/labels/${sand.id}`, { revision: sand.revision, definition: 'fine' })
    const coral = await labelNamed('Coral')
    await owner.post(`/projects/${project.id}/observations`, { labelId: coral.id, eventDate: '2026-06-04' })
    const undone = await undo(brought)
    t.match(undone.result?.undone, { removedCount: 4, keptCount: 1, removedLabelCount: 1, keptLabelCount: 4 })
    t.same((await labelNames()).sort(), ['Brisinga', 'Coral', 'Gadus', 'Sand'], 'an annotation in the bin can be restored with its label')
  })

  t.test('a label that only another import uses stays, until that is undone', async t => {
    const { importFile, undo, labelNames } = await scene(t)
    const first = await importFile(coco([{ category_id: 1 }]))
    const second = await importFile(coco([{ category_id: 1, file: 2 }]))
    t.match([first.result?.newLabelCount, second.result?.newLabelCount], [1, 0])
    t.match((await undo(first)).result?.undone, { removedCount: 1, removedLabelCount: 0, keptLabelCount: 1 })
    t.same(await labelNames(), ['Brisinga'])
    t.match((await undo(second)).result?.undone, { removedCount: 1, removedLabelCount: 0 })
    t.same(await labelNames(), ['Brisinga'], 'the second import did not add it')
  })

  t.test('an import of image facts alone is undone: they return to their values before', async t => {
    const { db, importFile, undo, mediaOf, owner, project } = await scene(t)
    const [a, b = ''] = project.mediaIds
    const clock = {
      depth_in_meters: 12,
      metadata: '{"yaw":"3"}',
      camera_time: '2024-06-02T06:00:00.000',
      time_source: 'unanswered'
    } as const
    await db.updateTable('media').set(clock).where('id', '=', b).execute()
    const before = [await mediaOf(a), await mediaOf(b)]
    const brought = await importFile(ifdo({ 'a.jpg': facts, 'b.jpg': facts }))
    t.match(brought, { isUndoable: true, result: { annotationCount: 0, filledImageCount: 2 } })
    t.match(await mediaOf(b), { eventDate: '2024-06-02T04:29:27.250Z', timeBasis: { source: 'table' }, depthInMeters: 12 })
    const found = (await owner.get(`/projects/${project.id}/media?filter=importedFacts.is.${brought.id}`)).json().items
    t.same(found.map(({ id }: { id: string }) => id).sort(), [a, b].sort(), 'a filter finds these images alone')
    t.match(await undo(brought), {
      state: 'undone',
      result: { undone: { removedCount: 0, removedLabelCount: 0, restoredImageCount: 2, keptImageCount: 0 } }
    })
    for (const [at, id] of [a, b].entries()) t.same(await mediaOf(id), { ...before[at], revision: 3 })
    t.match((await owner.get(`/projects/${project.id}/activity`)).json().items[0], { detail: { count: 0, imageCount: 2 } })
    t.match(await importFile(ifdo({ 'a.jpg': facts })), { result: { filledImageCount: 1 } }, 'and can be imported again')
  })

  t.test('a fact that a person changed since stays; other facts of the image are undone', async t => {
    const { importFile, undo, mediaOf, owner, project } = await scene(t)
    const [a, b, c] = project.mediaIds
    const brought = await importFile(ifdo({ 'a.jpg': facts, 'b.jpg': facts, 'c.jpg': facts }))
    await owner.patch(`/media/${a}`, { revision: 2, depthInMeters: 1900 })
    t.equal((await owner.delete(`/media/${c}`)).statusCode, 204)
    t.match((await undo(brought)).result?.undone, { restoredImageCount: 2, keptImageCount: 1 })
    const none = { eventDate: null, decimalLatitude: null, decimalLongitude: null, altitudeInMeters: null, metadata: {} }
    t.match(await mediaOf(a), { ...none, depthInMeters: 1900 })
    t.same((await mediaOf(a)).metadata, {})
    t.match(await mediaOf(b), { ...none, depthInMeters: null })
  })

  t.test('a fact that a person cleared again is not counted as kept', async t => {
    const { importFile, undo, owner, project } = await scene(t)
    const brought = await importFile(ifdo({ 'a.jpg': facts }))
    await owner.patch(`/media/${project.mediaIds[0]}`, { revision: 2, depthInMeters: null })
    t.match((await undo(brought)).result?.undone, { restoredImageCount: 1, keptImageCount: 0 })
  })

  t.test('the facts of an image that a later import covers stay, until that is undone too', async t => {
    const { importFile, undo, mediaOf, project } = await scene(t)
    const line = '0,a.jpg,7,10,10,40,40,0.9,-1,fish,0.9\n'
    const first = await importFile(line)
    const second = await importFile(line)
    await undo(first)
    t.match((await mediaOf(project.mediaIds[0])).metadata, { frame: '7' }, 'the second import found it there and wrote none')
    t.match((await undo(second)).result?.undone, { removedCount: 1 })
  })

  t.test('a label of more annotations than one batch is deleted, and none of them has it', async t => {
    const { db, importFile, undo, labelNames } = await scene(t)
    const brought = await importFile(coco(Array.from({ length: 1_100 }, () => ({ category_id: 1 }))))
    t.match((await undo(brought)).result?.undone, { removedCount: 1_100, removedLabelCount: 1 })
    t.same(await labelNames(), [])
    t.same(await db.selectFrom('annotation').select('id').where('label_id', 'is not', null).execute(), [])
  })

  t.test('undo also removes frame numbers, without counting them', async t => {
    const { importFile, undo, mediaOf, project } = await scene(t)
    const brought = await importFile('0,a.jpg,7,10,10,40,40,0.9,-1,fish,0.9\n')
    t.match((await mediaOf(project.mediaIds[0])).metadata, { frame: '7' })
    t.match((await undo(brought)).result?.undone, { removedCount: 1, removedLabelCount: 1, restoredImageCount: 0, keptImageCount: 0 })
    t.same((await mediaOf(project.mediaIds[0])).metadata, {})
  })

  t.test('facts of thousands of images are undone', async t => {
    const many = Array.from({ length: 1200 }, (_, at) => ({ fileName: `IMG_${at}.JPG` }))
    const base = await exchangingProject(t, many, { database })
    const brought = await base.importFile(ifdo(Object.fromEntries(many.map(({ fileName }) => [fileName, { 'image-altitude-meters': -5 }]))))
    t.equal(brought.result?.filledImageCount, 1200)
    const undone = await base.settled(await base.owner.post(`/imports/${brought.id}/undo`, { revision: brought.revision }))
    t.match(undone.result?.undone, { restoredImageCount: 1200, keptImageCount: 0 })
    const left = await base.db.selectFrom('media').select('id').where('depth_in_meters', 'is not', null).execute()
    t.equal(left.length, 0)
  })

  t.test('the record of the facts goes with the import', async t => {
    const { db, importFile, owner } = await scene(t)
    const brought = await importFile(ifdo({ 'a.jpg': facts }))
    t.equal((await db.selectFrom('import_fact').select('id').execute()).length, 1)
    await owner.delete(`/imports/${brought.id}`)
    t.same(await db.selectFrom('import_fact').select('id').execute(), [])
  })

  t.test('undoing an import by an earlier version deletes its labels and keeps the facts of images', async t => {
    const { importFile, undo, mediaOf, labelNames, storage, config, project } = await scene(t)
    const brought = await importFile(ifdo({ 'a.jpg': facts }))
    const labelled = await importFile(coco([{ category_id: 1 }]))
    await beforeImportedFacts(storage.db)
    await sql`delete from schema_version where version > 60`.execute(storage.db)
    await migrate(storage, config.dataDir, migrations)
    t.match((await undo(brought)).result?.undone, { restoredImageCount: 0, keptImageCount: 1 })
    t.match(await mediaOf(project.mediaIds[0]), { depthInMeters: 1874.5 })
    t.match((await undo(labelled)).result?.undone, { removedCount: 1, removedLabelCount: 1 })
    t.same(await labelNames(), [])
  })
})
