import { type ByteSource, NotThisFormat, quoted, type ReadingOptions } from '../../../files/reading.ts'
import { childText, type XmlElement, xmlElements } from '../../../files/xml.ts'

/** Table of an archive, as described in `meta.xml`. */
export interface ArchiveTable {
  isCore: boolean
  /** Class of the rows, by its current local name: `Occurrence`. */
  rowType: string
  file: string
  delimiter: string
  quotes: boolean
  headerLines: number
  /** Index of the column with the key of the core record; null without such a column. */
  keyIndex: number | null
  /** Columns by the local name of their term, such as `scientificName`. */
  fields: Map<string, { index: number | null; fallback: string }>
}

/**
 * Reads `meta.xml`. Source: Darwin Core text guide.
 * @throws NotThisFormat when the file is not well-formed, or describes no core or an unreadable table
 */
export async function readArchiveMeta(source: ByteSource, options: ReadingOptions): Promise<ArchiveTable[]> {
  const tables: ArchiveTable[] = []
  const what = { root: 'archive', names: ['core', 'extension'], format: 'the meta.xml of a Darwin Core Archive' }
  for await (const element of xmlElements(source, what, options)) tables.push(tableOf(element))
  if (!tables.some(({ isCore }) => isCore)) throw new NotThisFormat('The meta.xml of the archive describes no core')
  return tables
}

function tableOf(element: XmlElement): ArchiveTable {
  const { attributes, children } = element
  const file = childText(
    children.find(({ name }) => name === 'files'),
    'location'
  )
  if (!file) throw new NotThisFormat(`The meta.xml of the archive lists no file for its ${element.name}`)
  const encoding = attributes.get('encoding') ?? 'UTF-8'
  if (!/^utf-?8$/i.test(encoding)) throw new NotThisFormat(`${quoted(file)} is in ${encoding}: only UTF-8 is supported`)
  const delimiter = unescaped(attributes.get('fieldsTerminatedBy') ?? ',')
  const enclosing = unescaped(attributes.get('fieldsEnclosedBy') ?? '"')
  if (delimiter === '') throw new NotThisFormat(`The meta.xml of the archive has no column separator for ${quoted(file)}`)
  if (enclosing !== '' && enclosing !== '"')
    throw new NotThisFormat(`The columns of ${quoted(file)} are enclosed by ${quoted(enclosing)}, which is not supported`)
  const fields: ArchiveTable['fields'] = new Map()
  for (const { name, attributes: field } of children) {
    const term = termOf(field.get('term') ?? '')
    if (name === 'field' && term && !fields.has(term))
      fields.set(term, { index: indexOf(field.get('index')), fallback: field.get('default') ?? '' })
  }
  return {
    isCore: element.name === 'core',
    rowType: rowTypeOf(attributes.get('rowType') ?? ''),
    file,
    delimiter,
    quotes: enclosing === '"',
    headerLines: indexOf(attributes.get('ignoreHeaderLines')) ?? 0,
    keyIndex: indexOf(children.find(({ name }) => name === 'id' || name === 'coreid')?.attributes.get('index')),
    fields
  }
}

/*
 * Names from older versions. Sources: Darwin Core text guide of 2009, in which a table without a row type contains SimpleDarwinRecords;
 * GBIF's publishing toolkit, for alternative row types; Darwin Core 1.4 of 2005 (`http://rs.tdwg.org/dwc/dwcore/`).
 */
const rowTypes: Record<string, string> = {
  '': 'Occurrence',
  simpledarwinrecord: 'Occurrence',
  simpledarwincore: 'Occurrence',
  darwinrecord: 'Occurrence',
  darwincore: 'Occurrence',
  occurrence: 'Occurrence',
  taxon: 'Taxon',
  event: 'Event',
  image: 'Multimedia',
  stillimage: 'Multimedia',
  multimedia: 'Multimedia',
  measurementorfact: 'MeasurementOrFact',
  measurementorfacts: 'MeasurementOrFact',
  extendedmeasurementorfact: 'ExtendedMeasurementOrFact',
  vernacularname: 'VernacularName'
}
const terms: Record<string, string> = {
  globalUniqueIdentifier: 'occurrenceID',
  authorYearOfScientificName: 'scientificNameAuthorship',
  identificationQualifer: 'identificationQualifier', // its former spelling
  imageURL: 'associatedMedia',
  remarks: 'occurrenceRemarks'
}

const lastPart = (name: string) => name.trim().replace(/\/$/, '').split(/[/#:]/).at(-1) ?? ''

function rowTypeOf(given: string): string {
  const last = lastPart(given)
  return rowTypes[last.toLowerCase()] ?? last
}

/** Current name of a term. In version 1.4, terms begin with a capital letter. */
function termOf(given: string): string {
  const last = lastPart(given)
  const term = last.charAt(0).toLowerCase() + last.slice(1)
  return terms[term] ?? term
}

const unescaped = (text: string) => text.replace(/\\t/g, '\t').replace(/\\n/g, '\n').replace(/\\r/g, '\r')

function indexOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : null
}
