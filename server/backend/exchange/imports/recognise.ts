import type { ImportFormat } from '../../../../shared/contracts/exchange.ts'
import { markedEncoding } from '../../files/encoding.ts'
import { NotThisFormat } from '../../files/reading.ts'
import { isZip, openZip, type ZipEntry } from '../../files/zip-read.ts'
import { isBiigleReport } from '../formats/biigle/report.ts'
import { isBiigleWorkbook, isWorkbook } from '../formats/biigle/workbook.ts'
import { isNamedYolo } from '../formats/yolo/archive.ts'
import { beginningOf } from './read-format.ts'

/** Detects the format of a file from its first bytes, or from the names in an archive. @throws NotThisFormat when the format is not recognised */
export async function recognise(path: string): Promise<ImportFormat> {
  const start = await beginningOf(path)
  const format = isZip(start) ? await ofArchive(path) : ofText(start)
  if (!format) throw new NotThisFormat('The format of this file was not recognised: choose the format')
  return format
}

function ofText(start: Buffer): ImportFormat | null {
  const text = new TextDecoder(markedEncoding(start) ?? 'utf-8').decode(start).trimStart()
  if (text.startsWith('{')) return ofJson(text)
  if (text.startsWith('[')) return /"image_id"\s*:/.test(text) ? 'coco' : null
  if (text.startsWith('<')) return /<annotations[\s>]/.test(text) ? 'cvat' : /<annotation[\s>]/.test(text) ? 'voc' : null
  if (/^["']?image-set-(header|items)["']?\s*:/m.test(text)) return 'ifdo'
  if (/^names\s*:/m.test(text)) return 'yolo'
  return ofTable(text)
}

function ofJson(text: string): ImportFormat | null {
  if (/"image-set-(header|items)"/.test(text)) return 'ifdo'
  return /"(images|annotations|categories)"\s*:\s*\[/.test(text) ? 'coco' : null
}

function ofTable(text: string): ImportFormat | null {
  if (isBiigleReport(text)) return 'biigle'
  const first = text.split(/\r\n|\n|\r/).find(line => line.trim() !== '' && !line.startsWith('#'))
  const cells = (first ?? '').split(',').map(cell => cell.trim().replace(/^"|"$/g, '').toLowerCase())
  const has = (...names: string[]) => names.every(name => cells.includes(name))
  if (has('name', 'row', 'column')) return 'coralnet'
  return cells.length >= 9 && cells.slice(3, 7).every(cell => /^-?[\d.]+(e[-+]?\d+)?$/.test(cell)) ? 'viame' : null
}

async function ofArchive(path: string): Promise<ImportFormat | null> {
  const zip = await openZip(path)
  try {
    if (isWorkbook(zip.entries)) {
      if (await isBiigleWorkbook(path, zip.entries)) return 'biigle'
      throw new NotThisFormat('This Excel workbook is not a BIIGLE report: save its sheet as CSV (text) and import that')
    }
    const names = zip.entries.map(({ name }) => name)
    if (names.some(name => /(^|\/)meta\.xml$/i.test(name))) return 'dwca'
    if (names.some(name => /(^|\/)data\.ya?ml$/i.test(name)) || isNamedYolo(zip.entries)) return 'yolo'
    const text = zip.entries.find(({ name }) => /\.(xml|json|csv|ya?ml)$/i.test(name) && !/(^|\/)(__MACOSX\/|\._)/.test(name))
    return text ? ofText(await beginningOfEntry(text)) : null
  } finally {
    zip.close()
  }
}

async function beginningOfEntry(entry: ZipEntry): Promise<Buffer> {
  for await (const chunk of entry.content()) return Buffer.from(chunk)
  return Buffer.alloc(0)
}
