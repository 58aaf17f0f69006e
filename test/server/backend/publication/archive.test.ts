import { readFile } from 'node:fs/promises'
import { SaxesParser } from 'saxes'
import t, { type Test } from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import { type DatabaseKind, forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { type PhotographName, photograph } from '../../../support/photographs.ts'
import { describe } from '../../../support/published.ts'
import { until } from '../../../support/until.ts'
import { listening, upload } from '../../../support/uploads.ts'
import { unzipped } from '../../../support/zips.ts'

type Row = Record<string, string>

const lsid = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`
const photographs: PhotographName[] = ['rov-framegrab-with-gps-2019.jpg', 'rov-seafloor-2022.jpg', 'reef-quadrat-2007.jpg']

/** Field photographs in a survey, at a transect and a station, with corals on them. Nothing is described yet. */
async function dives(t: Test, database: DatabaseKind) {
  const scene = await exchangingProject(t, [], { database })
  const { owner, project } = scene
  const base = await listening(t, scene)
  const mediaIds: string[] = []
  for (const name of photographs) {
    const sent = await upload(base, owner, { projectId: project.id, fileName: name, content: await readFile(await photograph(name)) })
    mediaIds.push(sent.headers.get('isobath-media-id') ?? '')
  }
  const stateOf = async (id: string) => (await owner.get(`/media/${id}`)).json<{ state: string; revision: number }>()
  for (const id of mediaIds)
    await until(
      () => stateOf(id),
      ({ state }) => state === 'ready'
    )
  const [, second = '', third = ''] = mediaIds
  // the camera of the quadrat records no zone
  const clock = { zone: 'UTC', aheadSeconds: 0, images: { mediaId: third, revision: (await stateOf(third)).revision } }
  const set = await owner.post(`/projects/${project.id}/camera-clocks/answers`, clock)
  if (set.statusCode !== 200) throw new Error(set.body)
  const place = { decimalLatitude: 36.79, decimalLongitude: -122.07, depthInMeters: 302.5 }
  for (const id of mediaIds) await owner.patch(`/media/${id}`, { revision: (await stateOf(id)).revision, ...place })

  const make = async (path: string, draft: object): Promise<string> => {
    const answer = await owner.post(`/projects/${project.id}/${path}`, draft)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json().id
  }
  const surveyId = await make('surveys', {
    ...{
      name: 'Sur Ridge',
      startDate: '2007-01-01',
      endDate: '2022-12-31',
      samplingEffort: '3 dives',
      locationID: 'http://marineregions.org/mrgid/2401'
    }
  })
  const transect = await make('sites', {
    ...{
      name: 'T1',
      type: 'transect',
      surveyId,
      samplingProtocol: 'transect at 1 m/s',
      samplingDescription: 'Every tenth frame.',
      habitat: 'seamount',
      decimalLatitude: 36.79
    },
    ...{
      decimalLongitude: -122.07,
      footprintWKT: 'LINESTRING (-122.07 36.79, -122.06 36.8)',
      sampleSizeValue: 4.5,
      sampleSizeUnit: 'square metre'
    }
  })
  const station = await make('sites', { name: 'Quadrat', surveyId, decimalLatitude: 36.8, decimalLongitude: -122 })
  await owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: [second], siteId: transect })
  await owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: [third], siteId: station })
  const animalia = await make('labels', { name: 'Animalia', scientificName: 'Animalia', taxonRank: 'kingdom', scientificNameID: lsid(2) })
  const coral = { scientificName: 'Paragorgia arborea', taxonRank: 'species', scientificNameID: lsid(125418) }
  const paragorgia = await make('labels', { name: 'Paragorgia arborea', parentId: animalia, ...coral })
  const star = { scientificName: 'Brisinga', taxonRank: 'genus', scientificNameID: lsid(123210) }
  const brisinga = await make('labels', { name: 'Brisinga', parentId: animalia, ...star })
  const annotationIds = mediaIds.map(() => newId())
  await owner.post(`/projects/${project.id}/annotations/operations`, {
    operations: mediaIds.map((mediaId, at) => ({
      ...{ id: newId(), kind: 'create', annotationId: annotationIds[at], mediaId, labelId: at === 2 ? brisinga : paragorgia },
      ...{ shape: { kind: 'box', x: 100, y: 100, width: 200, height: 150 }, attributes: at === 2 ? { individualCount: 4 } : {} }
    }))
  })
  return { ...scene, mediaIds, annotationIds, surveyId, transect, station, paragorgia, brisinga }
}

/** Reads a table of an archive as its meta.xml describes it, keyed by the last part of each term. Constants are in every row. */
function readTable(files: Map<string, string>, rowType: string): Row[] {
  const parts = [...(files.get('meta.xml') ?? '').matchAll(/<(core|extension) [^>]*rowType="([^"]*)"[^>]*>(.*?)<\/\1>/gs)]
  const [, , , described = ''] = parts.find(([, , type]) => type?.endsWith(`/${rowType}`)) ?? []
  const file = /<location>([^<]*)</.exec(described)?.[1] ?? ''
  const fields = [...described.matchAll(/<(?:field|id|coreid) ([^/]*(?:\/[^>][^/]*)*)\/>/g)].map(([, attributes = '']) => ({
    index: /index="(\d+)"/.exec(attributes)?.[1],
    term: /term="[^"]*\/([^"/]+)"/.exec(attributes)?.[1],
    fallback: /default="([^"]*)"/.exec(attributes)?.[1] ?? ''
  }))
  const [header = '', ...lines] = (files.get(file) ?? '').replace(/\n$/, '').split('\n')
  const width = header.split('\t').length
  return lines.map(line => {
    const cells = line.split('\t')
    if (cells.length !== width) throw new Error(`${file}: a row has ${cells.length} cells of ${width}`)
    const named = fields.map(({ index, term, fallback }) => [term ?? 'key', index === undefined ? fallback : (cells[Number(index)] ?? '')])
    return Object.fromEntries(named)
  })
}

/** Names of the elements under a path in order. @throws when the text is not well-formed */
function childrenAt(xml: string, path: string): string[] {
  const [open, found]: [string[], string[]] = [[], []]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ local }) => {
    if (open.join('/') === path) found.push(local)
    open.push(local)
  })
  parser.on('closetag', () => open.pop())
  parser.write(xml).close()
  return found
}

/** Order of the children of `dataset` in version 1.3 of GBIF's profile. */
const profile = [
  ...['alternateIdentifier', 'shortName', 'title', 'creator', 'metadataProvider', 'associatedParty', 'pubDate', 'language', 'abstract'],
  ...['keywordSet', 'additionalInfo', 'intellectualRights', 'licensed', 'distribution', 'coverage', 'purpose', 'introduction'],
  ...['gettingStarted', 'acknowledgements', 'maintenance', 'contact', 'publisher', 'methods', 'project', 'literatureCited']
]

await forEachDatabase(t, (t, database) => {
  t.test('annotated, described and published photographs break no rule of OBIS and GBIF', async t => {
    const scene = await dives(t, database)
    const { owner, project, mediaIds, annotationIds, surveyId, transect, station, brisinga } = scene

    const bare = await scene.exported('dwca', { license: 'CC-BY-4.0' })
    t.match(bare, { state: 'ready', errorCount: 0 }, bare.failure ?? '')
    const page = `/projects/${project.id}/publication`
    // of the description only title, contact and the licence of this export are given; two sites give no facts of their own
    t.same(bare.faults.map(({ column, count, records }) => `${column} ${count} ${records[0]?.path}`).sort(), [
      `abstract 1 ${page}#abstract`,
      `coordinateUncertaintyInMeters 3 ${page}#coordinateUncertaintyInMeters`,
      'identifiedBy 3 /profile',
      `organizationName 1 ${page}#organizationName`,
      `people 1 ${page}#people`,
      `sampleSizeValue 2 ${page}#sampleSizeValue`,
      `samplingProtocol 2 ${page}#samplingProtocol`
    ])

    await scene.db.updateTable('account').set({ name: 'Ana Owner' }).where('id', '=', owner.id).execute()
    await describe(owner, project.id, {
      samplingDescription: 'Three places along the ridge.',
      doi: '10.5072/isobath.7',
      funding: [{ funder: 'Fund & Co', award: 'F-7', title: null, address: null }]
    })
    const out = await scene.exported('dwca')
    t.match(
      out,
      { state: 'ready', imageCount: 3, annotationCount: 3, errorCount: 0, warningCount: 0, faults: [], losses: [] },
      out.failure ?? ''
    )

    const files = await unzipped(out.content)
    const [events, occurrences] = [readTable(files, 'Event'), readTable(files, 'Occurrence')]
    const measurements = readTable(files, 'ExtendedMeasurementOrFact')
    const keys = new Set(events.map(({ eventID }) => eventID))
    t.equal(keys.size, 7, 'three images, two sites, a survey and the project: each once')
    for (const { parentEventID } of events) t.ok(parentEventID === '' || keys.has(parentEventID), 'the parent is in the file')
    for (const { key } of [...occurrences, ...measurements]) t.ok(keys.has(key), 'no extension row is an orphan')
    const cells = [...events, ...occurrences, ...measurements].flatMap(row => Object.values(row))
    t.notOk(cells.some(cell => /^(null|NaN|NA|undefined|\\N)$/i.test(cell)))

    // OBIS: required terms; GBIF: those of a sampling event
    for (const event of events.filter(({ eventType }) => eventType === 'Image'))
      for (const term of [
        'eventID',
        'eventDate',
        'decimalLatitude',
        'decimalLongitude',
        'samplingProtocol',
        'sampleSizeValue',
        'sampleSizeUnit'
      ])
        t.not(event[term] ?? '', '', `${term} of an image`)
    for (const occurrence of occurrences)
      for (const term of [
        'occurrenceID',
        'occurrenceStatus',
        'basisOfRecord',
        'scientificName',
        'scientificNameID',
        'kingdom',
        'recordedBy'
      ])
        t.not(occurrence[term] ?? '', '', `${term} of an occurrence`)

    const eventOf = (id: string) => events.find(({ eventID }) => eventID === `urn:uuid:${id}`)
    const [first = '', second = '', third = ''] = mediaIds
    const ridge = 'http://marineregions.org/mrgid/2401'
    t.match(eventOf(first), {
      ...{ samplingProtocol: 'towed camera transect', sampleSizeValue: '1', sampleSizeUnit: 'photograph', habitat: '', locationID: '' },
      ...{ coordinateUncertaintyInMeters: '15', geodeticDatum: 'EPSG:4326', footprintWKT: '', samplingEffort: '' }
    })
    t.match(eventOf(second), {
      ...{
        samplingProtocol: 'transect at 1 m/s',
        sampleSizeValue: '4.5',
        sampleSizeUnit: 'square metre',
        habitat: 'seamount'
      },
      ...{ locationID: ridge, footprintWKT: '', samplingEffort: '' }
    })
    t.match(eventOf(third), { samplingProtocol: 'towed camera transect', sampleSizeUnit: 'photograph', locationID: ridge })
    t.match(eventOf(transect), {
      ...{ footprintWKT: 'LINESTRING (-122.07 36.79, -122.06 36.8)', footprintSRS: 'EPSG:4326', samplingProtocol: 'transect at 1 m/s' },
      ...{ sampleSizeValue: '', coordinateUncertaintyInMeters: '15' }
    })
    t.match(eventOf(station), { footprintWKT: '', footprintSRS: '', samplingProtocol: 'towed camera transect' })
    t.match(eventOf(surveyId), { samplingEffort: '3 dives', locationID: ridge, samplingProtocol: 'towed camera transect' })

    const occurrenceOf = (rows: Row[], at: number) => rows.find(({ occurrenceID }) => occurrenceID === `urn:uuid:${annotationIds[at]}`)
    t.match(occurrenceOf(occurrences, 0), {
      ...{ individualCount: '1', organismQuantity: '1', organismQuantityType: 'individuals', recordedBy: 'Ada Example' },
      ...{ recordedByID: 'https://orcid.org/0000-0002-1825-0097', rightsHolder: 'Example Marine Institute' },
      license: 'http://creativecommons.org/licenses/by/4.0/legalcode'
    })
    t.match(occurrenceOf(occurrences, 2), { individualCount: '4' })

    const eml = files.get('eml.xml') ?? ''
    const parts = childrenAt(eml, 'eml/dataset')
    t.same(
      parts,
      [...parts].sort((a, b) => profile.indexOf(a) - profile.indexOf(b)),
      'the parts of the dataset are in the order of the profile'
    )
    for (const part of [
      'title',
      'creator',
      'metadataProvider',
      'associatedParty',
      'abstract',
      'coverage',
      'contact',
      'publisher',
      'methods',
      'project'
    ])
      t.ok(parts.includes(part), part)
    t.same(childrenAt(eml, 'eml/dataset/coverage'), ['geographicCoverage', 'temporalCoverage', 'taxonomicCoverage'])
    t.same(childrenAt(eml, 'eml/dataset/project'), ['title', 'personnel', 'funding', 'award'])
    t.same(childrenAt(eml, 'eml/dataset/project/personnel'), ['individualName', 'userId', 'role'])
    t.same(childrenAt(eml, 'eml/dataset/project/award'), ['funderName', 'awardNumber', 'title'])
    t.same(childrenAt(eml, 'eml/dataset/associatedParty'), ['individualName', 'organizationName', 'role'])
    t.same(childrenAt(eml, 'eml/dataset/methods'), ['methodStep', 'methodStep', 'sampling'])
    t.match(eml, '<para>T1: transect at 1 m/s</para><para>Every tenth frame.</para>')
    t.match(eml, '<alternateIdentifier>https://doi.org/10.5072/isobath.7</alternateIdentifier>')
    t.match(eml, '<taxonRankName>species</taxonRankName><taxonRankValue>Paragorgia arborea</taxonRankValue>')
    t.match(eml, '<citation identifier="https://doi.org/10.5072/isobath.7">Example A (20')
    t.match(childrenAt(files.get('meta.xml') ?? '', 'archive'), ['core', 'extension'])
    t.match(files.get('CITATION.cff'), /^cff-version: "1\.2\.0"$/m)

    // relabelled and confirmed, it is the same occurrence
    const revised = { id: newId(), kind: 'revise', annotationId: annotationIds[0], revision: 1, labelId: brisinga }
    const judged = { id: newId(), kind: 'revise', annotationId: annotationIds[0], revision: 2, reviewState: 'confirmed' }
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [revised, judged] })
    const again = readTable(await unzipped((await scene.exported('dwca')).content), 'Occurrence')
    t.same(
      again.map(({ occurrenceID }) => occurrenceID),
      occurrences.map(({ occurrenceID }) => occurrenceID)
    )
    t.match(occurrenceOf(again, 0), { scientificName: 'Brisinga' })
  })

  t.test('an export can have its own licence, institute and uncertainty; iFDO and COCO use the rest', async t => {
    const scene = await dives(t, database)
    const { owner, project } = scene
    await describe(owner, project.id, { doi: '10.5072/isobath.7' })
    const own = { license: 'CC0-1.0', organizationName: 'Another Institute', coordinateUncertaintyInMeters: 3 } as const
    const files = await unzipped((await scene.exported('dwca', own)).content)
    t.match(files.get('eml.xml'), '<publisher>\n<organizationName>Another Institute</organizationName>')
    t.match(files.get('eml.xml'), 'publicdomain/zero/1.0')
    t.match(readTable(files, 'Event')[0], { coordinateUncertaintyInMeters: '3' })

    const machines = { platform: 'ROV Doc Ricketts', sensor: 'still camera' }
    const ifdo = JSON.parse((await scene.exported('ifdo', machines)).content.toString())
    t.match(ifdo['image-set-header'], {
      'image-set-name': 'Benthic megafauna from towed-camera images, Example Ridge, 2024',
      'image-set-handle': 'https://doi.org/10.5072/isobath.7',
      'image-creators': [{ name: 'Ada Example', uri: 'https://orcid.org/0000-0002-1825-0097' }],
      'image-pi': { name: 'Ada Example' },
      'image-license': { name: 'CC-BY-4.0' },
      'image-copyright': /^© 20\d\d Example Marine Institute$/,
      'image-abstract': /^Occurrences of benthic megafauna/,
      'image-coordinate-uncertainty-meters': 15
    })
    const overridden = JSON.parse((await scene.exported('ifdo', { ...machines, ...own })).content.toString())
    t.match(overridden['image-set-header'], { 'image-license': { name: 'CC0-1.0' }, 'image-coordinate-uncertainty-meters': 3 })

    const { info, licenses } = JSON.parse((await scene.exported('coco')).content.toString())
    t.match(info, {
      description: 'Benthic megafauna from towed-camera images, Example Ridge, 2024',
      contributor: 'Ada Example',
      url: 'https://doi.org/10.5072/isobath.7',
      year: new Date().getUTCFullYear(),
      date_created: /^20\d\d\/\d\d\/\d\d$/
    })
    t.same(licenses, [
      { id: 1, name: 'Creative Commons Attribution 4.0 International', url: 'http://creativecommons.org/licenses/by/4.0/legalcode' }
    ])
  })
})
