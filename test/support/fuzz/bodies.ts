import type { Chance } from './chance.ts'
import { hostileTexts } from './texts.ts'

const header = [
  'id',
  'parent_id',
  'name',
  'scientificName',
  'taxonRank',
  'filename',
  'site',
  'survey',
  'decimalLatitude',
  'label',
  'x',
  'y',
  'width'
]
const cells = [
  '1',
  '2',
  'Porifera',
  'IMG_000001.JPG',
  'IMG_9.JPG',
  'M1',
  '12.5',
  '-91',
  '3" shell',
  '"quoted, with ""marks"""',
  '=1+1',
  '0,5',
  '"open',
  '\t'
]

/** Draws the content of an uploaded file: a table, JSON, XML or bytes, mostly with a fault. */
export function fileBody(chance: Chance): Buffer {
  const { one, below, in100 } = chance
  const die = below(100)
  if (die < 50) {
    const mark = one([',', ',', ';', '\t'])
    const cell = () => (in100(80) ? one(cells) : one(hostileTexts))
    const columns = Array.from({ length: 1 + below(6) }, () => one(header))
    const rows = Array.from({ length: below(8) }, () => Array.from({ length: columns.length + (in100(5) ? 1 : 0) }, cell).join(mark))
    return Buffer.from(`${one(['', '', '\ufeff', '\ufffe'])}${[columns.join(mark), ...rows].join(one(['\n', '\r\n', '\r']))}`)
  }
  if (die < 65) {
    const coco = {
      images: [{ id: 1, file_name: one(cells), width: one([100, -1, '1', null]), height: 80 }],
      annotations: [
        { id: 1, image_id: one([1, 2, null]), category_id: one([1, '1', {}]), bbox: one([[1, 2, 3, 4], [1], 'x', [null, 1, 1, 1]]) }
      ],
      categories: one<unknown>([[{ id: 1, name: 'Porifera' }], [], null, {}])
    }
    return Buffer.from(JSON.stringify(coco).slice(0, in100(20) ? below(150) : undefined))
  }
  if (die < 80) {
    const xml = `<annotation><filename>${one(cells)}</filename><size><width>${one(cells)}</width><height>80</height></size><object><name>a</name><bndbox><xmin>1</xmin></bndbox></object></annotation>`
    return Buffer.from(
      one([xml, xml.slice(0, below(xml.length)), `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(50)}">]><a>&b;</a>`, '<', '<a></b>'])
    )
  }
  const magic = one(['\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0', 'PK\x03\x04', 'II*\0', 'RIFF\0\0\0\0WEBP', '\x1f\x8b', ''])
  return Buffer.concat([Buffer.from(magic, 'latin1'), Buffer.from(Array.from({ length: below(300) }, () => below(256)))])
}
