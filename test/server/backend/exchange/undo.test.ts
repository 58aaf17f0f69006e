import { sql } from 'kysely'
import t from 'tap'
import { localEventBus } from '../../../../server/backend/events/bus.ts'
import { undoImport } from '../../../../server/backend/exchange/imports/undo.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { Import } from '../../../../shared/contracts/exchange.ts'
import type { Label } from '../../../../shared/contracts/taxonomy.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject, type ImageOfTest } from '../../../support/exchanging.ts'

const images: ImageOfTest[] = ['a.jpg', 'b.jpg'].map(fileName => ({ fileName, width: 400, height: 300 }))

/** Detections of a model: two on one image, one on the other. */
const detections = `# 1: Detection or Track-id,2: Video or Image Identifier,3: Unique Frame Identifier,4-7: Img-bbox(TL_x;TL_y;BR_x;BR_y),8: Detection or Length Confidence,9: Target Length (0 or -1 if invalid),10-11+: Repeated Species;Confidence Pairs
0,a.jpg,0,10,10,40,40,0.9,-1,fish,0.9
1,a.jpg,0,60,60,90,90,0.8,-1,fish,0.8
2,b.jpg,1,10,10,40,40,0.7,-1,scallop,0.7
`

const points = `Name,Row,Column,Label code,Annotator
a.jpg,10,20,Coral,Ada
a.jpg,30,40,Sand,Ada
b.jpg,10,20,Coral,Ada
b.jpg,30,40,Sand,Ada
`

await forEachDatabase(t, async (t, database) => {
  async function scene(t: Parameters<typeof exchangingProject>[0]) {
    const base = await exchangingProject(t, images, { database })
    const { db, owner, project } = base
    const undo = ({ id, revision }: Import, by = owner) => by.post(`/imports/${id}/undo`, { revision })
    const coverage = async () =>
      (await db.selectFrom('media_coverage').select(['media_id', 'source_id']).orderBy('media_id').execute()).map(row => row.source_id)
    const marks = async (): Promise<Annotation[]> => (await Promise.all(project.mediaIds.map(id => base.annotationsOf(id)))).flat()
    const labels = async () =>
      (await owner.get(`/projects/${project.id}/labels`)).json<{ items: Label[] }>().items.map(label => [label.name, label.annotationCount])
    const edit = (operation: Record<string, unknown>) =>
      owner.post(`/projects/${project.id}/annotations/operations`, { operations: [{ id: newId(), ...operation }] })
    return { ...base, undo, coverage, marks, labels, edit }
  }

  t.test('undoing an import removes its annotations and coverage, but not edited ones or those of another import', async t => {
    const { importFile, settled, undo, coverage, marks, labels, edit, owner, project, importOf } = await scene(t)
    const kept = await importFile(detections, { fileName: 'first.csv' })
    const wrong = await importFile(detections, { fileName: 'second.csv' })
    t.match(wrong, { state: 'applied', isUndoable: true })
    t.equal(Math.round((Date.parse(wrong.expiresAt) - Date.now()) / 86_400_000), 30, 'its record is kept as long as it can be undone')
    t.equal((await coverage()).length, 4)
    t.same(await labels(), [
      ['fish', 4],
      ['scallop', 2]
    ])
    const own = (await marks()).filter(({ annotator }) => annotator === 'second.csv')
    await edit({ kind: 'revise', annotationId: own[0]?.id, revision: 1, reviewState: 'confirmed' })
    await edit({ kind: 'remove', annotationId: own[1]?.id, revision: 1 })

    const undone = await settled(await undo(wrong))
    t.match(undone, { state: 'undone', isUndoable: false, failure: null, result: { undone: { removedCount: 2, keptCount: 1 } } })
    t.same((await coverage()).sort(), [kept.id, kept.id, wrong.id].sort(), 'the image of the edited one stays covered')
    const left = await marks()
    t.same(left.map(({ annotator }) => annotator).sort(), ['first.csv', 'first.csv', 'first.csv', 'second.csv'])
    t.equal(left.find(({ annotator }) => annotator === 'second.csv')?.reviewState, 'confirmed')
    t.same(await labels(), [
      ['fish', 3],
      ['scallop', 1]
    ])
    t.match((await owner.get(`/projects/${project.id}/activity`)).json().items[0], {
      event: 'annotations.import.undone',
      detail: { count: 2, fileName: 'second.csv' }
    })
    t.match((await undo(undone)).json(), { status: 409, code: 'IMPORT_NOT_UNDOABLE' })
    t.match(await importOf(kept.id), { state: 'applied', isUndoable: true })
  })

  t.test('a file without detections covered its images, until it is undone', async t => {
    const { importFile, settled, undo, coverage, owner, project } = await scene(t)
    const notLookedAt = async () =>
      (await owner.get(`/projects/${project.id}/results/abundance?includeUnreviewed=true`)).json().imagesNotLookedAt
    const nothing = JSON.stringify({ images: [{ id: 1, file_name: 'a.jpg' }], annotations: [], categories: [] })
    const brought = await importFile(nothing)
    t.match([brought.isUndoable, await coverage()], [true, [brought.id]])
    t.equal(await notLookedAt(), 1, 'the file names one of the two images')
    t.match(await settled(await undo(brought)), { state: 'undone', result: { undone: { removedCount: 0, keptCount: 0 } } })
    t.same(await coverage(), [])
    t.equal(await notLookedAt(), 2)
  })

  t.test('sample points are removed image by image: where a person labelled one, all of them stay', async t => {
    const { importFile, settled, undo, owner, project, marks, edit } = await scene(t)
    const brought = await importFile(points)
    const [first] = await marks()
    await edit({ kind: 'revise', annotationId: first?.id, revision: 1, reviewState: 'confirmed' })
    t.match(await settled(await undo(brought)), { state: 'undone', result: { undone: { removedCount: 2, keptCount: 2 } } })
    const samples = await Promise.all(
      project.mediaIds.map(async id =>
        (await owner.get(`/media/${id}/samples`)).json().samples.map((each: { points: [] }) => each.points.length)
      )
    )
    t.same(samples, [[2], []])
    const again = await importFile(points)
    t.match(again, { result: { annotationCount: 2, vanishedCount: 0 } }, 'the image without points accepts them again')
  })

  t.test('a sample is removed in one step: labelling between two steps leaves no partial sample', async t => {
    const { db, importFile, edit, annotationsOf, owner, project } = await scene(t)
    // PostgreSQL has counted the rows of these tables for the last time when they were empty.
    const counted = (pages: number, rows: number) =>
      sql`update pg_class set relpages = ${pages}, reltuples = ${rows} where relname in ('annotation', 'sample', 'sample_point')`.execute(
        db
      )
    if (database === 'postgres') await counted(20, 0)
    const grid = Array.from({ length: 600 }, (_, at) => `a.jpg,${1 + Math.floor(at / 30)},${1 + (at % 30)},Sand,Ada`)
    const brought = await importFile(`Name,Row,Column,Label code,Annotator\n${grid.join('\n')}\n`)
    await db.updateTable('import_session').set({ state: 'undoing' }).execute()
    const [mediaId = ''] = project.mediaIds
    let steps = 0
    await undoImport({ db, events: localEventBus() })({
      payload: { importId: brought.id, accountId: owner.id },
      signal: new AbortController().signal,
      lastTry: false,
      attempt: 1,
      hold: async () => {},
      progress: async () => {
        steps += 1
        if (steps !== 2) return
        const [point] = await annotationsOf(mediaId)
        if (point) await edit({ kind: 'revise', annotationId: point.id, revision: 1, reviewState: 'confirmed' })
      }
    })
    t.ok(steps >= 2)
    t.same([(await annotationsOf(mediaId)).length, (await owner.get(`/media/${mediaId}/samples`)).json().samples], [0, []])
    if (database === 'postgres') await counted(0, -1) // as in a new database
  })

  t.test('an undo continues after a kill or a cancellation', async t => {
    const { db, importFile, settled, undo, marks, coverage } = await scene(t)
    const rows = Array.from({ length: 1200 }, (_, at) => `${at},a.jpg,0,${at % 300},10,${(at % 300) + 30},40,0.9,-1,fish,0.9`)
    const brought = await importFile(rows.join('\n'))
    const some = await db.selectFrom('annotation').select('id').orderBy('id').limit(600).execute()
    await db
      .updateTable('annotation')
      .set({ removed_at: '2026-01-01T00:00:00.000Z', revision: 2, operation_kind: 'remove' })
      .where(
        'id',
        'in',
        some.map(({ id }) => id)
      )
      .execute()
    t.match(await settled(await undo(brought)), { state: 'undone', result: { undone: { removedCount: 1200, keptCount: 0 } } })
    t.same(await marks(), [])
    t.same(await coverage(), [])
  })

  t.test('viewers, a stale page, and an import with nothing to undo are refused', async t => {
    const { db, preview, importFile, undo, owner, project, signUp } = await scene(t)
    const ready = await preview(detections)
    t.match((await undo(ready)).json(), { status: 409, code: 'IMPORT_NOT_UNDOABLE' })
    const brought = await importFile(detections)
    const viewer = await signUp()
    t.equal((await undo(brought, viewer)).statusCode, 404)
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await undo(brought, viewer)).statusCode, 403)
    t.match((await undo({ ...brought, revision: brought.revision - 1 })).json(), { status: 409, code: 'STALE_REVISION' })
    await db.updateTable('import_session').set({ first_annotation_id: null, last_annotation_id: null, applied_at: null }).execute()
    t.match(
      (await undo(brought)).json(),
      { status: 409, code: 'IMPORT_NOT_UNDOABLE' },
      'imported by a version that did not record the annotations of an import'
    )
  })
})
