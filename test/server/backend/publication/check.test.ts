// About: server/backend/exchange/exports, server/backend/exchange/formats/darwin-core/checks.ts
import t, { type Test } from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import { type DatabaseKind, forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { describe } from '../../../support/published.ts'
import { unzipped } from '../../../support/zips.ts'

type Row = Record<string, string>

const lsid = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`
const place = { event_date: '2024-06-02T04:29:27.000Z', decimal_latitude: 40.05, decimal_longitude: -30.25, depth_in_meters: 1874.5 }
const shape = { kind: 'box', x: 10, y: 10, width: 20, height: 20 }
const all = { include: 'all', leastConfidence: 0 } as const

/** A described project with one placed image, whose owner has a name, and labels from a kingdom down. */
async function scene(t: Test, database: DatabaseKind) {
  const base = await exchangingProject(t, [{ fileName: 'IMG_1.JPG' }], { database })
  const { owner, project, db } = base
  const mediaId = project.mediaIds[0] ?? ''
  await db.updateTable('account').set({ name: 'Ana Owner' }).where('id', '=', owner.id).execute()
  await db.updateTable('media').set(place).where('project_id', '=', project.id).execute()
  await describe(owner, project.id)
  const post = async (path: string, body: object) => {
    const answer = await owner.post(`/projects/${project.id}/${path}`, body)
    if (answer.statusCode >= 300) throw new Error(answer.body)
    return answer.json()
  }
  const label = async (draft: object): Promise<string> => (await post('labels', draft)).id
  const animalia = await label({ name: 'Animalia', scientificName: 'Animalia', taxonRank: 'kingdom', scientificNameID: lsid(2) })
  const brisinga = await label({
    ...{ name: 'Brisinga', parentId: animalia, scientificName: 'Brisinga', taxonRank: 'genus', scientificNameID: lsid(123210) }
  })
  const mark = async (labelId: string, attributes: object = {}): Promise<string> => {
    const annotationId = newId()
    await post('annotations/operations', {
      operations: [{ id: newId(), kind: 'create', annotationId, mediaId, labelId, attributes, shape }]
    })
    return annotationId
  }
  const byMachine = (id: string, annotator: string, confidence: number | null) =>
    db.updateTable('annotation').set({ source: 'machine', annotator, confidence }).where('id', '=', id).execute()
  const archive = async (options: object = {}) => {
    const out = await base.exported('dwca', options)
    if (out.state !== 'ready') throw new Error(out.failure ?? out.state)
    const files = await unzipped(out.content)
    return { ...out, occurrences: tableOf(files, 'occurrence.txt'), measurements: tableOf(files, 'extendedmeasurementorfact.txt') }
  }
  return { ...base, mediaId, post, label, animalia, brisinga, mark, byMachine, archive }
}

function tableOf(files: Map<string, string>, file: string): Row[] {
  const [header = '', ...lines] = (files.get(file) ?? '').split('\n')
  const columns = header.split('\t')
  return lines.filter(line => line !== '').map(line => Object.fromEntries(line.split('\t').map((cell, at) => [columns[at] ?? '?', cell])))
}

await forEachDatabase(t, (t, database) => {
  t.test('every warning of a check can be fixed at its link, until none is left', async t => {
    const { owner, project, post, label, animalia, brisinga, mark, byMachine, archive } = await scene(t, database)
    const described = { annotator: 'ExampleNet', name: 'ExampleNet', version: '1.2', address: 'https://doi.org/10.5072/net', sha256: null }
    await describe(owner, project.id, { models: [described] })
    const porifera = await label({ name: 'Porifera', parentId: animalia, scientificName: 'Porifera', taxonRank: 'phylum' })
    const white = await label({ name: 'white sponge 3', parentId: porifera })
    const width = await post('attribute-fields', { name: 'Disc width', type: 'number', unit: 'mm' })
    const proposed = await mark(brisinga)
    await byMachine(proposed, 'ExampleNet', 0.87)
    await mark(white, { 'Disc width': 12 })

    const before = await archive(all)
    t.same(
      before.faults.map(({ column, records }) => [column, records[0]?.path]),
      [
        ['scientificNameID', `/projects/${project.id}/catalog?label=${porifera}`],
        ['measurementTypeID', `/projects/${project.id}/settings#attributes`]
      ],
      'the confidence of a model has no term, which nobody can fix'
    )
    const coverage = (await owner.get(`/projects/${project.id}/publication/coverage`)).json()
    t.match(coverage.taxa, [{ labelId: white, taxonLabelId: porifera, isMatched: false }])

    const { revision } = (await owner.get(`/labels/${porifera}`)).json()
    t.equal((await owner.patch(`/labels/${porifera}`, { revision, scientificNameID: lsid(558) })).statusCode, 200)
    const term = 'http://vocab.nerc.ac.uk/collection/P01/current/OBSINDDX/'
    const field = await owner.patch(`/attribute-fields/${width.id}`, { revision: 1, measurementTypeID: term })
    t.match(field.json(), { measurementTypeID: term, unit: 'mm', revision: 2 })
    const after = await archive(all)
    t.match(after, { warningCount: 0, faults: [] })
    t.match(
      after.measurements.map(row => [row.measurementType, row.measurementTypeID, row.measurementValue]),
      [
        ['confidence of the identification by a model, 0 to 1', '', '0.87'],
        ['Disc width', term, '12']
      ]
    )
  })
  t.test('people without a name, kingdoms and the uncertainty of positions are requested with a link to their form', async t => {
    const base = await scene(t, database)
    const { owner, project, db, label, brisinga, mark, archive, signUp, mediaId } = base
    const page = `/projects/${project.id}`
    const bo = await signUp('bo@lab.example')
    await owner.post(`${page}/members`, { email: bo.email, role: 'editor' })
    const nowhere = await label({ name: 'Gadus', scientificName: 'Gadus', taxonRank: 'genus' })
    const ofBo = await mark(nowhere)
    await db.updateTable('annotation').set({ created_by: bo.id }).where('id', '=', ofBo).execute()
    await mark(brisinga)
    await db.updateTable('account').set({ name: null }).where('id', '=', owner.id).execute()
    const ada = { givenName: 'Ada', surName: 'Example', organizationName: 'Institute', email: 'ada@example.org', orcid: null }
    const creator = { ...ada, role: 'creator', tookImages: true } as const
    const byMail = { ...creator, givenName: null, surName: 'cy@lab.example', email: null, role: 'processor' } as const
    await describe(owner, project.id, { coordinateUncertaintyInMeters: null, people: [creator, byMail] })

    const before = await archive()
    t.same(
      before.faults.map(({ column, message, records }) => [column, message.split(' ')[0], records[0]?.path]),
      [
        ['scientificNameID', 'The', `${page}/catalog?label=${nowhere}`],
        ['kingdom', 'The', `${page}/catalog?label=${nowhere}`],
        ['identifiedBy', 'bo@lab.example', `${page}/publication#people`],
        ['identifiedBy', 'ana@lab.example', '/profile'],
        ['coordinateUncertaintyInMeters', 'The', `${page}/publication#coordinateUncertaintyInMeters`],
        ['recordedBy', 'The', `${page}/publication#people`]
      ]
    )
    t.same(
      before.occurrences.map(({ identifiedBy, recordedBy }) => [identifiedBy, recordedBy]),
      [bo, owner].map(({ id }) => [`unnamed member ${id.slice(-6)}`, 'Ada Example'])
    )
    const coverage = (await owner.get(`${page}/publication/coverage`)).json()
    t.match(coverage.lacking, { position: { count: 0 }, uncertainty: { count: 1, firstMediaId: mediaId } })

    for (const format of ['coco', 'biigle', 'csv', 'ifdo', 'geojson', 'viame'] as const) {
      const options = format === 'ifdo' ? { platform: 'p', sensor: 's', coordinateUncertaintyInMeters: 5 } : {}
      const { state, failure, content } = await base.exported(format, options)
      t.equal(state, 'ready', failure ?? format)
      t.notMatch(content.toString(), /@lab\.example/, `${format} shows no address`)
    }
    const { content: coco } = await base.exported('coco')
    t.match((await base.preview(coco)).preview, { people: [{ accountId: bo.id }, { accountId: owner.id }] }, 'they are found again')

    const named = { ...ada, givenName: 'Bo', surName: 'Other', email: 'BO@lab.example', role: 'processor', tookImages: false } as const
    await describe(owner, project.id, { people: [creator, named] })
    await db.updateTable('account').set({ name: 'Ana Owner' }).where('id', '=', owner.id).execute()
    await db.updateTable('annotation').set({ label_id: brisinga }).where('id', '=', ofBo).execute()
    const after = await archive()
    t.match(after, { warningCount: 0, faults: [] })
    t.same(
      after.occurrences.map(({ identifiedBy }) => identifiedBy),
      ['Bo Other', 'Ana Owner']
    )
  })
  t.test('a file name is not used as a model name, and files of one name are distinguished', async t => {
    const { owner, project, brisinga, mark, archive, preview, apply, map } = await scene(t, database)
    await mark(brisinga)
    const detections = (x: number) =>
      JSON.stringify({
        images: [{ id: 1, file_name: 'IMG_1.JPG' }],
        categories: [{ id: 1, name: 'Brisinga' }],
        annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [x, 10, 20, 20], score: 0.87 }]
      })
    const bring = async (fileName: string, at: number, name?: string) => {
      const checked = await preview(detections(at), { fileName })
      const given = name === undefined ? checked : await map(checked, { unnamed: { source: 'machine', name } })
      const { state, failure } = await apply(given)
      t.equal(state, 'applied', failure ?? '')
      return checked.preview?.unnamed.name
    }
    const together = [await preview(detections(5), { fileName: 'late.json' }), await preview(detections(6), { fileName: 'late.json' })]
    const proposed = [
      ...[await bring('dets.json.gz', 10), await bring('detections', 30), await bring('yolo.json', 50), await bring('yolo.json', 70)],
      ...[await bring('yolo.json', 90, 'YOLO | 9'), await bring('yolo.json', 110, 'yolo.json')]
    ]
    t.same(proposed, ['dets.json.gz', 'detections', 'yolo.json', 'yolo.json (2)', 'yolo.json (3)', 'yolo.json (3)'])
    for (const one of together) await apply(one)
    const v8 = { annotator: 'yolo.json', name: 'YOLO', version: 'v8', address: 'https://doi.org/10.5072/yolo', sha256: null }
    await describe(owner, project.id, { models: [v8, { ...v8, annotator: 'yolo.json (2)', version: 'v9' }] })
    const { occurrences, faults } = await archive(all)
    t.same(
      occurrences.slice(1).map(({ identifiedBy }) => identifiedBy),
      ['', '', 'YOLO v8', 'YOLO v9', 'YOLO / 9', 'YOLO v8', '', '']
    )
    t.same(
      occurrences.slice(1, 3).map(({ identificationReferences }) => identificationReferences),
      ['', '']
    )
    t.same(
      faults.flatMap(({ column, message }) => (column === 'identificationReferences' ? [/“(.*)”/.exec(message)?.[1]] : [])),
      ['dets.json.gz', 'detections', 'YOLO | 9', 'late.json', 'late.json (2)']
    )
  })
  t.test('a model’s confidence and the identifiers of cover stay when people confirm', async t => {
    const { db, mediaId, animalia, brisinga, mark, byMachine, archive, post } = await scene(t, database)
    const proposed = await mark(brisinga)
    await byMachine(proposed, 'ExampleNet', 0.87)
    await post('samples', { mediaIds: [mediaId], plan: { method: 'random', count: 5, seed: 'a' } })
    const rows = await db.selectFrom('sample_point').select('annotation_id').orderBy('position').execute()
    const points = rows.map(row => row.annotation_id ?? '')
    const revise = (ids: string[], revision: number, change: object) =>
      post('annotations/operations', {
        operations: ids.map(annotationId => ({ id: newId(), kind: 'revise', annotationId, revision, ...change }))
      })
    await revise(points, 1, { labelId: brisinga })
    for (const [at, id] of points.entries()) await byMachine(id, 'ExampleNet', at === 0 ? null : 0.9 + at / 100)
    const cover = `urn:uuid:${mediaId}:cover:${brisinga}`
    const published = async () => {
      const { occurrences, measurements } = await archive(all)
      const confidences = measurements.filter(({ measurementType }) => measurementType?.startsWith('confidence'))
      return {
        records: occurrences.map(row => [row.occurrenceID, row.organismQuantity, row.identificationVerificationStatus]),
        confidences: confidences.map(row => [row.occurrenceID, row.measurementValue, row.measurementMethod])
      }
    }
    const one = `urn:uuid:${proposed}`
    const [predicted, validated] = ['PredictedByMachine', 'ValidatedByHuman']
    const before = 'given by the model before a person confirmed the identification'
    t.same(await published(), {
      records: [
        [one, '1', predicted],
        [cover, '100', predicted]
      ],
      confidences: [
        [one, '0.87', ''],
        [cover, '0.925', 'mean over 4 of 5 sample points']
      ]
    })
    await revise([proposed], 1, { reviewState: 'confirmed' })
    await revise(points.slice(0, 2), 2, { reviewState: 'confirmed' })
    t.same(await published(), {
      records: [
        [one, '1', validated],
        [cover, '40', validated],
        [`${cover}:machine`, '60', predicted]
      ],
      confidences: [
        [one, '0.87', before],
        [cover, '0.91', `mean over 1 of 2 sample points; ${before}`],
        [`${cover}:machine`, '0.93', 'mean over 3 of 3 sample points']
      ]
    })
    await revise(points.slice(2), 2, { reviewState: 'confirmed' })
    t.match(await published(), {
      records: [{}, [cover, '100', validated]],
      confidences: [{}, [cover, '0.925', `mean over 4 of 5 sample points; ${before}`]]
    })
    await revise([proposed], 2, { labelId: animalia, reviewState: 'confirmed' })
    t.match((await published()).confidences, [[cover]], 'the confidence was in another name')
  })
})
