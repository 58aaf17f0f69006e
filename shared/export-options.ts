import { projectPath } from './addresses.ts'
import type { ExportFormat, ExportOptions } from './contracts/exchange.ts'
import type { Publication } from './contracts/publication.ts'

const tables = ['matrix', 'cover'] as const satisfies ExportFormat[]
/** Formats of the tables on the Results page. */
export type TableOfResults = (typeof tables)[number]
type Askable = TableOfResults | 'dwca'
export const isTableOfResults = (format: ExportFormat): boolean => tables.some(one => one === format)

/** Kinds of records that the option `records` selects: annotations, observations, or both. Only abundance tables have this option. */
export const recordsIn = ({ records = 'annotations' }: ExportOptions) => ({
  annotations: records !== 'observations',
  observations: records !== 'annotations'
})

/** Export options that apply to a format. Only abundance tables have `records` and `includeOutside`, and only tables of results have `filter`. */
export function optionsFor(format: ExportFormat, options: ExportOptions): ExportOptions {
  if (format === 'matrix') return options
  const { records: _records, includeOutside: _outside, filter, ...others } = options
  return { ...others, ...(filter !== undefined && isTableOfResults(format) && { filter }) }
}

/** Annotations to include in an export. By default, those that people made or confirmed, as on the Results page. */
export const includedIn = ({ include = 'people' }: ExportOptions) => include

type Published = Pick<Publication, 'license' | 'coordinateUncertaintyInMeters'>
const nothing: Published = { license: null, coordinateUncertaintyInMeters: null }

/**
 * Options that a format requires but neither the export nor the publication provides, and numeric options that are not numbers. An archive
 * with machine suggestions requires a minimum confidence.
 */
export function missingOptions(format: ExportFormat, options: ExportOptions, published = nothing): (keyof ExportOptions)[] {
  const needed: (keyof ExportOptions)[] =
    format === 'dwca'
      ? ['license', ...(includedIn(options) === 'all' ? (['leastConfidence'] as const) : [])]
      : format === 'ifdo'
        ? ['license', 'coordinateUncertaintyInMeters', 'platform', 'sensor']
        : []
  if (Number.isNaN(options.leastConfidence)) needed.push('leastConfidence')
  const isPublished = (name: keyof ExportOptions) => name in published && published[name as keyof Published] !== null
  return needed.filter(name => (options[name] === undefined && !isPublished(name)) || Number.isNaN(options[name]))
}

const words = ['filter', 'groupBy', 'include', 'rank', 'countAttribute', 'unscorable', 'records'] as const satisfies (keyof ExportOptions)[]
const numbers = ['depthBandInMeters'] as const satisfies (keyof ExportOptions)[]
const switches = ['includeOutside'] as const satisfies (keyof ExportOptions)[]

/** Address of the export form for a results table or an archive, with the chosen options. */
export function exportPath(projectId: string, format: Askable, options: ExportOptions): string {
  const query = new URLSearchParams({ view: 'export', format })
  for (const name of [...words, ...numbers, ...switches]) if (options[name] !== undefined) query.set(name, String(options[name]))
  return `${projectPath(projectId, 'annotate/exchange')}?${query}`
}

/** Format and options in an address of {@link exportPath}; null when the address has no such format. */
export function exportOfAddress(query: URLSearchParams): { format: Askable; options: ExportOptions } | null {
  const format = [...tables, 'dwca' as const].find(one => one === query.get('format'))
  if (!format) return null
  const given = [
    ...words.map(name => [name, query.get(name)]),
    ...numbers.map(name => [name, query.has(name) ? Math.trunc(Number(query.get(name))) || null : null]),
    ...switches.map(name => [name, query.get(name) === 'true' || null])
  ]
  return { format, options: Object.fromEntries(given.filter(([, value]) => value !== null)) }
}
