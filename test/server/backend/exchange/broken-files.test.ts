import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { ImportFormat } from '../../../../shared/contracts/exchange.ts'
import { importAnnotationLimit } from '../../../../shared/limits.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { zipOf } from '../../../support/zips.ts'

interface Broken {
  name: string
  format?: ImportFormat
  content: string | Buffer
  /** The whole file is refused with this. */
  refused?: RegExp
  /** What is left out or changed, and where; the rest is taken. */
  findings?: object[]
  /** Lines of the report that the findings stand for. */
  reported?: RegExp[]
  taken?: number
}

const image = { id: 1, file_name: 'a.jpg', width: 100, height: 80 }
const category = { id: 1, name: 'Brisinga' }
const coco = (annotation: object, more: object = {}) =>
  JSON.stringify({
    images: [image],
    categories: [category],
    annotations: [
      { image_id: 1, category_id: 1, ...annotation },
      { image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] }
    ],
    ...more
  })
const cvat = (inner: string) =>
  `<annotations><image name="a.jpg" width="100" height="80">${inner}<box label="B" xtl="1" ytl="1" xbr="9" ybr="9"/></image></annotations>`
const voc = (object: string) =>
  `<annotation><filename>a.jpg</filename><size><width>100</width><height>80</height></size>${object}<object><name>B</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>`
const biigleHeader = 'filename,shape_name,points,label_name,annotation_id'
const bomb = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;&x;">]>'
const ifdo = (annotation: object) =>
  JSON.stringify({
    'image-set-header': { 'image-annotation-labels': [{ id: 'l', name: 'Brisinga' }] },
    'image-set-items': {
      'a.jpg': {
        'image-annotations': [
          {
            shape: 'single-pixel',
            coordinates: [[1, 2]],
            labels: [{ label: 'l', annotator: 'x', 'created-at': '2024-01-01T00:00:00Z' }],
            ...annotation
          },
          { shape: 'single-pixel', coordinates: [[1, 2]], labels: [{ label: 'l' }] }
        ]
      }
    }
  })
const unknownImage = 'no media item of this project has this file name'
const good = '5,a.jpg,0,1,1,9,9,1,-1,Brisinga,1'

/** An archive with a name that no writer of archives would write. */
async function withName(name: string): Promise<Buffer> {
  const placeholder = 'x'.repeat(name.length)
  const archive = await zipOf({ [placeholder]: 'data', 'data.yaml': 'names: [a]' })
  return Buffer.from(archive.toString('latin1').replaceAll(placeholder, name), 'latin1')
}

const archiveOf = async (rows: string, meta: string) => zipOf({ 'meta.xml': meta, 'o.txt': rows })
const occurrences = `<archive><core rowType="http://rs.tdwg.org/dwc/terms/Occurrence" fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1">
  <files><location>o.txt</location></files><id index="0"/><field index="1" term="http://rs.tdwg.org/dwc/terms/scientificName"/></core></archive>`

async function corpus(): Promise<Broken[]> {
  const small = await zipOf({ 'data.yaml': 'names: [a]', 'labels/a.txt': '0 0.5 0.5 0.1 0.1\n' })
  const yolo = (line: string) => zipOf({ 'data.yaml': 'names: [a]', 'labels/train/a.txt': `${line}\n0 0.5 0.5 0.1 0.1\n` })
  return [
    {
      name: 'COCO that ends in the middle',
      format: 'coco',
      content: coco({ bbox: [1, 1, 2, 2] }).slice(0, -40),
      refused: /^This is not JSON: /
    },
    { name: 'COCO without images', format: 'coco', content: '{"annotations":[]}', refused: /no lists “images” and “annotations”/ },
    { name: 'a list of results', format: 'coco', content: '[{"image_id":1}]', refused: /list of results/ },
    {
      name: 'a polygon outside of its image',
      content: coco({ segmentation: [[900, 900, 950, 900, 950, 950]] }),
      findings: [{ taken: false, path: '/annotations/0', message: /lies outside the picture of 100 × 80/ }]
    },
    {
      name: 'a box that stands over the edge',
      content: coco({ bbox: [90, 70, 30, 30] }),
      taken: 2,
      findings: [{ taken: true, path: '/annotations/0', message: /stood over the edge/ }]
    },
    {
      name: 'a category that is not there',
      content: coco({ bbox: [1, 1, 2, 2], category_id: 9 }),
      findings: [{ taken: false, path: '/annotations/0/category_id', message: 'There is no category 9' }]
    },
    {
      name: 'COCO with null for a number',
      content: coco({ bbox: [null, 1, 2, 2] }),
      findings: [{ taken: false, path: '/annotations/0/bbox' }]
    },
    {
      name: 'run lengths that fill no image',
      content: coco({ segmentation: { size: [80, 100], counts: [1e9] } }),
      findings: [{ taken: false, path: '/annotations/0/segmentation' }]
    },
    {
      name: 'VIAME with more rows than an import may have annotations, whether the project has their image or not',
      format: 'viame',
      content: Buffer.from('0,a.jpg,0,1,1,9,9,1,-1,fish,1\n0,q.jpg,0,1,1,9,9,1,-1,fish,1\n'.repeat(importAnnotationLimit / 2 + 1)),
      refused: /more than 1,000,000 annotations: divide it/
    },
    {
      name: 'VIAME with too few columns',
      content: `${good}\n1,a.jpg,0,1,1`,
      findings: [{ taken: false, row: 2, message: /at least 9 cells/ }]
    },
    {
      name: 'VIAME with NaN',
      content: `${good}\n1,a.jpg,0,NaN,1,9,9,1,-1,B,1`,
      findings: [{ taken: false, row: 2, column: '4', message: /“NaN” is not a number/ }]
    },
    {
      name: 'VIAME with an unknown image',
      content: `${good}\n1,q.jpg,0,1,1,9,9,1,-1,Brisinga,1`,
      findings: [{ taken: false, message: `“q.jpg”, with one annotation: ${unknownImage}` }],
      reported: [/^left out,2,,,q\.jpg,no media item/]
    },
    {
      name: 'VIAME with several rows of unknown images',
      content: `${good}\n1,q.jpg,0,1,1,9,9,1,-1,B,1\n2,q.jpg,0,1,1,9,9,1,-1,B,1\n3,r.jpg,1,1,1,9,9,1,-1,B,1`,
      findings: [
        { taken: false, message: `“q.jpg”, with 2 annotations: ${unknownImage}`, count: 2 },
        { taken: false, message: `“r.jpg”, with one annotation: ${unknownImage}` }
      ],
      reported: [/^left out,2,,,q\.jpg,no media item/, /^left out,3,,,q\.jpg,no media item/, /^left out,4,,,r\.jpg,no media item/]
    },
    {
      name: 'a table of something else',
      format: 'viame',
      content: Array.from({ length: 30 }, (_, at) => `site,${at},x`).join('\n'),
      refused: /This is not a VIAME CSV/
    },
    { name: 'a picture', format: 'viame', content: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70]), refused: /binary file/ },
    { name: 'a file that is nothing', content: 'hello', refused: /The format of this file is not known/ },
    {
      name: 'BIIGLE without its columns',
      format: 'biigle',
      content: 'filename,points\na.jpg,"[1,2]"',
      refused: /does not name the columns/
    },
    {
      name: 'BIIGLE with a shape of wrong length',
      content: `${biigleHeader}\na.jpg,Point,"[1,2,3]",B,1\na.jpg,Point,"[1,2]",B,2`,
      findings: [{ taken: false, row: 2, column: 'points', message: '3 numbers make no Point' }]
    },
    {
      name: 'BIIGLE with an open quotation mark',
      content: `${biigleHeader}\na.jpg,Point,"[1,2]",B,1\na.jpg,Point,"[3,4],B,2`,
      findings: [{ taken: false, row: 3, message: 'A quotation mark is not closed' }]
    },
    {
      name: 'CoralNet outside of the image',
      content: 'Name,Row,Column,Label code\na.jpg,99,5,B\na.jpg,5,5,B',
      findings: [{ taken: false, row: 2, column: 'Row', message: /outside the picture of 100 × 80/ }]
    },
    { name: 'CVAT cut off', format: 'cvat', content: cvat('').slice(0, -30), refused: /not well-formed XML/ },
    { name: 'CVAT with an entity bomb', format: 'cvat', content: bomb + cvat('&y;'), refused: /document type, which is not read/ },
    {
      name: 'CVAT with a box of nothing',
      content: cvat('<box label="B" xtl="5" ytl="5" xbr="5" ybr="9"/>'),
      findings: [{ taken: false, row: 1, path: 'box', message: /no width or no height/ }]
    },
    { name: 'Pascal VOC with an entity bomb', format: 'voc', content: bomb + voc('&y;'), refused: /document type/ },
    {
      name: 'Pascal VOC with a box without sides',
      content: voc('<object><name>B</name></object>'),
      findings: [{ taken: false, row: 1, message: /needs the numbers xmin/ }]
    },
    {
      name: 'one broken file of a folder',
      content: await zipOf({ 'Annotations/a.xml': voc(''), 'Annotations/b.xml': '<annotation>' }),
      findings: [{ taken: false, path: 'Annotations/b.xml', message: /not well-formed/ }]
    },
    {
      name: 'iFDO with an unknown label',
      content: ifdo({ labels: [{ label: 'other' }] }),
      findings: [{ taken: false, path: '/image-set-items/a.jpg/image-annotations/0/labels' }]
    },
    {
      name: 'iFDO with flat coordinates',
      content: ifdo({ coordinates: [1, 2] }),
      findings: [{ taken: false, path: '/image-set-items/a.jpg/image-annotations/0/coordinates' }]
    },
    {
      name: 'YOLO with a class that is not there',
      content: await yolo('7 0.5 0.5 0.1 0.1'),
      findings: [{ taken: false, row: 1, column: '1', path: 'labels/train/a.txt', message: /There is no class 7/ }]
    },
    {
      name: 'YOLO with a word',
      content: await yolo('0 left 0.5 0.1 0.1'),
      findings: [{ taken: false, row: 1, column: '2', message: '“left” is not a number' }]
    },
    { name: 'YOLO without names', content: await zipOf({ 'data.yaml': 'nc: 3', 'labels/a.txt': '' }), refused: /no “names”/ },
    {
      name: 'an archive cut off',
      format: 'yolo',
      content: small.subarray(0, small.length - 30),
      refused: /no zip archive, or its end is missing/
    },
    {
      name: 'an archive with a wrong byte',
      format: 'yolo',
      content: flipped(small, 41),
      refused: /is damaged/
    },
    {
      name: 'an archive that names a file above itself',
      format: 'yolo',
      content: await withName('../../etc/evil.txt'),
      refused: /names the file “\.\.\/\.\.\/etc\/evil\.txt”, which lies outside of it/
    },
    {
      name: 'an archive that names a file of the root',
      format: 'yolo',
      content: await withName('/etc/passwd.txt'),
      refused: /names the file “\/etc\/passwd\.txt”, which lies outside of it/
    },
    {
      name: 'an archive that unfolds without end',
      format: 'coco',
      content: await zipOf({ 'a.json': Buffer.alloc(20 * 1024 ** 2, ' ') }),
      refused: /unfolds into more than 500 times its size/
    },
    {
      name: 'an archive with two files to choose from',
      format: 'coco',
      content: await zipOf({ 'a.json': '{}', 'b.json': '{}' }),
      refused: /2 JSON files, such as “a\.json”: bring them one by one/
    },
    { name: 'Darwin Core without meta.xml', format: 'dwca', content: await zipOf({ 'o.txt': '' }), refused: /no meta\.xml/ },
    {
      name: 'Darwin Core with an entity bomb',
      format: 'dwca',
      content: await archiveOf('', bomb + occurrences.slice(0)),
      refused: /document type/
    },
    {
      name: 'Darwin Core without its table',
      format: 'dwca',
      content: await zipOf({ 'meta.xml': occurrences }),
      refused: /lacks the table “o\.txt”/
    },
    {
      name: 'Darwin Core without a name',
      content: await archiveOf('id\tname\n1\t\n', occurrences),
      taken: 0,
      findings: [{ taken: false, row: 2, column: 'scientificName', path: 'o.txt' }]
    }
  ]
}

function flipped(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file)
  copy[at] = (copy[at] ?? 0) ^ 0x20
  return copy
}

await forEachDatabase(t, async (t, database) => {
  t.test('each broken file gets a sentence with its place, and changes nothing', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'a.jpg', width: 100, height: 80 }], { database })
    const before = await standing()
    const cases = await corpus()
    // A second database reads the same files by the same code: a sample is enough to see that nothing is written there either.
    for (const { name, format, content, refused, findings = [], reported, taken = 1 } of database === 'sqlite'
      ? cases
      : cases.filter((_, at) => at % 8 === 0)) {
      const checked = await scene.preview(content, { ...(format && { format }) })
      if (refused) t.match(checked, { state: 'failed', failure: refused, preview: null, job: { state: 'failed' } }, name)
      else {
        t.match(
          checked,
          { state: 'ready', preview: { annotationCount: taken, findings, findingCount: (reported ?? findings).length } },
          `${name} ${checked.failure ?? ''}`
        )
        t.equal(checked.preview?.findings.length, findings.length, name)
        if (reported) t.match(await reportOf(checked.id), reported, `${name}: the report names each`)
      }
      t.equal((await scene.owner.delete(`/imports/${checked.id}`)).statusCode, 204)
    }
    t.same(await standing(), before, 'nothing was written')
    t.same(readdirSync(join(scene.config.dataDir, 'exchange')), [], 'and no file was left')

    async function reportOf(id: string) {
      const lines = (await scene.owner.get(`/imports/${id}/findings`)).body.split('\r\n')
      return lines.slice(1, -1)
    }

    async function standing() {
      const count = (table: 'annotation' | 'label' | 'import_session') =>
        scene.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      return Promise.all([count('annotation'), count('label'), count('import_session'), scene.db.selectFrom('media').selectAll().execute()])
    }
  })
})
