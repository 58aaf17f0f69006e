import t from 'tap'
import { shownPlaces } from '../../../../server/backend/generalisations/shown-places.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { Grid } from '../../../../shared/contracts/generalisations.ts'
import { stricterGrid } from '../../../../shared/geometry/place-grid.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { type DatabaseKind, forEachDatabase } from '../../../support/backend.ts'
import { countingRows } from '../../../support/counting-rows.ts'

const at = '2026-06-04T07:12:00.000Z'
const editor = { role: 'editor', isBlind: false } as const

/** Creates a project with sites, and with rules from which owners are exempt: 0.1° for corals, 1° for Madrepora. */
async function ruledProject(t: Parameters<typeof annotatingProject>[0], database: DatabaseKind, siteCount: number) {
  const scene = await annotatingProject(t, { database, images: 4 })
  const { owner, project, addLabel } = scene
  const { db } = scene.storage
  const coral = await addLabel('Lophelia pertusa')
  const child = await addLabel('Pink morph', coral.id)
  const madrepora = await addLabel('Madrepora')
  const fish = await addLabel('Gadus')
  for (const [labelId, grid] of [
    [coral.id, '0.1'],
    [madrepora.id, '1']
  ])
    await owner.post(`/projects/${project.id}/generalisations`, { labelId, grid, fromRole: 'owner' })
  const siteIds: string[] = []
  for (let site = 0; site < siteCount; site++)
    siteIds.push((await owner.post(`/projects/${project.id}/sites`, { name: `Site ${site}` })).json().id)

  async function addRecord(title: string, fields: object): Promise<string> {
    const scraperJobId = newId()
    const recordId = newId()
    await db
      .insertInto('scraper_job')
      .values({
        ...{ id: scraperJobId, project_id: project.id, name: 'Corals', source: 'obis.occurrences', query: '{}', limits: '{}' },
        ...{ created_at: at, modified_at: at, revision: 1 }
      })
      .execute()
    await db
      .insertInto('scraped_record')
      .values({
        ...{
          id: recordId,
          scraper_job_id: scraperJobId,
          project_id: project.id,
          data_type: 'occurrence',
          identity: 'a',
          hash: 'a',
          version: 1
        },
        ...{
          state: 'waiting',
          first_run_id: 'run',
          last_run_id: 'run',
          flags: 0,
          source_flags: '[]',
          title,
          title_key: title.toLowerCase()
        }
      })
      .execute()
    const fieldsOfRecord = JSON.stringify({ ...fields, basisOfRecord: 'HumanObservation' })
    await db
      .insertInto('scraped_version')
      .values({ record_id: recordId, number: 1, run_id: 'run', at, fields: fieldsOfRecord, raw: Buffer.from('{}') })
      .execute()
    return recordId
  }

  async function addObservation(facts: Facts): Promise<string> {
    const { labelId, name, siteId, recordId, isRemoved } = facts
    const id = recordId ?? newId()
    await db
      .insertInto('observation')
      .values({
        ...{ id, project_id: project.id, label_id: labelId, verbatim_identification: name, site_id: siteId, record_id: recordId },
        ...{
          occurrence_status: 'present',
          basis_of_record: 'HumanObservation',
          created_at: at,
          modified_at: at,
          change_kind: 'created' as const
        },
        ...{ revision: 1, removed_at: isRemoved ? at : null }
      })
      .execute()
    return id
  }

  return {
    ...scene,
    db,
    siteIds,
    addRecord,
    addObservation,
    labels: { coral: coral.id, child: child.id, madrepora: madrepora.id, fish: fish.id }
  }
}

interface Facts {
  labelId: string | null
  name: string | null
  siteId: string | null
  recordId: string | null
  isRemoved: boolean
}

await forEachDatabase(t, (t, database) => {
  t.test('a part of a project has the grids of the whole, whatever names, labels and images are at its sites', async t => {
    const { owner, project, db, siteIds, labels, mediaIds, edit, creation, addRecord, addObservation } = await ruledProject(t, database, 9)
    const [first, second, third, unassigned] = mediaIds as [string, string, string, string]
    for (const [mediaId, siteId] of [
      [first, siteIds[7]],
      [second, siteIds[8]],
      [third, siteIds[0]]
    ])
      await owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: [mediaId], siteId })
    await edit([creation({ mediaId: first, labelId: labels.child }), creation({ mediaId: second, labelId: labels.fish })])
    await edit([creation({ mediaId: unassigned, labelId: labels.madrepora })])

    const labelGrids = new Map<string | null, Grid>([
      [labels.coral, '0.1'],
      [labels.child, '0.1'],
      [labels.madrepora, '1']
    ])
    const nameGrids = new Map<string | null, Grid>([
      ['LOPHELIA  pertusa', '0.1'],
      ['madrepora', '1']
    ])
    const choices = {
      labelId: [null, null, labels.coral, labels.child, labels.fish, labels.madrepora, null],
      name: [null, 'Gadus morhua', 'LOPHELIA  pertusa', 'madrepora', 'Lophelia'],
      siteId: [null, ...siteIds.slice(0, 7)]
    }
    // Each site is sensitive for another reason, or for none.
    const expected = new Map<string, Grid | null>()
    const siteGrids = new Map<string, Grid | null>([[siteIds[7] ?? '', '0.1']])
    const made: { id: string; facts: Facts; own: Grid | null }[] = []
    for (let each = 0; each < 60; each++) {
      const siteId = choices.siteId[each % 8] ?? null
      const isCalm = [1, 4].includes(each % 8)
      const labelId = isCalm ? labels.fish : (choices.labelId[each % 7] ?? null)
      const name = isCalm ? 'Gadus morhua' : (choices.name[each % 5] ?? null)
      const isFromOutside = !isCalm && each % 6 === 5
      const family = each % 4 === 1 ? 'Madrepora' : 'Gadidae'
      const recordId = isFromOutside ? await addRecord('Gadus morhua', { family }) : null
      const facts: Facts = { labelId, name, siteId, recordId, isRemoved: each % 9 === 8 }
      const ofFields: Grid | null = isFromOutside && family === 'Madrepora' ? '1' : null
      const own = [labelGrids.get(labelId), nameGrids.get(name), ofFields].reduce<Grid | null>(
        (grid, one) => stricterGrid(grid, one ?? null),
        null
      )
      made.push({ id: await addObservation(facts), facts, own })
      if (siteId !== null && !facts.isRemoved) siteGrids.set(siteId, stricterGrid(siteGrids.get(siteId) ?? null, own))
    }
    for (const { id, facts, own } of made) expected.set(id, stricterGrid(own, siteGrids.get(facts.siteId ?? '') ?? null))
    t.equal(new Set(expected.values()).size, 3)

    const shown = () => shownPlaces(db, project.id, editor)
    const ids = made.map(({ id }) => id)
    const ofSites = await (await shown()).ofSites()
    t.same(
      siteIds.map(ofSites),
      siteIds.map(id => siteGrids.get(id) ?? null),
      'sites'
    )
    const [ofMany, ofAll] = [await (await shown()).ofObservations(ids), await (await shown()).ofAllObservations()]
    t.same(
      ids.map(ofMany),
      ids.map(id => expected.get(id)),
      'many observations'
    )
    for (const { id, facts } of made) {
      t.equal((await (await shown()).ofObservations([id]))(id), expected.get(id), 'one observation')
      if (!facts.isRemoved) t.equal(ofAll(id), expected.get(id), 'all observations')
      if (facts.recordId) t.equal((await (await shown()).ofRecords([facts.recordId]))(id), expected.get(id), 'one record')
    }
    const placed = [first, second, third, unassigned].map((id, place) => ({
      id,
      siteId: [siteIds[7], siteIds[8], siteIds[0], null][place] ?? null
    }))
    const ofAllMedia = await (await shown()).ofAllMedia()
    for (const each of placed) t.equal((await (await shown()).ofMedia([each]))(each), ofAllMedia(each), 'one image')
    t.same(placed.map(ofAllMedia), ['0.1', null, siteGrids.get(siteIds[0] ?? '') ?? null, '1'])
  })

  t.test('the grids of a page are found without reading the observations of other sites', async t => {
    const { project, db, siteIds, addRecord, addObservation } = await ruledProject(t, database, 2)
    const [here = '', elsewhere = ''] = siteIds
    const facts = { labelId: null, recordId: null, isRemoved: false }
    const ids = [
      await addObservation({ ...facts, name: 'Gadus', siteId: here }),
      await addObservation({ ...facts, name: 'Lophelia pertusa', siteId: here })
    ]
    for (let each = 0; each < 100; each++) await addObservation({ ...facts, name: `Gadus ${each}`, siteId: elsewhere })
    const recordId = await addRecord('Lophelia pertusa', {})
    const { counted, rows } = countingRows(db)
    const shown = await shownPlaces(counted, project.id, editor)
    const [ofObservation, ofRecord] = [await shown.ofObservations(ids), await shown.ofRecords([recordId])]
    t.same([...ids.map(ofObservation), ofRecord(recordId)], ['0.1', '0.1', '0.1'])
    t.ok(rows() < 50, `${rows()} rows`)
  })
})
