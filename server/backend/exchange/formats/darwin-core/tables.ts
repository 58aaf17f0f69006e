import { escapedXml } from '../../../../../shared/escaped-xml.ts'

const dwc = 'http://rs.tdwg.org/dwc/terms/'
const dcterms = 'http://purl.org/dc/terms/'
const obis = 'http://rs.iobis.org/obis/terms/'

/*
 * Tables of a Darwin Core Archive for OBIS and GBIF. Events are the core, and the other tables refer to them by `eventID`. Each column is
 * named after its term. Source: Darwin Core text guide; OBIS manual; GBIF registered extensions.
 */

export interface DarwinCoreTable<Column extends string> {
  file: string
  rowType: string
  /** Columns. The first is the key of the core record. */
  columns: readonly Column[]
  /** Namespace of the columns that are not in `otherTerms`. */
  namespace: string
  otherTerms?: Partial<Record<Column, string>>
  /** Values that are the same in all rows. */
  constants?: Readonly<Record<string, string>>
}

export type EventColumn = (typeof eventTable.columns)[number]
export const eventTable = {
  file: 'event.txt',
  rowType: `${dwc}Event`,
  columns: [
    'eventID',
    'parentEventID',
    'eventType',
    'eventDate',
    'decimalLatitude',
    'decimalLongitude',
    'coordinateUncertaintyInMeters',
    'minimumDepthInMeters',
    'maximumDepthInMeters',
    'locality',
    'locationID',
    'footprintWKT',
    'footprintSRS',
    'samplingProtocol',
    'sampleSizeValue',
    'sampleSizeUnit',
    'samplingEffort',
    'habitat',
    'dataGeneralizations',
    'informationWithheld',
    'eventRemarks'
  ],
  namespace: dwc,
  constants: { [`${dwc}geodeticDatum`]: 'EPSG:4326' }
} as const

export type OccurrenceColumn = (typeof occurrenceTable.columns)[number]
export const occurrenceTable = {
  file: 'occurrence.txt',
  rowType: `${dwc}Occurrence`,
  columns: [
    'eventID',
    'occurrenceID',
    'scientificName',
    'scientificNameAuthorship',
    'scientificNameID',
    'taxonRank',
    'kingdom',
    'verbatimIdentification',
    'identificationQualifier',
    'occurrenceStatus',
    'basisOfRecord',
    'organismQuantity',
    'organismQuantityType',
    'individualCount',
    'sex',
    'lifeStage',
    'behavior',
    'vitality',
    'recordedBy',
    'recordedByID',
    'identifiedBy',
    'identifiedByID',
    'dateIdentified',
    'identificationVerificationStatus',
    'identificationReferences',
    'identificationRemarks',
    'associatedMedia',
    'dataGeneralizations',
    'informationWithheld',
    'occurrenceRemarks'
  ],
  namespace: dwc
} as const

export type MeasurementColumn = (typeof measurementTable.columns)[number]
export const measurementTable = {
  file: 'extendedmeasurementorfact.txt',
  rowType: `${obis}ExtendedMeasurementOrFact`,
  columns: [
    'eventID',
    'occurrenceID',
    'measurementID',
    'measurementType',
    'measurementTypeID',
    'measurementValue',
    'measurementValueID',
    'measurementUnit',
    'measurementUnitID',
    'measurementDeterminedDate',
    'measurementDeterminedBy',
    'measurementMethod',
    'measurementRemarks'
  ],
  namespace: dwc,
  otherTerms: {
    measurementTypeID: `${obis}measurementTypeID`,
    measurementValueID: `${obis}measurementValueID`,
    measurementUnitID: `${obis}measurementUnitID`
  }
} as const

export const multimediaTable = {
  file: 'multimedia.txt',
  rowType: 'http://rs.gbif.org/terms/1.0/Multimedia',
  columns: [
    'eventID',
    'type',
    'format',
    'identifier',
    'references',
    'title',
    'description',
    'created',
    'creator',
    'license',
    'rightsHolder'
  ],
  namespace: dcterms
} as const

/** Text of `meta.xml`. The first table is the core, and the others are its extensions. */
export function metaXml([core, ...extensions]: [DarwinCoreTable<string>, ...DarwinCoreTable<string>[]]): string {
  const parts = [tableElement('core', core), ...extensions.map(table => tableElement('extension', table))]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">\n${parts.join('')}</archive>\n`
}

function tableElement(element: 'core' | 'extension', table: DarwinCoreTable<string>): string {
  const { file, rowType, columns, namespace, otherTerms = {}, constants = {} } = table
  // The key of an extension is that of its core record. Only the core also declares it as a field.
  const fields = columns.flatMap((column, index) =>
    element === 'extension' && index === 0 ? [] : [`    <field index="${index}" term="${otherTerms[column] ?? namespace + column}"/>\n`]
  )
  const fixed = Object.entries(constants).map(([term, value]) => `    <field term="${term}" default="${escapedXml(value)}"/>\n`)
  return `  <${element} encoding="UTF-8" fieldsTerminatedBy="\\t" linesTerminatedBy="\\n" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="${rowType}">
    <files><location>${file}</location></files>
    <${element === 'core' ? 'id' : 'coreid'} index="0"/>
${[...fields, ...fixed].join('')}  </${element}>
`
}

export type DarwinCoreRow<Column extends string> = Partial<Record<Column, string | number | null>>

/** Header line of a table. */
export function tableHeader(table: DarwinCoreTable<string>): string {
  return `${table.columns.join('\t')}\n`
}

/**
 * Row of a table, tab-separated and without quotation marks. Tabs, line breaks and other control characters become spaces. Unknown values are empty.
 */
export function tableRow<Column extends string>(table: DarwinCoreTable<Column>, row: DarwinCoreRow<Column>): string {
  return `${table.columns.map(column => cellOf(row[column])).join('\t')}\n`
}

/** Cell of a row; empty for an unknown value. */
export function cellOf(value: string | number | null | undefined): string {
  if (value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return ''
  if (typeof value === 'number') return plainNumber(value)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would begin new cells and rows
  const text = value.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
  return /^(null|NaN|NA|undefined|\\N)$/i.test(text) ? '' : text
}

/** Number without an exponent, because some programs read an exponent as text. */
function plainNumber(value: number): string {
  const [, sign = '', whole = '', part = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? []
  if (exponent === undefined) return String(value)
  const shift = Number(exponent)
  return shift < 0 ? `${sign}0.${'0'.repeat(-shift - 1)}${whole}${part}` : `${sign}${whole}${part}${'0'.repeat(shift - part.length)}`
}

/** Joins people, addresses or references in one cell. */
export function listCell(items: readonly string[]): string {
  return items
    .map(item => item.replaceAll('|', '/').trim())
    .filter(Boolean)
    .join(' | ')
}
