import { projectPath } from './addresses.ts'
import type { ExportFormat, ExportOptions } from './contracts/exchange.ts'
import type { Publication } from './contracts/publication.ts'

const tables = ['matrix', 'cover'] as const satisfies ExportFormat[]
/** Formats that hold what the page of results shows. */
export type TableOfResults = (typeof tables)[number]
type Askable = TableOfResults | 'dwca'
export const isTableOfResults = (format: ExportFormat): boolean => tables.some(one => one === format)

/** Whose annotations go into a file: what people made or confirmed, as on the page of results, unless more is asked for. */
export const includedIn = ({ include = 'people' }: ExportOptions) => include

type Published = Pick<Publication, 'license' | 'coordinateUncertaintyInMeters'>
const nothing: Published = { license: null, coordinateUncertaintyInMeters: null }

/** Options that a format needs and that are missing, from the publication too, or are no numbers. An archive of machine proposals is published from a least confidence on. */
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

const words = ['groupBy', 'include', 'rank', 'countAttribute', 'unscorable'] as const satisfies (keyof ExportOptions)[]
const numbers = ['depthBandInMeters'] as const satisfies (keyof ExportOptions)[]

/** Where a table of results, or an archive, is exported, with what was chosen for it. */
export function exportPath(projectId: string, format: Askable, options: ExportOptions): string {
  const query = new URLSearchParams({ view: 'export', format })
  for (const name of [...words, ...numbers]) if (options[name] !== undefined) query.set(name, String(options[name]))
  return `${projectPath(projectId, 'annotate/exchange')}?${query}`
}

/** The export that such an address asks for; null when it asks for none. */
export function askedExport(query: URLSearchParams): { format: Askable; options: ExportOptions } | null {
  const format = [...tables, 'dwca' as const].find(one => one === query.get('format'))
  if (!format) return null
  const given = [
    ...words.map(name => [name, query.get(name)]),
    ...numbers.map(name => [name, query.has(name) ? Math.trunc(Number(query.get(name))) || null : null])
  ]
  return { format, options: Object.fromEntries(given.filter(([, value]) => value !== null)) }
}
