import type { ExportFormat } from '../../../../shared/contracts/exchange.ts'
import { writeText } from '../../files/text-file.ts'
import { zipWriter } from '../../files/zip-write.ts'
import type { DatasetSource, ExchangeFile } from '../dataset.ts'
import { writeBiigle } from '../formats/biigle/write.ts'
import { writeCoco } from '../formats/coco/write.ts'
import { writeCoralNet } from '../formats/coralnet/write.ts'
import { writeCvat } from '../formats/cvat/write.ts'
import { writeViame } from '../formats/viame/write.ts'
import { writeVoc } from '../formats/voc/voc.ts'
import { writeYolo } from '../formats/yolo/yolo.ts'
import type { LossTally } from '../losses.ts'
import { writeAbundanceMatrix } from './abundance-table.ts'
import { asDataset } from './as-dataset.ts'
import { writeCoverTable } from './cover-table.ts'
import { writeDarwinCore } from './darwin-core.ts'
import { writeGeoJson } from './geojson.ts'
import { writeIfdoFile } from './ifdo.ts'
import { writeAnnotationTable } from './tables.ts'
import type { Writing, Written } from './writing.ts'

interface WritableFormat {
  /** Number of passes that the writer makes over all annotations. */
  walks: 1 | 2
  byFrame?: boolean
  /** @returns the counts for the file. Null if the file has every record that was read, except records counted as left out. */
  write(writing: Writing): Promise<Written | null>
}

type TextWriter = (source: DatasetSource, losses: LossTally) => AsyncIterable<string>

const text =
  (writer: TextWriter, labelsByName: boolean, namesPoints = false): WritableFormat['write'] =>
  async ({ source, losses, path }) => {
    await writeText(path, writer(asDataset(source, { losses, labelsByName, namesPoints }), losses))
    return null
  }

async function writeFolder(path: string, files: AsyncIterable<ExchangeFile>): Promise<null> {
  const zip = zipWriter(path)
  try {
    for await (const file of files) await zip.addText(file.path, file.text)
    await zip.end()
    return null
  } catch (error) {
    zip.abandon()
    throw error
  }
}

export const exportFormats: Record<ExportFormat, WritableFormat> = {
  coco: { walks: 1, write: text(writeCoco, false, true) },
  cvat: { walks: 2, write: text(writeCvat, true, true) },
  viame: { walks: 2, byFrame: true, write: text(writeViame, true) },
  biigle: { walks: 1, write: text(writeBiigle, false, true) },
  coralnet: { walks: 1, write: text(writeCoralNet, false) },
  voc: {
    walks: 1,
    write: ({ source, losses, path }) => writeFolder(path, writeVoc(asDataset(source, { losses, labelsByName: true }), losses))
  },
  yolo: {
    walks: 1,
    write: ({ source, losses, path, options: { task = 'detect' } }) =>
      writeFolder(path, writeYolo(asDataset(source, { losses, labelsByName: false }), losses, { task }))
  },
  ifdo: { walks: 2, write: writeIfdoFile },
  dwca: { walks: 1, write: writeDarwinCore },
  csv: { walks: 1, write: writeAnnotationTable },
  matrix: { walks: 1, write: writeAbundanceMatrix },
  cover: { walks: 1, write: writeCoverTable },
  geojson: { walks: 1, write: writeGeoJson }
}
