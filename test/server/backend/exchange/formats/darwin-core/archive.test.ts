import { SaxesParser } from 'saxes'
import t from 'tap'
import { unnamedMember } from '../../../../../../server/backend/exchange/unnamed-member.ts'
import { newId } from '../../../../../../server/lib/ids.ts'
import type { Annotation } from '../../../../../../shared/contracts/annotations.ts'
import type { Cover } from '../../../../../../shared/contracts/results.ts'
import type { Sample } from '../../../../../../shared/contracts/sampling.ts'
import { forEachDatabase } from '../../../../../support/backend.ts'
import { exchangingProject } from '../../../../../support/exchanging.ts'
import { realFile } from '../../../../../support/pictures.ts'
import { describe } from '../../../../../support/published.ts'
import { unzipped, zipOf } from '../../../../../support/zips.ts'

type Scene = Awaited<ReturnType<typeof exchangingProject>>
type Row = Record<string, string>

const lsid = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`
const place = { event_date: '2024-06-02T04:29:27.000Z', decimal_latitude: 40.05, decimal_longitude: -30.25, depth_in_meters: 1874.5 }

/** A catalog of taxa and one other label, and annotations in every state of review on two of three placed images. */
async function survey(scene: Scene) {
  const { owner, project, db } = scene
  await describe(owner, project.id)
  const [first, second, third] = project.mediaIds as [string, string, string]
  const more = JSON.stringify({ area: '5.1' })
  await db.updateTable('media').set(place).where('project_id', '=', project.id).execute()
  await db.updateTable('media').set({ metadata: more }).where('id', '=', first).execute()
  await db.updateTable('media').set({ event_date: '2024-06-03T00:00:00.000Z', depth_in_meters: 1900 }).where('id', '=', second).execute()
  const label = async (draft: object) => (await owner.post(`/projects/${project.id}/labels`, draft)).json<{ id: string }>().id
  const animalia = await label({ name: 'Animalia', scientificName: 'Animalia', taxonRank: 'kingdom', scientificNameID: lsid(2) })
  const brisinga = await label({
    name: 'Brisinga',
    parentId: animalia,
    scientificName: 'Brisinga',
    taxonRank: 'genus',
    scientificNameID: lsid(123210)
  })
  const open = { identificationQualifier: 'cf.', scientificName: 'Gadus', taxonRank: 'genus', scientificNameID: lsid(125732) }
  const gadus = await label({ name: 'Gadus cf. morhua', parentId: animalia, ...open })
  const sand = await label({ name: 'Sand' })
  const ids = { human: newId(), counted: newId(), machine: newId(), confirmed: newId(), rejected: newId(), sand: newId() }
  const shape = { kind: 'box', x: 10, y: 10, width: 20, height: 20 }
  const create = (annotationId: string, mediaId: string, labelId: string | null, attributes = {}) => ({
    ...{ id: newId(), kind: 'create', annotationId, mediaId, labelId, attributes, shape }
  })
  const operate = (operations: object[]) => owner.post(`/projects/${project.id}/annotations/operations`, { operations })
  await operate([
    create(ids.human, first, brisinga),
    create(ids.counted, first, gadus, {
      individualCount: 3,
      lifeStage: 'adult',
      sex: 'female',
      behavior: 'feeding',
      vitality: 'alive',
      lengthInMeters: 0.4
    }),
    create(ids.machine, second, brisinga),
    create(ids.confirmed, second, brisinga),
    create(ids.rejected, second, brisinga),
    create(ids.sand, second, sand)
  ])
  const byMachine = { source: 'machine', annotator: 'ExampleNet 1.2' } as const
  await db.updateTable('annotation').set(byMachine).where('id', 'in', [ids.machine, ids.confirmed, ids.rejected]).execute()
  const judge = (annotationId: string, reviewState: string) => ({ id: newId(), kind: 'revise', annotationId, revision: 1, reviewState })
  await operate([judge(ids.confirmed, 'confirmed'), judge(ids.rejected, 'rejected')])
  await owner.put(`/media/${third}/work-state`, { state: 'done' })
  return { first, second, third, ids, brisinga }
}

/** Rows of a table of an archive, keyed by the terms of its meta.xml. */
function tableOf(files: Map<string, string>, file: string): Row[] {
  const [header = '', ...lines] = (files.get(file) ?? '').split('\n')
  const columns = header.split('\t')
  return lines.filter(line => line !== '').map(line => Object.fromEntries(line.split('\t').map((cell, at) => [columns[at] ?? '?', cell])))
}

/** Names of child elements in order, by the name of their parent. */
function childrenOf(xml: string): Map<string, string[]> {
  const children = new Map<string, string[]>()
  const open: string[] = []
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    const parent = open.at(-1)
    if (parent) children.set(parent, [...(children.get(parent) ?? []), name])
    open.push(name)
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return children
}

const usual = { license: 'CC-BY-4.0', imageAddress: 'https://example.org/img/', organizationName: 'Example Institute' } as const
const options = { ...usual, include: 'all', leastConfidence: 0 } as const
const images = ['IMG 1.JPG', 'IMG_2.JPG', 'IMG_3.JPG', 'IMG_4.JPG'].map(fileName => ({ fileName }))

/** Report of references, which the project cannot store: one line for the whole file. */
const references = (count: number) => `${count} × The identificationReferences were left out`

await forEachDatabase(t, async (t, database) => {
  t.test('a project becomes an archive that OBIS and GBIF accept: tables, keys, identifiers of people, eml.xml and meta.xml', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { first, second, third, ids } = await survey(scene)
    const out = await scene.exported('dwca', options)
    t.match(out, { state: 'ready', imageCount: 3, annotationCount: 4, errorCount: 0 }, out.failure ?? '')
    t.same(out.losses, [{ message: 'An annotation of “Sand” was left out: neither the label nor one above it is a taxon', count: 1 }])
    const files = await unzipped(out.content)
    t.same([...files.keys()].sort(), [
      'CITATION.cff',
      'eml.xml',
      'event.txt',
      'extendedmeasurementorfact.txt',
      'meta.xml',
      'multimedia.txt',
      'occurrence.txt'
    ])

    const [events, occurrences] = [tableOf(files, 'event.txt'), tableOf(files, 'occurrence.txt')]
    const project = `urn:uuid:${scene.project.id}`
    t.same(
      events.map(({ eventID, parentEventID, eventType }) => [eventID, parentEventID, eventType]),
      [
        [`urn:uuid:${first}`, project, 'Image'],
        [`urn:uuid:${second}`, project, 'Image'],
        [`urn:uuid:${third}`, project, 'Image'],
        [project, '', 'Project']
      ],
      'an examined image without annotations is included, one that nobody opened is not'
    )
    t.match(events[3], {
      eventDate: '2024-06-02T04:29:27Z/2024-06-03T00:00:00Z',
      minimumDepthInMeters: '1874.5',
      maximumDepthInMeters: '1900'
    })
    const byId = new Map(occurrences.map(row => [row.occurrenceID, row]))
    t.same(
      [...byId.keys()],
      [ids.human, ids.counted, ids.machine, ids.confirmed].map(id => `urn:uuid:${id}`)
    )
    const known = new Set(events.map(row => row.eventID))
    for (const table of ['occurrence.txt', 'extendedmeasurementorfact.txt', 'multimedia.txt'])
      for (const row of tableOf(files, table)) t.ok(known.has(row.eventID), `${table} belongs to an event`)
    t.equal(known.size, events.length, 'keys are unique')
    const me = unnamedMember(scene.owner.id)
    t.match(byId.get(`urn:uuid:${ids.human}`), {
      ...{ eventID: `urn:uuid:${first}`, scientificName: 'Brisinga', scientificNameID: lsid(123210), kingdom: 'Animalia' },
      ...{ basisOfRecord: 'MachineObservation', occurrenceStatus: 'present', identifiedBy: me },
      ...{ identificationVerificationStatus: 'ValidatedByHuman', associatedMedia: 'https://example.org/img/IMG%201.JPG' }
    })
    t.match(byId.get(`urn:uuid:${ids.counted}`), {
      ...{ scientificName: 'Gadus', verbatimIdentification: 'Gadus cf. morhua', identificationQualifier: 'cf. morhua' },
      ...{ individualCount: '3', organismQuantity: '3', organismQuantityType: 'individuals', lifeStage: 'adult' },
      ...{ sex: 'female', behavior: 'feeding', vitality: 'alive' }
    })
    t.match(byId.get(`urn:uuid:${ids.machine}`), {
      ...{
        identifiedBy: 'ExampleNet 1.2',
        identificationReferences: 'ExampleNet 1.2',
        identificationVerificationStatus: 'PredictedByMachine'
      }
    })
    t.match(byId.get(`urn:uuid:${ids.confirmed}`), {
      ...{ identifiedBy: me, identificationReferences: 'ExampleNet 1.2', identificationVerificationStatus: 'ValidatedByHuman' }
    })
    t.match(tableOf(files, 'extendedmeasurementorfact.txt'), [
      { occurrenceID: `urn:uuid:${ids.counted}`, measurementType: 'length', measurementValue: '0.4' },
      { eventID: `urn:uuid:${first}`, occurrenceID: '', measurementType: 'area of sea floor imaged', measurementValue: '5.1' }
    ])

    const meta = files.get('meta.xml') ?? ''
    t.same(childrenOf(meta).get('archive'), ['core', 'extension', 'extension', 'extension'])
    t.equal(childrenOf(meta).get('core')?.slice(0, 2).join(), 'files,id')
    for (const name of ['occurrence.txt', 'event.txt']) {
      const [, fields = ''] = new RegExp(`<location>${name}</location></files>(.*?)</(?:core|extension)>`, 's').exec(meta) ?? []
      const described = [...fields.matchAll(/<field index="(\d+)" term="[^"]*\/(\w+)"/g)].map(([, index, term]) => [Number(index), term])
      const header = (files.get(name) ?? '').split('\n')[0]?.split('\t') ?? []
      for (const [index, term] of described) t.equal(header[index as number], term, `${name} column ${index}`)
    }
    const order = [
      'alternateIdentifier',
      'title',
      'creator',
      'metadataProvider',
      'associatedParty',
      'pubDate',
      'language',
      'abstract',
      'keywordSet'
    ]
    const rest = ['intellectualRights', 'licensed', 'coverage', 'maintenance', 'contact', 'publisher', 'methods']
    t.same([...new Set(childrenOf(files.get('eml.xml') ?? '').get('dataset'))], [...order, ...rest])
    t.match(files.get('eml.xml'), /creativecommons\.org\/licenses\/by\/4\.0/)

    const again = await unzipped((await scene.exported('dwca', options)).content)
    for (const table of ['event.txt', 'occurrence.txt', 'extendedmeasurementorfact.txt', 'multimedia.txt'])
      t.equal(again.get(table), files.get(table), `${table} is the same in the next export`)
  })

  t.test('suggestions are exported on request only, from a stated confidence', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { first, ids, brisinga } = await survey(scene)
    const proposals = [0.29, 0.3, null].map(confidence => ({ id: newId(), confidence }))
    const shape = { kind: 'box', x: 60, y: 60, width: 20, height: 20 }
    await scene.owner.post(`/projects/${scene.project.id}/annotations/operations`, {
      operations: proposals.map(({ id: annotationId }) => ({
        id: newId(),
        kind: 'create',
        annotationId,
        mediaId: first,
        labelId: brisinga,
        shape
      }))
    })
    for (const { id, confidence } of proposals)
      await scene.db
        .updateTable('annotation')
        .set({ source: 'machine', annotator: 'detections.csv', confidence })
        .where('id', '=', id)
        .execute()
    const idsIn = async (content: Buffer) =>
      tableOf(await unzipped(content), 'occurrence.txt').map(row => row.occurrenceID?.slice('urn:uuid:'.length))
    const [below, above, without] = proposals.map(({ id }) => id)

    const byPeople = await scene.exported('dwca', usual)
    t.same(await idsIn(byPeople.content), [ids.human, ids.counted, ids.confirmed])
    t.match(byPeople.losses, [{}, { message: 'An unconfirmed machine suggestion was left out', count: 4 }])

    const some = await scene.exported('dwca', { ...usual, include: 'all', leastConfidence: 0.3 })
    t.same(await idsIn(some.content), [ids.human, ids.counted, above, ids.confirmed])
    t.match(some.losses[1], { message: /confidence below 0\.3, or without one, was left out/, count: 3 })
    const files = await unzipped(some.content)
    t.match(
      tableOf(files, 'occurrence.txt').find(row => row.occurrenceID === `urn:uuid:${above}`),
      {
        identifiedBy: '',
        identificationReferences: '',
        identificationVerificationStatus: 'PredictedByMachine',
        basisOfRecord: 'MachineObservation'
      },
      'a file name is not a person'
    )
    t.match(
      tableOf(files, 'extendedmeasurementorfact.txt').filter(row => row.occurrenceID === `urn:uuid:${above}`),
      [{ measurementType: 'confidence of the identification by a model, 0 to 1', measurementValue: '0.3' }]
    )

    const ofModels = async () => {
      const { faults } = await scene.exported('dwca', options)
      const found = faults.filter(({ column }) => column === 'identificationReferences')
      return found.map(({ message, count, records }) => [/“(.*)”/.exec(message)?.[1], count, records[0]?.path])
    }
    const toModels = `/projects/${scene.project.id}/publication#models`
    t.same(await ofModels(), [
      ['detections.csv', 3, toModels],
      ['ExampleNet 1.2', 2, toModels]
    ])
    const sha256 = '0123456789abcdef'.repeat(4)
    const models = [
      { annotator: 'detections.csv', name: 'ExampleDet', version: '2.1', address: 'https://doi.org/10.5072/det', sha256 },
      { annotator: 'ExampleNet 1.2', name: 'ExampleNet', version: '1.2', address: null, sha256 }
    ]
    await describe(scene.owner, scene.project.id, { models })
    t.same(await ofModels(), [])
    const byId = new Map(
      tableOf(await unzipped((await scene.exported('dwca', options)).content), 'occurrence.txt').map(row => [row.occurrenceID, row])
    )
    t.match(byId.get(`urn:uuid:${above}`), {
      identifiedBy: 'ExampleDet 2.1',
      identificationReferences: `ExampleDet 2.1 | https://doi.org/10.5072/det | sha256:${sha256}`
    })
    t.match(
      byId.get(`urn:uuid:${ids.confirmed}`),
      { identifiedBy: unnamedMember(scene.owner.id), identificationReferences: `ExampleNet 1.2 | sha256:${sha256}` },
      'the person who validated it, and the model that suggested it'
    )
    t.match(byId.get(`urn:uuid:${ids.human}`), { identificationReferences: '' })

    const all = await scene.exported('dwca', options)
    t.same(await idsIn(all.content), [ids.human, ids.counted, below, above, without, ids.machine, ids.confirmed])
    t.equal((await scene.exported('dwca', { ...usual, include: 'confirmed' })).losses.at(-1)?.count, 7, 'three of people, four of machines')

    const refused = await scene.owner.post(`/projects/${scene.project.id}/exports`, {
      format: 'dwca',
      options: { ...usual, include: 'all' }
    })
    t.match([refused.statusCode, refused.json()], [422, { errors: [{ path: '/options/leastConfidence', message: 'is required' }] }])
    for (const format of ['coco', 'csv', 'viame'] as const)
      t.equal((await scene.exported(format)).annotationCount, 4, `${format} on its own`)
  })

  t.test('surveys and stations are events above the images, and supply missing positions', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { first, second, third } = await survey(scene)
    const api = `/projects/${scene.project.id}`
    const added = async (path: string, draft: object) => (await scene.owner.post(`${api}/${path}`, draft)).json<{ id: string }>().id
    const cruise = await added('surveys', { name: 'EX24', startDate: '2024-06-01', endDate: '2024-06-30', notes: 'two legs' })
    const position = { decimalLatitude: 40.5, decimalLongitude: -30.5, minimumDepthInMeters: 1800, maximumDepthInMeters: 1950 }
    const dive = await added('sites', { name: 'Dive 7', type: 'transect', surveyId: cruise, ...position })
    const mooring = await added('sites', { name: 'Mooring', minimumDepthInMeters: 2000 })
    await added('sites', { name: 'Nobody went there', surveyId: cruise })
    const belong = (mediaId: string, siteId: string, fields = {}) =>
      scene.db
        .updateTable('media')
        .set({ site_id: siteId, ...fields })
        .where('id', '=', mediaId)
        .execute()
    await belong(first, dive, { decimal_latitude: null, decimal_longitude: null, depth_in_meters: null })
    await belong(second, dive)
    await belong(third, mooring)
    const out = await scene.exported('dwca', options)
    t.match(out, { state: 'ready', errorCount: 0 }, out.failure ?? '')
    const events = tableOf(await unzipped(out.content), 'event.txt')
    const uuid = (id: string) => `urn:uuid:${id}`
    const root = uuid(scene.project.id)
    t.same(
      events.map(({ eventID, parentEventID, eventType, locality }) => [eventID, parentEventID, eventType, locality]),
      [
        [uuid(first), uuid(dive), 'Image', 'Dive 7'],
        [uuid(second), uuid(dive), 'Image', 'Dive 7'],
        [uuid(third), uuid(mooring), 'Image', 'Mooring'],
        [uuid(cruise), root, 'Survey', ''],
        [uuid(dive), uuid(cruise), 'Transect', 'Dive 7'],
        [uuid(mooring), root, 'Station', 'Mooring'],
        [root, '', 'Project', '']
      ]
    )
    t.match(events[0], {
      ...{ decimalLatitude: '40.5', decimalLongitude: '-30.5', minimumDepthInMeters: '1800', maximumDepthInMeters: '1950' },
      eventRemarks: 'The position is that of Dive 7'
    })
    t.match(events[1], { decimalLatitude: '40.05', minimumDepthInMeters: '1900', maximumDepthInMeters: '1900', eventRemarks: '' })
    t.match(events[3], { eventDate: '2024-06-01/2024-06-30', eventRemarks: 'EX24: two legs', minimumDepthInMeters: '1900' })
    t.match(events[4], { eventDate: '2024-06-02T04:29:27Z/2024-06-03T00:00:00Z', decimalLatitude: '40.5', maximumDepthInMeters: '1950' })
    t.match(events[5], {
      eventDate: '2024-06-02T04:29:27Z',
      minimumDepthInMeters: '2000',
      maximumDepthInMeters: '2000',
      decimalLatitude: ''
    })

    const [header = '', row = ''] = (await scene.exported('csv')).content.toString().split('\n')
    t.same(header.split(',').slice(0, 4), ['annotationID', 'fileName', 'survey', 'site'])
    t.same(row.split(',').slice(1, 4), ['IMG 1.JPG', 'EX24', 'Dive 7'])
    const matrix = (await scene.exported('matrix')).content.toString()
    t.match(matrix, /^fileName,survey,site,eventDate/)
    t.match(matrix, /\nIMG_3\.JPG,,Mooring,/)
  })

  t.test('an identification belongs to the person who gave it, regardless of the annotation’s author', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { owner, project, db } = scene
    const { ids, brisinga } = await survey(scene)
    const bo = await scene.signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'editor' })
    const { label_id: gadus } = await db.selectFrom('annotation').select('label_id').where('id', '=', ids.counted).executeTakeFirstOrThrow()
    const { label_id: sand } = await db.selectFrom('annotation').select('label_id').where('id', '=', ids.sand).executeTakeFirstOrThrow()
    const rename = async (annotationId: string, revision: number, labelId: string | null, by = bo) => {
      const operation = { id: newId(), kind: 'revise', annotationId, revision, labelId }
      const answer = await by.post(`/projects/${project.id}/annotations/operations`, { operations: [operation] })
      t.match(answer.json(), { results: [{ outcome: 'done' }] })
    }
    await db.updateTable('annotation').set({ confidence: 0.9 }).where('id', '=', ids.machine).execute()
    await rename(ids.machine, 1, gadus)
    await rename(ids.confirmed, 2, gadus)
    await rename(ids.human, 1, gadus)
    const rows = async (choice: object = usual) => {
      const { content } = await scene.exported('dwca', choice)
      return new Map(tableOf(await unzipped(content), 'occurrence.txt').map(row => [row.occurrenceID?.slice('urn:uuid:'.length), row]))
    }
    const byBo = { identifiedBy: unnamedMember(bo.id), identificationVerificationStatus: 'ValidatedByHuman', identificationReferences: '' }
    const first = await rows()
    for (const id of [ids.machine, ids.confirmed, ids.human]) t.match(first.get(id), { scientificName: 'Gadus', ...byBo }, id)
    t.match(first.get(ids.counted), { scientificName: 'Gadus', identifiedBy: unnamedMember(owner.id) })
    const measured = tableOf(await unzipped((await scene.exported('dwca', options)).content), 'extendedmeasurementorfact.txt')
    t.same(
      measured.filter(
        ({ occurrenceID, measurementType }) => occurrenceID === `urn:uuid:${ids.machine}` && measurementType?.includes('confidence')
      ),
      [],
      'the confidence of the machine was in another name'
    )
    const coco = JSON.parse(String((await scene.exported('coco')).content))
    t.equal(coco.annotations.length, 5, 'people named five of them')

    await rename(ids.machine, 2, sand)
    await rename(ids.machine, 3, gadus, owner)
    t.match((await rows()).get(ids.machine), byBo, 'a restored name still belongs to the person who gave it')
    await rename(ids.machine, 4, brisinga)
    t.notOk((await rows()).has(ids.machine), 'the machine’s name is restored: nobody confirmed it')
    t.match((await rows(options)).get(ids.machine), {
      identifiedBy: 'ExampleNet 1.2',
      identificationVerificationStatus: 'PredictedByMachine'
    })
    await rename(ids.human, 2, brisinga, owner)
    t.match((await rows()).get(ids.human), { scientificName: 'Brisinga', identifiedBy: unnamedMember(owner.id) })
  })

  t.test('the geographic coverage of a survey on both sides of 180° crosses it', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { first } = await survey(scene)
    const edges = async () => {
      const eml = (await unzipped((await scene.exported('dwca', options)).content)).get('eml.xml') ?? ''
      return ['west', 'east', 'north', 'south'].map(side => new RegExp(`<${side}BoundingCoordinate>(.*?)<`).exec(eml)?.[1])
    }
    t.same(await edges(), ['-30.25', '-30.25', '40.05', '40.05'])
    await scene.db.updateTable('media').set({ decimal_longitude: 179.9, decimal_latitude: -17 }).execute()
    await scene.db.updateTable('media').set({ decimal_longitude: -179.9 }).where('id', '=', first).execute()
    t.same(await edges(), ['179.9', '-179.9', '-17', '-17'])
  })

  t.test('sample points are the percent cover of each taxon on an image, not organisms', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { first, second, brisinga } = await survey(scene)
    const { owner, project } = scene
    const label = async (draft: object) => (await owner.post(`/projects/${project.id}/labels`, draft)).json<{ id: string }>().id
    const coral = await label({ name: 'Lophelia', scientificName: 'Lophelia', taxonRank: 'genus', scientificNameID: lsid(135161) })
    const gravel = await label({ name: 'Gravel' })
    const plan = { method: 'random', count: 50, seed: 'a' }
    const drawn = await owner.post(`/projects/${project.id}/samples`, { mediaIds: [first, second], plan })
    const samples = drawn.json<{ samples: Sample[] }>().samples
    const points = samples.find(({ mediaId }) => mediaId === first)?.points ?? []
    const edit = (operations: object[]) => owner.post(`/projects/${project.id}/annotations/operations`, { operations })
    const revise = (from: number, to: number, revision: number, change: object) =>
      edit(points.slice(from, to).map(annotationId => ({ id: newId(), kind: 'revise', annotationId, revision, ...change })))
    await revise(0, 12, 1, { labelId: coral, attributes: { vitality: 'dead' } })
    await revise(12, 15, 1, { labelId: coral })
    await revise(15, 16, 1, { labelId: brisinga })
    await revise(16, 40, 1, { labelId: gravel })
    const byMachine = { source: 'machine', annotator: 'PointNet 2', named_by: null, named_at: null } as const
    await scene.db.updateTable('annotation').set(byMachine).where('id', 'in', points.slice(11, 15)).execute()
    await revise(11, 12, 2, { reviewState: 'confirmed' })

    const out = await scene.exported('dwca', options)
    t.match(out, { state: 'ready', imageCount: 3, annotationCount: 4 + 16, errorCount: 0 }, out.failure ?? '')
    t.same(Object.fromEntries(out.losses.map(({ message, count }) => [message, count])), {
      'A sample point without a label was left out': 10 + 50,
      'A sample point of “Gravel” was counted in the effort only: neither the label nor one above it is a taxon': 24,
      'The attributes of a sample point were left out': 12,
      'An annotation of “Sand” was left out: neither the label nor one above it is a taxon': 1
    })
    const files = await unzipped(out.content)
    const [events, occurrences] = [tableOf(files, 'event.txt'), tableOf(files, 'occurrence.txt')]
    t.match(events[0], {
      samplingProtocol: 'towed camera transect | sample points for percent cover',
      samplingEffort: '40 sample points scored, 10 unlabelled'
    })
    t.match(events[1], { eventID: `urn:uuid:${second}`, samplingEffort: '0 sample points scored, 50 unlabelled' })
    t.equal(events[2]?.samplingEffort, '')
    const cover = occurrences.filter(({ occurrenceID }) => occurrenceID?.includes(':cover:'))
    t.equal(occurrences.length, 4 + 3)
    const covered = `urn:uuid:${first}:cover:${coral}`
    const cells = ({ occurrenceID, scientificName, organismQuantity, organismQuantityType, individualCount }: Row) => [
      ...[occurrenceID, scientificName, organismQuantity, organismQuantityType, individualCount]
    ]
    t.same(cover.map(cells), [
      [covered, 'Lophelia', '30', 'percentageCoverage', ''],
      [`${covered}:machine`, 'Lophelia', '7.5', 'percentageCoverage', ''],
      [`urn:uuid:${first}:cover:${brisinga}`, 'Brisinga', '2.5', 'percentageCoverage', '']
    ])
    t.match(cover, [
      {
        ...{ eventID: `urn:uuid:${first}`, identifiedBy: unnamedMember(owner.id), identificationReferences: 'PointNet 2', vitality: '' },
        ...{ identificationVerificationStatus: 'ValidatedByHuman', occurrenceStatus: 'present' }
      },
      { identifiedBy: 'PointNet 2', identificationVerificationStatus: 'PredictedByMachine' },
      { identifiedBy: unnamedMember(owner.id), identificationReferences: '' }
    ])
    const results = (await owner.get(`/projects/${project.id}/results/cover?groupBy=image&includeUnreviewed=true`)).json<Cover>()
    const place = results.taxa.findIndex(({ id }) => id === coral)
    t.equal(results.groups[0]?.covers.find(({ taxon }) => taxon === place)?.share, (30 + 7.5) / 100, 'their total equals the results')
    const measured = tableOf(files, 'extendedmeasurementorfact.txt').filter(({ measurementType }) => measurementType === 'coverage')
    t.match(measured, [
      {
        ...{ eventID: `urn:uuid:${first}`, occurrenceID: covered, measurementID: `${covered}:SDBIOL10`, measurementValue: '30' },
        ...{ measurementUnit: '%', measurementUnitID: /UPCT/, measurementMethod: '12 of 40 scored sample points' }
      },
      { occurrenceID: `${covered}:machine`, measurementValue: '7.5', measurementMethod: '3 of 40 scored sample points' },
      { measurementValue: '2.5' }
    ])
    const again = await unzipped((await scene.exported('dwca', options)).content)
    for (const table of ['event.txt', 'occurrence.txt', 'extendedmeasurementorfact.txt'])
      t.equal(again.get(table), files.get(table), `${table} is the same in the next export`)

    const without = await unzipped((await scene.exported('dwca', { ...options, unscorable: gravel })).content)
    t.match(tableOf(without, 'event.txt')[0], { samplingEffort: '16 sample points scored, 24 unscorable, 10 unlabelled' })
    t.match(
      tableOf(without, 'extendedmeasurementorfact.txt').find(({ occurrenceID }) => occurrenceID === covered),
      { measurementValue: '75', measurementMethod: '12 of 16 scored sample points' }
    )

    const checked = await scene.preview(out.content)
    t.match(
      checked,
      { preview: { annotationCount: 7, findingCount: 4, findings: [{ count: 4, message: references(4) }] } },
      checked.failure ?? ''
    )
    await scene.apply(checked)
    const back = (await scene.annotationsOf(first)).filter(({ shape, labelId }) => shape === null && labelId === coral)
    t.match(back, [
      { source: 'human', attributes: { organismQuantity: 30, organismQuantityType: 'percentageCoverage' } },
      { source: 'machine', annotator: 'PointNet 2', attributes: { organismQuantity: 7.5 } }
    ] as Partial<Annotation>[])
    const next = await unzipped((await scene.exported('dwca', options)).content)
    const id = `urn:uuid:${back[0]?.id}`
    const row = tableOf(next, 'occurrence.txt').find(({ occurrenceID }) => occurrenceID === id)
    t.match(row, { organismQuantity: '30', organismQuantityType: 'percentageCoverage' }, 'and is exported unchanged')
  })

  t.test('errors stop an archive and are listed with their annotation; warnings do not', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { first, ids } = await survey(scene)
    await scene.db.updateTable('media').set({ decimal_latitude: null, decimal_longitude: null }).where('id', '=', first).execute()
    await scene.db.updateTable('label').set({ scientific_name_id: null }).where('scientific_name', '=', 'Gadus').execute()
    await scene.db.updateTable('account').set({ name: 'Ana Owner' }).where('id', '=', scene.owner.id).execute()
    const model = { annotator: 'ExampleNet 1.2', name: 'ExampleNet', version: '1.2', address: 'https://doi.org/10.5072/net', sha256: null }
    await describe(scene.owner, scene.project.id, { models: [model] })
    const out = await scene.exported('dwca', options)
    t.match(out, {
      state: 'failed',
      failure: 'One error prevented the export: see the report',
      errorCount: 1,
      warningCount: 1,
      sizeBytes: null
    })
    const { label_id: gadus } = await scene.db
      .selectFrom('annotation')
      .select('label_id')
      .where('id', '=', ids.counted)
      .executeTakeFirstOrThrow()
    const catalog = `/projects/${scene.project.id}/catalog?label=${gadus}`
    t.same(out.faults, [
      {
        ...{ severity: 'error', column: 'decimalLatitude', message: 'The position is missing: OBIS drops records without one', count: 1 },
        records: [{ name: 'IMG 1.JPG', mediaId: first, annotationId: null }]
      },
      {
        ...{ severity: 'warning', column: 'scientificNameID', message: 'The WoRMS identifier is missing', count: 1 },
        records: [
          {
            ...{ name: 'Gadus on IMG 1.JPG', mediaId: first, annotationId: ids.counted, path: catalog },
            taxon: { scientificName: 'Gadus', taxonRank: 'genus' }
          }
        ]
      }
    ])
    t.equal((await scene.owner.get(`/exports/${out.id}/content`)).statusCode, 404)
    const report = await scene.owner.get(`/exports/${out.id}/report`)
    t.match(report.headers, { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': /^attachment; filename=".*-report\.csv"/ })
    const lines = report.body.split('\r\n')
    t.ok(lines.includes(`warning,${ids.counted},Gadus on IMG 1.JPG,scientificNameID,The WoRMS identifier is missing,1,${catalog}`))
    const facts = `/projects/${scene.project.id}/dashboard?media=${first}`
    t.ok(lines.includes(`error,IMG 1.JPG,IMG 1.JPG,decimalLatitude,The position is missing: OBIS drops records without one,1,${facts}`))

    await describe(scene.owner, scene.project.id, { license: null })
    t.match((await scene.owner.post(`/projects/${scene.project.id}/exports`, { format: 'dwca' })).json(), {
      status: 422,
      errors: [{ path: '/options/license', message: 'is required' }]
    })
  })

  t.test('an archive of Isobath is imported back onto its images', async t => {
    const scene = await exchangingProject(t, images, { database })
    const { second, brisinga } = await survey(scene)
    const out = await scene.exported('dwca', options)
    const checked = await scene.preview(out.content)
    t.match(
      checked,
      { format: 'dwca', preview: { annotationCount: 4, matchedImageCount: 2, findingCount: 2, findings: [{ message: references(2) }] } },
      checked.failure ?? ''
    )
    t.match(
      checked.preview?.labels.find(({ name }) => name === 'Brisinga'),
      { match: 'identifier', target: { kind: 'existing', labelId: brisinga } }
    )
    const applied = await scene.apply(checked)
    t.match(applied, { state: 'applied', result: { annotationCount: 4 } })
    const imported = (await scene.annotationsOf(second)).slice(-2)
    t.match(imported, [
      { shape: null, labelId: brisinga, source: 'machine', annotator: 'ExampleNet 1.2' },
      { shape: null, labelId: brisinga, source: 'human', annotator: scene.owner.email }
    ] as Partial<Annotation>[])
  })

  const gbif = realFile('occurrences/gbif-download-dwca.zip')
  t.test(
    'a real GBIF download: its taxa are added to the catalog, and its occurrences are reported one by one',
    { skip: 'skip' in gbif && gbif.skip },
    async t => {
      if (!('content' in gbif)) return
      const scene = await exchangingProject(t, images, { database })
      const checked = await scene.preview(Buffer.from(gbif.content), { fileName: 'gbif.zip' })
      t.match(
        checked,
        { state: 'ready', format: 'dwca', preview: { annotationCount: 0, imageCount: 0, refusedCount: 470 } },
        checked.failure ?? ''
      )
      const labels = checked.preview?.labels ?? []
      t.match(
        labels.find(({ name }) => name === 'Bombus rufocinctus'),
        { path: ['Animalia', 'Arthropoda', 'Insecta', 'Hymenoptera', 'Apidae', 'Bombus'], annotationCount: 0, target: { kind: 'new' } }
      )
      t.notOk(
        labels.some(({ name }) => /\d{4}/.test(name)),
        'no name contains its author'
      )
      t.match(checked.preview?.findings[0], {
        taken: false,
        row: 2,
        path: 'occurrence.txt',
        message: /^The occurrence “.*” \(Colletes\) belongs to no image of this project: only its taxon was imported$/
      })
      const csv = (await scene.owner.get(`/imports/${checked.id}/findings`)).body.trim().split('\r\n')
      t.equal(csv.length, 1 + 470, 'each is in the table of findings')
      const applied = await scene.apply(checked)
      t.match(applied, { state: 'applied', result: { annotationCount: 0 } }, applied.failure ?? '')
      const found = (await scene.owner.get(`/projects/${scene.project.id}/labels?search=Bombus%20rufocinctus`)).json().items[0]
      t.match(found, { name: 'Bombus rufocinctus', scientificNameAuthorship: 'Cresson, 1863', taxonRank: 'species' })
      t.match(
        (await scene.owner.get(`/labels/${found.id}`)).json().path.map((each: { name: string }) => each.name),
        [...['Animalia', 'Arthropoda', 'Insecta', 'Hymenoptera', 'Apidae', 'Bombus']]
      )
    }
  )

  t.test('archives with constants, quotes, other folders and an event core are read', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'IMG_1.JPG' }], { database })
    const meta = `<?xml version="1.0"?><archive xmlns="http://rs.tdwg.org/dwc/text/">
      <core rowType="http://rs.tdwg.org/dwc/terms/Event" ignoreHeaderLines="1"><files><location>e.csv</location></files><id index="0"/></core>
      <extension rowType="http://rs.tdwg.org/dwc/terms/Occurrence" fieldsTerminatedBy=";" fieldsEnclosedBy='"' ignoreHeaderLines="0">
        <files><location>o.csv</location></files><coreid index="0"/>
        <field index="1" term="http://rs.tdwg.org/dwc/terms/scientificName"/>
        <field index="2" term="http://rs.tdwg.org/dwc/terms/associatedMedia"/>
        <field index="3" term="http://rs.tdwg.org/dwc/terms/individualCount" default="1"/>
        <field term="http://rs.tdwg.org/dwc/terms/kingdom" default="Animalia"/>
      </extension></archive>`
    const rows = 'E1;"Gadus; morhua";https://x.example/a/img_1.jpg | https://x.example/b.jpg;4\nE2;Brisinga;https://x.example/no.jpg;\n'
    const archive = await zipOf({ 'data/meta.xml': meta, 'data/e.csv': 'id\nE1\n', 'data/o.csv': rows })
    const checked = await scene.preview(archive)
    t.match(checked.preview, {
      annotationCount: 1,
      labels: [{ name: 'Gadus; morhua', path: ['Animalia'] }, { name: 'Brisinga' }],
      findings: [{ taken: false, row: 2, path: 'o.csv' }]
    })
    await scene.apply(checked)
    t.match(await scene.annotationsOf(scene.project.mediaIds[0]!), [{ shape: null, attributes: { individualCount: 4 } }])
  })
})
