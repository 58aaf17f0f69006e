import t, { type Test } from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Attributes } from '../../../../shared/contracts/annotations.ts'
import { type DatabaseKind, forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { addFields, ownFields, ownValues } from '../../../support/own-fields.ts'
import { describe } from '../../../support/published.ts'
import { sheetOf } from '../../../support/workbooks.ts'
import { unzipped, zipOf } from '../../../support/zips.ts'

const options = { license: 'CC-BY-4.0', organizationName: 'Example Institute' } as const
const values: Attributes = {
  Colonies: 12,
  'Disc width': 1e-7,
  'Größe & <Form>': 'round\tand flat',
  '(est) note': 'so, so',
  occluded: true,
  constructor: false,
  Quality: '1'
}

/** A placed image with annotations of one taxon that have the given attributes. */
async function scene(t: Test, database: DatabaseKind, each: Attributes[]) {
  const base = await exchangingProject(t, [{ fileName: 'a.jpg' }], { database })
  const { owner, project, db } = base
  await db.updateTable('account').set({ name: 'Ana Owner' }).where('id', '=', owner.id).execute()
  await describe(owner, project.id)
  const place = { event_date: '2024-06-02T04:29:27.000Z', decimal_latitude: 40.05, decimal_longitude: -30.25, depth_in_meters: 18 }
  await db.updateTable('media').set(place).where('project_id', '=', project.id).execute()
  const taxon = { scientificName: 'Brisinga', taxonRank: 'genus', scientificNameID: 'urn:lsid:marinespecies.org:taxname:123210' }
  const labelId = (await owner.post(`/projects/${project.id}/labels`, { name: 'Brisinga', ...taxon })).json().id
  const ids = each.map(() => newId())
  const shape = { kind: 'box', x: 10, y: 10, width: 20, height: 20 }
  const operations = each.map((attributes, at) => ({
    ...{ id: newId(), kind: 'create', annotationId: ids[at], mediaId: project.mediaIds[0], labelId, attributes, shape }
  }))
  const answer = await owner.post(`/projects/${project.id}/annotations/operations`, { operations })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { ...base, ids }
}

/** Measurements of an archive, keyed by the names of their columns. */
async function measurementsOf(archive: Buffer): Promise<Record<string, string>[]> {
  const text = (await unzipped(archive)).get('extendedmeasurementorfact.txt') ?? ''
  const [header = '', ...lines] = text.split('\n')
  return lines.filter(Boolean).map(line => Object.fromEntries(line.split('\t').map((cell, at) => [header.split('\t')[at] ?? '?', cell])))
}

await forEachDatabase(t, (t, database) => {
  t.test('values of custom fields are measurements or facts of their occurrence, the same in every export', async t => {
    const { owner, project, ids, exported } = await scene(t, database, [values, {}])
    await addFields(owner, project.id, [...ownFields, { name: 'sex', type: 'text' }])
    const out = await exported('dwca', options)
    t.match(out, { state: 'ready', annotationCount: 2, losses: [] }, out.failure ?? '')
    const rows = await measurementsOf(out.content)
    const occurrence = `urn:uuid:${ids[0]}`
    t.same(
      rows.map(row => [row.measurementType, row.measurementValue, row.measurementUnit, row.measurementUnitID]),
      [
        ['Colonies', '12', '', ''],
        ['Disc width', '0.0000001', 'mm', 'http://vocab.nerc.ac.uk/collection/P06/current/UXMM/'],
        ['Größe & <Form>', 'round and flat', '', ''],
        ['(est) note', 'so, so', '', ''],
        ['occluded', 'true', '', ''],
        ['constructor', 'false', '', ''],
        ['Quality', '1', '', '']
      ]
    )
    for (const row of rows)
      t.match(row, { eventID: `urn:uuid:${project.mediaIds[0]}`, occurrenceID: occurrence, measurementTypeID: '', measurementValueID: '' })
    t.equal(rows[1]?.measurementID, `${occurrence}:attribute:Disc%20width`)
    t.equal(new Set(rows.map(row => row.measurementID)).size, ownFields.length)
    t.same(await measurementsOf((await exported('dwca', options)).content), rows)
    t.same(
      out.faults.map(({ severity, column, count, records }) => [severity, column, count, records.map(({ name }) => name)]),
      [['warning', 'measurementTypeID', ownFields.length, ownFields.map(({ name }) => name)]],
      'each field without a term in a vocabulary is reported once'
    )
  })

  t.test('an archive imports values of custom fields, lengths and remarks again', async t => {
    const first = { ...values, lengthInMeters: 0.25, individualCount: 3, remarks: 'torn' }
    const { owner, project, db, exported, preview, apply, annotationsOf } = await scene(t, database, [first, {}, { occluded: false }])
    await addFields(owner, project.id, ownFields)
    const out = await exported('dwca', options)
    await db.deleteFrom('annotation').execute()
    const checked = await preview(out.content)
    t.match(checked, { state: 'ready', preview: { annotationCount: 3, findingCount: 0 } }, checked.failure ?? '')
    t.equal((await apply(checked)).state, 'applied')
    const back = (await annotationsOf(project.mediaIds[0] ?? '')).map(({ attributes }) => attributes)
    const plain = { ...values, 'Größe & <Form>': 'round and flat' }
    const expected: Attributes[] = [plain, {}, { occluded: false }]
    t.same(back.map(ownValues), expected.map(ownValues))
    t.match(back[0], { lengthInMeters: 0.25, individualCount: 3, remarks: 'torn' })
  })

  t.test('measurements of other kinds, and in another order, are reported as left out', async t => {
    const { owner, project, exported, preview } = await scene(t, database, [{ Colonies: 1 }, { Colonies: 2 }])
    await addFields(owner, project.id, ownFields)
    const files = await unzipped((await exported('dwca', options)).content)
    const [header = '', one = '', two = ''] = (files.get('extendedmeasurementorfact.txt') ?? '').split('\n')
    const other = one.replace(':attribute:Colonies', ':x')
    const findings = async (...lines: string[]) => {
      const content = await zipOf({ ...Object.fromEntries(files), 'extendedmeasurementorfact.txt': [header, ...lines, ''].join('\n') })
      return (await preview(content)).preview?.findings.map(({ row, message }) => [row, message])
    }
    t.same(await findings(other, one, other, two), [[null, '2 measurements are of a kind that annotations cannot hold']])
    t.same(await findings(two, one), [
      [3, 'Measurements from this row on were left out: its occurrence is missing, or they are not in the order of the occurrences']
    ])
  })

  t.test('values that do not fit cause a warning with their annotation; those of custom fields are exported unchanged', async t => {
    const odd = {
      Colonies: '3 or 4',
      Quality: 'poor',
      individualCount: 'many',
      lengthInMeters: '0.2',
      sex: 'Female',
      noted: 'x',
      track: '7'
    }
    const { owner, project, ids, exported } = await scene(t, database, [odd])
    await addFields(owner, project.id, [...ownFields, { name: 'sex', type: 'choice', choices: ['female', 'male'] }])
    const out = await exported('dwca', options)
    t.match(out, { state: 'ready', errorCount: 0, warningCount: 7 })
    t.same(
      (await measurementsOf(out.content)).map(row => [row.measurementType, row.measurementValue]),
      [
        ['Colonies', '3 or 4'],
        ['Quality', 'poor']
      ]
    )
    t.same(
      out.faults
        .filter(({ records }) => records.some(({ annotationId }) => annotationId === ids[0]))
        .map(({ column, message }) => [column, message])
        .sort(),
      [
        ['individualCount', 'The attribute “individualCount” must be a whole number of at least 0, not “many”: it was left out'],
        ['measurementValue', 'The attribute “Colonies” must be a whole number from 0 to 400, not “3 or 4”: it is written unchanged'],
        ['measurementValue', 'The attribute “Quality” must be one of 1, so "good", weder, noch, not “poor”: it is written unchanged'],
        ['measurementValue', 'The attribute “lengthInMeters” must be a number of at least 0, not “0.2”: it was left out'],
        ['sex', 'The attribute “sex” must be one of female, male, not “Female”: it is written unchanged']
      ]
    )
    t.same(out.losses, [{ message: 'An attribute without a field was left out: add the field in the project settings', count: 1 }])
  })

  t.test('each field is a column of the table of annotations, as CSV and as a workbook', async t => {
    const { owner, project, exported } = await scene(t, database, [{ ...values, lengthInMeters: 0.5 }, {}])
    await addFields(owner, project.id, [...ownFields, { name: 'lengthInMeters', type: 'number' }])
    const names = [...ownFields.map(({ name }) => name), 'attributes.lengthInMeters']
    const [header = '', first = '', second = ''] = (await exported('csv')).content.toString().split('\n')
    t.same(header.split(',').slice(-8), names)
    t.match(first, /,12,1e-7,round\tand flat,"so, so",true,false,1,0\.5$/)
    t.match(second, /,,,,,,,,$/)
    const [columns, row] = await sheetOf((await exported('csv', { fileType: 'xlsx' })).content)
    t.same(columns?.slice(-8), names)
    t.same(row?.slice(-8), [12, 1e-7, 'round\tand flat', 'so, so', true, false, '1', 0.5])
  })
})
