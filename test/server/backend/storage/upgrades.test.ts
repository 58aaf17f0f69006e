import { sql } from 'kysely'
import t from 'tap'
import { migrate, schemaVersion } from '../../../../server/backend/storage/migrate.ts'
import { insertAnnotationRows } from '../../../support/annotation-rows.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'

await forEachDatabase(t, (t, database) => {
  t.test('an upgrade knows what machines covered, and puts scales of turned images right', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const project = await owner.makeProject({ title: 'Reef' })
    const [upright = '', turned = '', bare = ''] = await insertMediaRows(db, { projectId: project.id, accountId: owner.id, count: 3 })
    await db.updateTable('media').set({ width: 4000, height: 3000 }).where('id', '=', upright).execute()
    await db.updateTable('media').set({ width: 3000, height: 4000 }).where('id', 'in', [turned, bare]).execute()
    const beyond = { kind: 'box', x: -50, y: 0, width: 100, height: 100 }
    const square = (x: number, side: number) => [
      [x, x],
      [x + side, x],
      [x + side, x + side],
      [x, x + side]
    ]
    const holed = { kind: 'polygon', points: square(0, 100), holes: [square(10, 30), square(20, 30)] }
    await insertAnnotationRows(db, [
      { id: 'by-machine', project_id: project.id, media_id: turned, source: 'machine' },
      { id: 'by-person', project_id: project.id, media_id: upright, source: 'human' },
      { id: 'beyond', project_id: project.id, media_id: upright, shape_kind: 'box', shape: JSON.stringify(beyond), area: 10_000 },
      { id: 'holed', project_id: project.id, media_id: upright, shape_kind: 'polygon', shape: JSON.stringify(holed), area: 8200 }
    ])
    const scale = async (media_id: string, basis: object, meters_per_pixel: number) => {
      const row = {
        media_id,
        basis: JSON.stringify(basis),
        meters_per_pixel,
        formula_version: 1,
        set_at: '2026-01-01T00:00:00.000Z',
        revision: 1
      }
      await db.insertInto('media_scale').values(row).execute()
    }
    // 3 m above the bottom, a sensor of 36 mm, 36 mm focal length: 3 m along the longer side, 3 × 2.25 = 6.75 m²
    const lens = { method: 'lens', altitudeInMeters: 3, sensorWidthInMillimeters: 36, focalLengthInMillimeters: 36, isFlatPort: false }
    await scale(upright, lens, 3 / 4000)
    await scale(turned, lens, 3 / 3000) // 3 × 4 = 12 m²
    await scale(bare, { method: 'altitude', altitudeInMeters: 3, horizontalAngleInDegrees: 50, isFlatPort: false }, 0.001)

    // as version 16 left it
    await sql`drop table media_coverage`.execute(db)
    await sql`alter table media_scale drop column corrected_from`.execute(db)
    await sql`delete from schema_version where version > 16`.execute(db)
    t.same(await migrate(storage, config.dataDir), { from: 16, to: schemaVersion })

    t.match(await db.selectFrom('media_coverage').selectAll().execute(), [{ media_id: turned }])
    const areas = await db.selectFrom('annotation').select(['id', 'area']).where('shape_kind', '<>', 'point').orderBy('id').execute()
    // 900 + 900 px², of which both take 400, out of 10,000
    t.same(areas, [
      { id: 'beyond', area: 5000 },
      { id: 'holed', area: 8600 }
    ])
    const scaleOf = async (id: string) => (await owner.get(`/media/${id}/scale`)).json()
    const { areaInSquareMeters, ...corrected } = await scaleOf(turned)
    t.match(corrected, { correctedFrom: 0.001, formulaVersion: 2, revision: 2, metersPerPixel: 0.00075 })
    t.equal(Number(areaInSquareMeters.toFixed(9)), 6.75)
    t.match(await scaleOf(upright), { correctedFrom: null, formulaVersion: 1, revision: 1, metersPerPixel: 0.00075 })
    t.match(await scaleOf(bare), { correctedFrom: null, metersPerPixel: 0.001 })
    const { notices } = (await owner.get('/notices')).json<{ notices: { text: string }[] }>()
    t.ok(
      notices.some(({ text }) => text === 'An upgrade put the scale of turned images of “Reef” right: areas were too large (1)'),
      'its people hear of it'
    )
  })
})
