import type { ExportFormat, ExportOptions } from '../../../../shared/contracts/exchange.ts'

const fileEndings = {
  coco: 'json',
  yolo: 'zip',
  voc: 'zip',
  cvat: 'xml',
  viame: 'csv',
  biigle: 'csv',
  coralnet: 'csv',
  ifdo: 'json',
  dwca: 'zip',
  geojson: 'geojson'
} as const satisfies Record<Exclude<ExportFormat, 'csv' | 'matrix' | 'cover'>, string>

const mediaTypes = {
  json: 'application/json',
  zip: 'application/zip',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
  geojson: 'application/geo+json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
} as const

/** File name extension of an export, without the dot. */
export function fileEndingOf(format: ExportFormat, { fileType = 'csv' }: ExportOptions): keyof typeof mediaTypes {
  return format === 'csv' || format === 'matrix' || format === 'cover' ? fileType : fileEndings[format]
}

export const mediaTypeOf = (format: ExportFormat, options: ExportOptions): string => mediaTypes[fileEndingOf(format, options)]
