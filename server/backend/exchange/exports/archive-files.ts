import { createReadStream } from 'node:fs'
import { citationFile } from '../../../../shared/publication/citation-file.ts'
import type { Described } from '../../../../shared/publication/described.ts'
import { zipWriter } from '../../files/zip-write.ts'
import { emlXml, licenseUrl } from '../formats/darwin-core/eml.ts'
import { metaXml, occurrenceTable } from '../formats/darwin-core/tables.ts'
import type { ArchiveTable } from './archive-tables.ts'
import { type DescribedDataset, datasetFacts } from './dataset-facts.ts'

/** Packs the finished tables into the archive, with their descriptor, metadata and citation. */
export async function packArchive(path: string, tables: readonly ArchiveTable[], facts: DescribedDataset) {
  const { described } = facts.source
  const filled = tables.filter(({ count }) => count > 0)
  const zip = zipWriter(path)
  try {
    const constants = rightsOf(described)
    const [core, ...extensions] = filled.map(({ table }) => (table.file === occurrenceTable.file ? { ...table, constants } : table))
    if (core) await zip.addText('meta.xml', metaXml([core, ...extensions]))
    await zip.addText('eml.xml', emlXml(datasetFacts(facts)))
    await zip.addText('CITATION.cff', citationFile(described, facts.writtenAt.slice(0, 10)))
    for (const { table, path: part } of filled) await zip.add(table.file, () => createReadStream(part))
    await zip.end()
  } catch (error) {
    zip.abandon()
    throw error
  }
}

/** Licence and rights holder, which are the same for every occurrence. */
function rightsOf({ license, organizationName }: Described): Record<string, string> {
  const terms = 'http://purl.org/dc/terms/'
  return {
    ...(license && { [`${terms}license`]: licenseUrl(license) }),
    ...(organizationName && { [`${terms}rightsHolder`]: organizationName })
  }
}
