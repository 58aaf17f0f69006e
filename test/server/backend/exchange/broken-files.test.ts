import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { ImportFinding } from '../../../../shared/contracts/exchange.ts'
import { importAnnotationLimit } from '../../../../shared/limits.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import {
  archive,
  archiveMeta,
  type BrokenFile,
  biigle,
  bombs,
  coco,
  cvat,
  faultyFiles,
  ifdo,
  viame,
  voc,
  yolo
} from '../../../support/broken-imports.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { zipOf } from '../../../support/zips.ts'

const unknownImage = 'no image of this project has this file name'

/** An archive with an entry name that no archiver would write. */
async function withName(name: string): Promise<Buffer> {
  const placeholder = 'x'.repeat(name.length)
  const archive = await zipOf({ [placeholder]: 'data', 'data.yaml': 'names: [a]' })
  return Buffer.from(archive.toString('latin1').replaceAll(placeholder, name), 'latin1')
}

/** Broken files that exist in only one format, or in none. */
async function others(): Promise<BrokenFile[]> {
  const small = await zipOf({ 'data.yaml': 'names: [a]', 'labels/a.txt': '0 0.5 0.5 0.1 0.1\n' })
  return [
    {
      name: 'COCO that ends in the middle',
      format: 'coco',
      content: coco({ bbox: [1, 1, 2, 2] }).slice(0, -40),
      refused: /^This is not JSON: /
    },
    { name: 'COCO without images', format: 'coco', content: '{"annotations":[]}', refused: /no lists “images” and “annotations”/ },
    { name: 'another list', format: 'coco', content: '[{"id":1}]', refused: /not of COCO results/ },
    {
      name: 'a category that is not there',
      content: coco({ bbox: [1, 1, 2, 2], category_id: 9 }),
      findings: [{ taken: false, path: '/annotations/0/category_id', message: /^There is no category 9$/ }]
    },
    {
      name: 'COCO with null for a number',
      content: coco({ bbox: [null, 1, 2, 2] }),
      findings: [{ taken: false, path: '/annotations/0/bbox', message: /must be a list of four numbers/ }]
    },
    {
      name: 'run lengths that fill no image',
      content: coco({ segmentation: { size: [80, 100], counts: [1e9] } }),
      findings: [{ taken: false, path: '/annotations/0/segmentation', message: /do not fill an image of 100 × 80/ }]
    },
    {
      name: 'VIAME with more rows than an import may have annotations, whether the project has their image or not',
      format: 'viame',
      content: Buffer.from('0,a.jpg,0,1,1,9,9,1,-1,fish,1\n0,q.jpg,0,1,1,9,9,1,-1,fish,1\n'.repeat(importAnnotationLimit / 2 + 1)),
      refused: /more than 1,000,000 annotations: split it/
    },
    {
      name: 'VIAME with several rows of unknown images',
      content: viame('1,q.jpg,0,1,1,9,9,1,-1,B,1\n2,q.jpg,0,1,1,9,9,1,-1,B,1\n3,r.jpg,1,1,1,9,9,1,-1,B,1'),
      findings: [
        { taken: false, message: new RegExp(`^“q.jpg”, with 2 annotations: ${unknownImage}$`) },
        { taken: false, message: new RegExp(`^“r.jpg”, with one annotation: ${unknownImage}$`) }
      ],
      reported: [/^left out,2,2,,q\.jpg,no image/, /^left out,3,2,,q\.jpg,no image/, /^left out,4,2,,r\.jpg,no image/]
    },
    {
      name: 'a table of something else',
      format: 'viame',
      content: Array.from({ length: 30 }, (_, at) => `site,${at},x`).join('\n'),
      refused: /This is not a VIAME CSV/
    },
    { name: 'a picture', format: 'viame', content: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70]), refused: /binary file/ },
    { name: 'a file that is nothing', content: 'hello', refused: /The format of this file was not recognised/ },
    {
      name: 'BIIGLE with a shape of wrong length',
      content: biigle('a.jpg,Point,"[1,2,3]",B,1'),
      findings: [{ taken: false, row: 3, column: 'points', message: /^3 numbers do not make a Point$/ }]
    },
    {
      name: 'BIIGLE with an open quotation mark',
      content: biigle('a.jpg,Point,"[3,4],B,1'),
      findings: [{ taken: false, row: 3, message: /^A quotation mark is not closed$/ }]
    },
    { name: 'CVAT cut off', format: 'cvat', content: cvat('').slice(0, -30), refused: /not well-formed XML/ },
    {
      name: 'CVAT with a box of nothing',
      content: cvat('<box label="B" xtl="5" ytl="5" xbr="5" ybr="9"/>'),
      findings: [{ taken: false, row: 3, path: 'box', message: /no width or no height/ }]
    },
    {
      name: 'one broken file of a folder',
      content: await zipOf({ 'Annotations/a.xml': voc(''), 'Annotations/b.xml': '<annotation>' }),
      findings: [{ taken: false, path: 'Annotations/b.xml', message: /not well-formed/ }]
    },
    {
      name: 'iFDO with an unknown label',
      content: ifdo({ labels: [{ label: 'other' }] }),
      findings: [{ taken: false, path: '/image-set-items/a.jpg/image-annotations/0/labels', message: /“other” is not declared/ }]
    },
    {
      name: 'iFDO with flat coordinates',
      content: ifdo({ coordinates: [1, 2] }),
      findings: [{ taken: false, path: '/image-set-items/a.jpg/image-annotations/0/coordinates', message: /single list of numbers/ }]
    },
    {
      name: 'YOLO with a class that is not there',
      content: await yolo('7 0.5 0.5 0.1 0.1'),
      findings: [{ taken: false, row: 1, column: '1', path: 'labels/train/a.txt', message: /There is no class 7/ }]
    },
    { name: 'YOLO without names', content: await zipOf({ 'data.yaml': 'nc: 3', 'labels/a.txt': '' }), refused: /no “names”/ },
    {
      name: 'an archive cut off',
      format: 'yolo',
      content: small.subarray(0, small.length - 30),
      refused: /not a zip archive, or its end is missing/
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
      refused: /contains the path “\.\.\/\.\.\/etc\/evil\.txt”, which leads outside the archive/
    },
    {
      name: 'an archive that names a file of the root',
      format: 'yolo',
      content: await withName('/etc/passwd.txt'),
      refused: /contains the path “\/etc\/passwd\.txt”, which leads outside the archive/
    },
    {
      name: 'an archive with two files to choose from',
      format: 'coco',
      content: await zipOf({ 'a.json': '{}', 'b.json': '{}' }),
      refused: /2 JSON files, such as “a\.json”: import them one by one/
    },
    { name: 'Darwin Core without meta.xml', format: 'dwca', content: await zipOf({ 'o.txt': '' }), refused: /no meta\.xml/ },
    {
      name: 'Darwin Core without its table',
      format: 'dwca',
      content: await zipOf({ 'meta.xml': archiveMeta }),
      refused: /lacks the table “o\.txt”/
    },
    {
      name: 'Darwin Core without a name',
      content: await archive('2\t\thttps://x.example/a.jpg\t1\n'),
      findings: [{ taken: false, row: 3, column: 'scientificName', path: 'o.txt', message: /^The record has no scientific name$/ }]
    }
  ]
}

function flipped(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file)
  copy[at] = (copy[at] ?? 0) ^ 0x20
  return copy
}

type Placed = Partial<Pick<ImportFinding, 'row' | 'column' | 'path'>> & Pick<ImportFinding, 'taken'>

const placeOf = ({ taken, row = null, column = null, path = null }: Placed) => ({
  taken,
  row,
  column,
  path
})

await forEachDatabase(t, async (t, database) => {
  t.test('each broken file is refused with a sentence and a place, and changes nothing', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'a.jpg', width: 100, height: 80 }], { database })
    const before = await storedRows()
    const cases = [...(await faultyFiles()), ...(await bombs()), ...(await others())]
    // A second database reads the same files with the same code: a sample is enough to show that nothing is written there either.
    for (const { name, format, content, refused, findings = [], reported, taken = 1 } of database === 'sqlite'
      ? cases
      : cases.filter((_, at) => at % 8 === 0)) {
      const checked = await scene.preview(content, { ...(format && { format }) })
      if (refused) {
        t.match(checked, { state: 'failed', failure: refused, preview: null, job: { state: 'failed' } }, name)
        t.equal((await scene.owner.post(`/imports/${checked.id}/apply`, { revision: checked.revision })).statusCode, 409, name)
      } else {
        const { preview } = checked
        t.match(checked, { state: 'ready', preview: { annotationCount: taken } }, `${name} ${checked.failure ?? ''}`)
        t.same(preview?.findings.map(placeOf), findings.map(placeOf), `${name}: the places`)
        t.match(
          preview?.findings,
          findings.map(({ message }) => ({ message })),
          `${name}: the sentences`
        )
        const report = await reportOf(checked.id)
        t.equal(report.length, (reported ?? findings).length, `${name}: each is in the report`)
        t.equal(preview?.findingCount, report.length, name)
        if (reported) t.match(report, reported, `${name}: the report`)
      }
      t.equal((await scene.owner.delete(`/imports/${checked.id}`)).statusCode, 204)
    }
    t.same(await storedRows(), before, 'nothing was written')
    t.same(readdirSync(join(scene.config.dataDir, 'exchange')), [], 'and no file is left')

    async function reportOf(id: string) {
      const lines = (await scene.owner.get(`/imports/${id}/findings`)).body.split('\r\n')
      return lines.slice(1, -1)
    }

    async function storedRows() {
      const count = (table: 'annotation' | 'label' | 'import_session') =>
        scene.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      return Promise.all([count('annotation'), count('label'), count('import_session'), scene.db.selectFrom('media').selectAll().execute()])
    }
  })
})
