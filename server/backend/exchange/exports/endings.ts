import type { ExportFormat } from '../../../../shared/contracts/exchange.ts'

export const fileEndings = {
  coco: 'json',
  yolo: 'zip',
  voc: 'zip',
  cvat: 'xml',
  viame: 'csv',
  biigle: 'csv',
  coralnet: 'csv',
  ifdo: 'json',
  dwca: 'zip',
  csv: 'csv',
  matrix: 'csv',
  geojson: 'geojson'
} as const satisfies Record<ExportFormat, string>

const mediaTypes = {
  json: 'application/json',
  zip: 'application/zip',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
  geojson: 'application/geo+json'
} as const

export const mediaTypeOf = (format: ExportFormat): string => mediaTypes[fileEndings[format]]
