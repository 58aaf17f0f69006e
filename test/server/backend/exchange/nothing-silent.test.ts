import t from 'tap'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { zipOf } from '../../../support/zips.ts'

const images = [{ fileName: 'a.jpg', width: 400, height: 300 }]

const ofIfdo = { license: 'CC-BY-4.0', platform: 'ROV', sensor: 'camera', coordinateUncertaintyInMeters: 5 } as const

await forEachDatabase(t, async (t, database) => {
  t.test('CoralNet image columns are reported once each', async t => {
    const { preview } = await exchangingProject(t, images, { database })
    const file = 'Name,Row,Column,Label code,Comments,Depth\na.jpg,1,2,Star,murky,\na.jpg,3,4,Star,clear,\n'
    const { preview: read } = await preview(file)
    t.match(read, { annotationCount: 2, findingCount: 1, findings: [{ taken: true, column: 'comments' }] })
    t.equal(read?.findings[0]?.message, 'The column “comments” was left out: it has a value in 2 rows')
  })

  t.test('equal findings are one line on the page, and each is in the report', async t => {
    const { preview, owner } = await exchangingProject(t, images, { database })
    const flat = (at: number) => `${at},a.jpg,0,5,5,5,5,1,-1,Star,1\n`
    const equal = Array.from({ length: 300 }, (_, at) => flat(at)).join('')
    const { id, preview: read } = await preview(`${equal}300,a.jpg,0,1,1,9,9,1,-1,Star,high\n`)
    t.match(read, { findingCount: 301, refusedCount: 300 })
    t.same(
      read?.findings.map(({ taken, row, count, further }) => ({ taken, row, count, further: further?.map(place => place.row) })),
      [
        { taken: false, row: 1, count: 300, further: [2, 3] },
        { taken: true, row: 301, count: undefined, further: undefined }
      ]
    )
    const lines = (await owner.get(`/imports/${id}/findings`)).body.trim().split('\r\n').slice(1)
    const rows = lines.filter(line => line.startsWith('left out')).map(line => Number(line.split(',')[1]))
    t.same(
      rows,
      Array.from({ length: 300 }, (_, at) => at + 1)
    )
    t.equal(lines.length, 301)
  })

  t.test('a Pascal VOC confidence is imported', async t => {
    const { importFile, annotationsOf, project } = await exchangingProject(t, images, { database })
    const box = '<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox>'
    const object = `<object><name>Star</name><confidence>0.75</confidence>${box}</object>`
    const { preview } = await importFile(`<annotation><filename>a.jpg</filename>${object}</annotation>`)
    t.match(preview, { unnamed: { source: 'machine' }, findings: [] })
    t.match(await annotationsOf(project.mediaIds[0]!), [{ confidence: 0.75, source: 'machine' }])
  })

  t.test('COCO captions and tracks are kept, and an invalid segmentation is reported', async t => {
    const { importFile, annotationsOf, project } = await exchangingProject(t, images, { database })
    const plain = { image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] }
    const annotations = [
      { ...plain, id: 1, caption: 'on a stalk', track_id: 7 },
      { ...plain, id: 2, segmentation: 'oops' },
      { ...plain, id: 3, segmentation: null }
    ]
    const file = { images: [{ id: 1, file_name: 'a.jpg' }], categories: [{ id: 1, name: 'Star' }], annotations }
    const { preview } = await importFile(JSON.stringify(file))
    t.match(preview?.findings, [{ taken: true, path: '/annotations/1/segmentation', message: /: the box was used$/ }])
    t.equal(preview?.findings.length, 1)
    t.match((await annotationsOf(project.mediaIds[0]!))[0]?.attributes, { caption: 'on a stalk', track: '7' })
  })

  t.test('the header of an iFDO survives, and an existing one stays', async t => {
    const { importFile, exported, makeProject, owner, project } = await exchangingProject(t, images, { database })
    const place = { 'image-datetime': '2024-06-02 04:29:27', 'image-latitude': 1, 'image-longitude': 2, 'image-altitude-meters': -9 }
    const ifdo = (yaw: unknown) =>
      JSON.stringify({ 'image-set-header': {}, 'image-set-items': { 'a.jpg': { ...place, 'image-camera-yaw-degrees': yaw } } })
    t.match((await importFile(ifdo(-92.5))).preview, { facts: { imageCount: 1, headingCount: 1 }, findings: [] })
    const metadataOf = async (id: string) => (await owner.get(`/media/${id}`)).json().metadata
    t.match(await metadataOf(project.mediaIds[0]!), { heading: '267.5' })
    t.match((await importFile(ifdo(90))).preview?.findings, [{ taken: true, message: /the values of the image were kept$/ }])
    t.match((await importFile(ifdo('north'))).preview?.findings, [
      { taken: true, message: 'The heading is not a number between -360 and 360' }
    ])
    const { content, state, failure } = await exported('ifdo', ofIfdo)
    t.equal(state, 'ready', failure ?? '')
    const twin = await makeProject(images)
    t.match((await importFile(content, {}, twin.id)).preview, { facts: { headingCount: 1 } })
    t.match(await metadataOf(twin.mediaIds[0]!), { heading: '267.5' })
  })

  t.test('references of identifications are reported', async t => {
    const { preview } = await exchangingProject(t, images, { database })
    const field = (index: number, term: string) => `<field index="${index}" term="http://rs.tdwg.org/dwc/terms/${term}"/>`
    const fields = ['scientificName', 'associatedMedia', 'identificationReferences'].map((term, at) => field(at + 1, term)).join('')
    const core = `<core rowType="http://rs.tdwg.org/dwc/terms/Occurrence" fieldsTerminatedBy="," linesTerminatedBy="\\n" ignoreHeaderLines="1"><files><location>o.csv</location></files><id index="0"/>${fields}</core>`
    const file = await zipOf({
      'meta.xml': `<archive xmlns="http://rs.tdwg.org/dwc/text/">${core}</archive>`,
      'o.csv': 'id,name,media,references\n1,Gadus morhua,https://x.example/a.jpg,Model 1\n2,Gadus morhua,https://x.example/a.jpg,Model 1\n'
    })
    t.match((await preview(file)).preview, {
      annotationCount: 2,
      findings: [{ taken: true, count: 2, message: '2 × The identificationReferences were left out' }]
    })
  })
})
