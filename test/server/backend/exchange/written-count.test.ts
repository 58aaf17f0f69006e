import t from 'tap'
import type { ExportFormat } from '../../../../shared/contracts/exchange.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { unzipped } from '../../../support/zips.ts'

/*
 * A box, a polygon, a point and a label of the whole image with a name, and a box without one: five annotations. The number that each format can hold
 * is given below, and is counted in the file itself by the text of one annotation.
 */
const cvat = `<annotations><image name="a.jpg" width="100" height="80">
<box label="B" xtl="1" ytl="1" xbr="9" ybr="9"/><polygon label="B" points="1,1;9,1;9,9"/><points label="B" points="5.5,5.5"/><tag label="B"/>
<box label="gone" xtl="1" ytl="1" xbr="9" ybr="9"/></image></annotations>`

const held: { format: ExportFormat; count: number; inFile: RegExp; options?: object }[] = [
  { format: 'coco', count: 3, inFile: /"image_id":/g },
  { format: 'cvat', count: 4, inFile: /<(box|polygon|points|tag) /g },
  { format: 'viame', count: 4, inFile: /^\d+,a\.jpg,/gm },
  { format: 'biigle', count: 4, inFile: /^\d+,.*a\.jpg/gm },
  { format: 'coralnet', count: 0, inFile: /^a\.jpg,/gm }, // it has sample points only
  { format: 'voc', count: 3, inFile: /<object>/g },
  { format: 'yolo', count: 2, inFile: /^\d /gm },
  { format: 'yolo', count: 2, inFile: /^\d /gm, options: { task: 'segment' } },
  {
    format: 'ifdo',
    count: 4,
    inFile: /"coordinates":/g,
    options: { license: 'CC-BY-4.0', coordinateUncertaintyInMeters: 5, platform: 'ROV', sensor: 'CAM' }
  },
  { format: 'csv', count: 5, inFile: /^[0-9a-f]{8}-/gm }
]

await forEachDatabase(t, async (t, database) => {
  t.test('the count of an export is that of the annotations in its file', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'a.jpg', width: 100, height: 80 }], { database })
    await scene.importFile(cvat)
    const { items } = (await scene.owner.get(`/projects/${scene.project.id}/labels`)).json()
    const gone = items.find(({ name }: { name: string }) => name === 'gone')
    await scene.db.updateTable('annotation').set({ label_id: null }).where('label_id', '=', gone.id).execute()
    const facts = { event_date: '2024-06-02T04:29:27.000Z', decimal_latitude: 40, decimal_longitude: -30, depth_in_meters: 9 }
    await scene.db.updateTable('media').set(facts).where('project_id', '=', scene.project.id).execute()
    for (const { format, count, inFile, options = {} } of held) {
      const made = await scene.exportedWhole(format, options)
      t.equal(made.failure, null, format)
      const files = format === 'yolo' || format === 'voc' ? [...(await unzipped(made.content))] : [['', made.content.toString()] as const]
      const text = files.map(([name, content]) => (name.endsWith('.yaml') ? '' : content)).join('\n')
      t.equal(text.match(inFile)?.length ?? 0, count, `${format}: in the file`)
      t.equal(made.annotationCount, count, `${format}: in the record`)
    }
    const boxes = scene.db.updateTable('annotation').set({ attributes: '{"individualCount":7}' })
    await boxes.where('shape_kind', '=', 'box').where('label_id', 'is not', null).execute()
    for (const groupBy of ['image', 'survey']) {
      const made = await scene.exportedWhole('matrix', { groupBy })
      t.match(made.content.toString(), /,10(,0)?\n$/, `${groupBy}: seven individuals of one annotation, and three`)
      t.equal(made.annotationCount, 4, `${groupBy}: of four annotations`)
    }
  })
})
