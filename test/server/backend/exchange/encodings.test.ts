import t from 'tap'
import { asUtf8 } from '../../../../server/backend/files/encoding.ts'
import type { ImportFormat } from '../../../../shared/contracts/exchange.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { zipOf } from '../../../support/zips.ts'

const name = 'Étoile – rosée'
const images = ['a.jpg', 'b.jpg'].map(fileName => ({ fileName, width: 400, height: 300 }))

const voc = (declaration: string) =>
  `${declaration}<annotation><filename>a.jpg</filename><object><name>${name}</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>`

const texts: Partial<Record<ImportFormat, string>> = {
  coralnet: `Name,Row,Column,Label code\na.jpg,1,2,${name}\nb.jpg,3,4,${name}\n`,
  viame: `0,a.jpg,0,10,20,30,40,1,-1,${name},1\n1,b.jpg,1,10,20,30,40,1,-1,${name},1\n`,
  coco: JSON.stringify({
    images: [{ id: 1, file_name: 'a.jpg' }],
    categories: [{ id: 1, name }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] }]
  }),
  voc: voc('')
}

/** Encodes the dash, which exists in Windows-1252 but not in ISO-8859-1. */
const inWindows1252 = (text: string) => Buffer.from(text.replaceAll('–', '\u0096'), 'latin1')

const asWindows1252 = { taken: true, message: 'The file is not UTF-8: it was read as Windows-1252' }

async function* inPieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

t.test('a text is the same however it is split', async t => {
  const text = `${'reef, '.repeat(60)}${name} 珊瑚 🐙 ${name}\n`
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  ]) {
    for (const length of [1, 2, 3, 7, 1000]) {
      const read: Uint8Array[] = []
      for await (const piece of asUtf8(inPieces(bytes, length), () => t.fail('it is Unicode'))) read.push(piece)
      t.equal(new TextDecoder().decode(Buffer.concat(read)), text, `${length}`)
    }
  }
  for (const end of ['É', 'É\n', 'ÉÉÉ']) {
    const found: Uint8Array[] = []
    let calls = 0
    for await (const piece of asUtf8(inPieces(inWindows1252(end), 1), () => calls++)) found.push(piece)
    t.same([Buffer.concat(found).toString(), calls], [end, 1])
  }
})

await forEachDatabase(t, async (t, database) => {
  t.test('names with accents are read from common encodings', async t => {
    const { importFile, makeProject } = await exchangingProject(t, images, { database })
    const labelsOf = async (content: Buffer) => {
      const { preview, failure } = await importFile(content, {}, (await makeProject(images)).id)
      t.ok((preview?.annotationCount ?? 0) > 0, failure ?? '')
      return { labels: preview?.labels.map(label => label.name), findings: preview?.findings }
    }
    for (const [format, text] of Object.entries(texts)) {
      t.match(await labelsOf(inWindows1252(text)), { labels: [name], findings: [asWindows1252] }, format)
      t.match(await labelsOf(Buffer.from(`\uFEFF${text}`, 'utf16le')), { labels: [name], findings: [] }, `${format} in UTF-16`)
      t.match(await labelsOf(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()), { labels: [name], findings: [] }, `${format} in UTF-16 BE`)
    }
    const declared = inWindows1252(voc('<?xml version="1.0" encoding="ISO-8859-1"?>\n'))
    t.match(await labelsOf(declared), { labels: [name], findings: [] }, 'the declaration in XML applies')
    const mac = Buffer.from(voc('<?xml version="1.0" encoding="macintosh"?>\n').replaceAll(name, '\u0083toile'), 'latin1')
    t.match(await labelsOf(mac), { labels: ['Étoile'], findings: [] })
    const archive = await zipOf({ 'obj.names': inWindows1252(`${name}\rsable\r`), 'obj_train_data/a.txt': '0 .5 .5 .1 .1\n' })
    t.match(await labelsOf(archive), { labels: [name, 'sable'], findings: [{ ...asWindows1252, path: 'obj.names' }] })
  })

  t.test('an unsupported encoding is refused by name', async t => {
    const { preview } = await exchangingProject(t, images, { database })
    const { failure } = await preview(voc('<?xml version="1.0" encoding="reef-8"?>\n'))
    t.match(failure, /declares the encoding “reef-8”, which is not supported/)
  })

  t.test('lines may end with CR alone; an import without results gives the reason', async t => {
    const { importFile, makeProject } = await exchangingProject(t, images, { database })
    for (const format of ['coralnet', 'viame'] satisfies ImportFormat[]) {
      const text = (texts[format] ?? '').replaceAll('\n', '\r')
      t.match((await importFile(text, {}, (await makeProject(images)).id)).preview, { annotationCount: 2, findings: [] }, format)
    }
    for (const content of ['Name,Row,Column,Label code\n', '{"images":[],"annotations":[],"categories":[]}'])
      t.match((await importFile(content)).preview, { annotationCount: 0, findings: [{ message: /^The file was read to its end/ }] })
  })
})
