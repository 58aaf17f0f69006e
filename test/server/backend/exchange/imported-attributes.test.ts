import t from 'tap'
import { readAs } from '../../../../server/backend/exchange/imports/field-values.ts'
import type { AttributeRules, AttributeValue } from '../../../../shared/attribute-values.ts'
import type { AttributeFieldDraft, AttributeType } from '../../../../shared/contracts/attribute-fields.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { addFields } from '../../../support/own-fields.ts'

const images = [{ fileName: 'a.jpg' }]
const fields: AttributeFieldDraft[] = [
  { name: 'individualCount', type: 'integer', minimum: 1 },
  { name: 'Disc width', type: 'number', unit: 'mm', maximum: 400 },
  { name: 'buried', type: 'boolean' },
  { name: 'quality', type: 'choice', choices: ['1', '2'] }
]

t.test('a value is converted to the type of its field only if it is unambiguous', async t => {
  const read = (type: AttributeType, ...values: AttributeValue[]) => {
    const rules: AttributeRules = { name: 'x', type, minimum: null, maximum: null, choices: ['1', 'ja'] }
    return values.map(value => readAs(rules, value))
  }
  t.same(read('integer', '3', ' 3 ', '3.0', '-2', '007', '1e2', 3), [3, 3, 3, -2, 7, 100, 3])
  const words = ['', '3.5', '3,0', '1,000', '3 or 4', '0x10', 'Infinity', 'NaN', '12345678901234567890', '½', true]
  t.same(read('integer', ...words), words, 'not a whole number')
  t.same(read('number', '2.5', '.5', '1e-7', '-0.25', 2), [2.5, 0.5, 1e-7, -0.25, 2])
  t.same(read('number', '2,5', '1e999', '5 mm', '', false), ['2,5', '1e999', '5 mm', '', false])
  t.same(read('boolean', 'true', 'False', 'YES', 'no', '1', '0', 1, true), [true, false, true, false, true, false, true, true])
  t.same(read('boolean', 'maybe', '', '2', 'on'), ['maybe', '', '2', 'on'])
  t.same(read('choice', 1, 'ja', 'Ja', 2, true), ['1', 'ja', 'Ja', 2, true])
  t.same(read('text', 7, true, '007'), ['7', 'true', '007'])
})

await forEachDatabase(t, (t, database) => {
  const viame = [
    '0,a.jpg,0,1,1,9,9,1,-1,Brisinga,1,(atr) individualCount 3,(atr) Disc_width 2.5,(atr) buried True,(atr) quality 1,(atr) free 3',
    '1,a.jpg,0,1,1,9,9,1,-1,Brisinga,1,(atr) individualCount 3 or 4,(atr) Disc_width 500,(atr) buried maybe,(atr) quality 3'
  ].join('\n')

  t.test('texts of a file are converted to the types of the fields; others stay and are reported with their row', async t => {
    const scene = await exchangingProject(t, images, { database })
    await addFields(scene.owner, scene.project.id, fields)
    const checked = await scene.preview(viame)
    t.match(checked.preview, { annotationCount: 2, findingCount: 4, refusedCount: 0 })
    const fate = 'it stays unchanged until it is corrected in Annotate'
    t.same(
      checked.preview?.findings,
      [
        [2, 'individualCount', `The attribute “individualCount” must be a whole number of at least 1, not “3 or 4”: ${fate}`],
        [2, 'Disc width', `The attribute “Disc width” must be a number of at most 400, not 500: ${fate}`],
        [2, 'buried', `The attribute “buried” must be yes or no, not “maybe”: ${fate}`],
        [2, 'quality', `The attribute “quality” must be one of 1, 2, not “3”: ${fate}`]
      ].map(([row, column, message]) => ({ taken: true, row, column, path: null, message }))
    )
    t.match(
      (await scene.owner.get(`/imports/${checked.id}/findings`)).body,
      /\r\nchanged,2,individualCount,,,"The attribute “individualCount” must be/
    )
    await scene.apply(checked)
    const annotations = await scene.annotationsOf(scene.project.mediaIds[0]!)
    t.same(
      annotations.map(({ attributes: { track, ...rest } }) => rest),
      [
        { individualCount: 3, 'Disc width': 2.5, buried: true, quality: '1', free: '3' },
        { individualCount: '3 or 4', 'Disc width': 500, buried: 'maybe', quality: '3' }
      ]
    )
  })

  t.test('Darwin Core’s numbers are numbers in a project without fields, and nothing else changes', async t => {
    const scene = await exchangingProject(t, images, { database })
    const checked = await scene.preview(viame)
    t.match(checked.preview?.findings, [
      { row: 2, column: 'individualCount', message: /must be a whole number of at least 1, not “3 or 4”/ }
    ])
    t.equal(checked.preview?.findingCount, 1)
    await scene.apply(checked)
    const [first] = await scene.annotationsOf(scene.project.mediaIds[0]!)
    t.match(first?.attributes, { individualCount: 3, Disc_width: '2.5', buried: 'True', quality: '1', free: '3' })
  })

  t.test('every format with attributes reports the place of a value', async t => {
    const scene = await exchangingProject(t, images, { database })
    await addFields(scene.owner, scene.project.id, fields)
    const biigle =
      'filename,shape_name,points,label_name,annotation_id,attributes\na.jpg,Point,"[1,1]",x,1,"{""individualCount"":""9"",""buried"":""?""}"'
    const shape = { id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 5, 5], segmentation: [] }
    const coco = JSON.stringify({
      images: [{ id: 1, file_name: 'a.jpg', width: 4000, height: 3000 }],
      categories: [{ id: 1, name: 'x' }],
      annotations: [{ ...shape, attributes: { individualCount: '9', buried: '?', quality: 2 } }]
    })
    const part = '<attribute name="individualCount">9</attribute><attribute name="buried">?</attribute>'
    const box = `<box label="x" xtl="1" ytl="1" xbr="6" ybr="6">${part}</box>`
    const cvat = `<annotations><image name="a.jpg" width="4000" height="3000">\n${box}</image></annotations>`
    const found: unknown[] = []
    for (const [format, text] of Object.entries({ biigle, coco, cvat }) as ['biigle' | 'coco' | 'cvat', string][]) {
      const applied = await scene.importFile(text, { format })
      found.push(...(applied.preview?.findings ?? []).map(({ row, path, column }) => [format, row, path, column]))
      const last = (await scene.annotationsOf(scene.project.mediaIds[0]!)).at(-1)
      t.match(last?.attributes, { individualCount: 9, buried: '?', ...(format === 'coco' && { quality: '2' }) }, format)
    }
    t.same(found, [
      ['biigle', 2, null, 'buried'],
      ['coco', null, '/annotations/0', 'buried'],
      ['cvat', 2, 'box', 'buried']
    ])
  })
})
